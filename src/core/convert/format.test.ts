import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dag } from '../dialects/dag/dialect.ts'
import { isWhole } from '../source/find.ts'
import { readSource } from '../source/read.ts'
import { jsonFile, yamlFile } from '../source/testing/workflow-file.ts'
import type { Format } from '../source/tree.ts'
import { toJson } from '../source/to-json.ts'
import { applyEdits } from '../text/apply.ts'
import { formatRead } from './format.ts'

const formatText = (text: string, format: Format) => formatRead(readSource(text, format))

function formatted(text: string, format: Format = 'yaml'): string {
  const result = formatText(text, format)
  if (!result.ok) throw new Error(result.diagnostics[0]!.message)
  return applyEdits(text, result.value)
}

describe('formatting YAML', () => {
  it('indents by two, and takes one space behind dashes and colons', () => {
    expect(formatted('name:   x\nnodes:\n-   id:  a\n    prompt :\tp   \n-   id: b\n    needs: [ a,c ,d ]\n')).toBe(
      'name: x\nnodes:\n  - id: a\n    prompt: p\n  - id: b\n    needs: [a, c, d]\n',
    )
    expect(formatted('nodes:\n    - id: a\n      llm:\n            model: m\n            args:\n            - - 1\n              - 2\n')).toBe(
      'nodes:\n  - id: a\n    llm:\n      model: m\n      args:\n        - - 1\n          - 2\n',
    )
  })

  it('moves block texts as they are, and keeps what stands at the ends of their lines', () => {
    expect(formatted('nodes:\n- id: a\n  prompt: |\n       First  \n\n         - deeper\n       last\n- id: b\n  prompt: |+\n   x\n\n\n')).toBe(
      'nodes:\n  - id: a\n    prompt: |\n      First  \n\n        - deeper\n      last\n  - id: b\n    prompt: |+\n      x\n\n\n',
    )
    expect(formatted('nodes:\n- prompt: |2\n     lead\n    x\n')).toBe('nodes:\n  - prompt: |2\n       lead\n      x\n')
  })

  it('moves comments with what they belong to, and loses none', () => {
    expect(formatted('# file\n\nnodes:\n# about a\n- id: a\t# here\n      # deeper\n# about b\n- id: b\n  # about the prompt\n  prompt: p\n\n# end')).toBe(
      '# file\n\nnodes:\n  # about a\n  - id: a  # here\n        # deeper\n  # about b\n  - id: b\n    # about the prompt\n    prompt: p\n\n# end\n',
    )
  })

  it('keeps the schema line that other editors read', () => {
    const text = '# yaml-language-server: $schema=https://example.org/dag.json\nnodes:\n  - id: a\n'
    expect(formatted(text)).toBe(text)
  })

  it('leaves one blank line where there were more, none at the ends, and the same between nodes', () => {
    expect(formatted('\n\nname: x\n\n\n\nnodes:\n  - id: a\n    prompt: p\n\n  - id: b\n    prompt: p\n  # about c\n  - id: c\n    prompt: p\n   \n  - id: d\n    prompt: p\n\n\n')).toBe(
      'name: x\n\nnodes:\n  - id: a\n    prompt: p\n\n  - id: b\n    prompt: p\n\n  # about c\n  - id: c\n    prompt: p\n\n  - id: d\n    prompt: p\n',
    )
  })

  it('writes lists of names the way that most are written', () => {
    expect(formatted('nodes:\n  - id: a\n    needs:\n      - b\n      - "c d"\n  - id: b\n    needs: [a]\n  - id: c\n    needs: [a, b]\n')).toBe(
      'nodes:\n  - id: a\n    needs: [b, "c d"]\n  - id: b\n    needs: [a]\n  - id: c\n    needs: [a, b]\n',
    )
    expect(formatted('nodes:\n  - id: a\n    needs:\n      - b\n  - id: b\n    needs: [a, c]\n  - id: c\n    needs:\n      - a # why\n')).toBe(
      'nodes:\n  - id: a\n    needs:\n      - b\n  - id: b\n    needs:\n      - a\n      - c\n  - id: c\n    needs:\n      - a # why\n',
    )
  })

  it('keeps CRLF, a byte order mark and anchors', () => {
    expect(formatted('\uFEFFx:   &a "y"\r\nnodes:\r\n- id: *a  \r\n')).toBe('\uFEFFx: &a "y"\r\nnodes:\r\n  - id: *a\r\n')
  })

  it('is refused, with the line, while the text does not parse', () => {
    expect(formatText('nodes:\n  - id: [a\n', 'yaml')).toMatchObject({ ok: false, diagnostics: [{ code: 'refused/syntax', message: expect.stringContaining('line') }] })
    expect(formatText('{"a": 1,}', 'json').ok).toBe(false)
  })

  it('changes no value, no comment and no note, and nothing the second time', () => {
    let done = 0
    fc.assert(fc.property(yamlFile, (text) => {
      const before = readSource(text, 'yaml')
      const result = formatText(text, 'yaml')
      fc.pre(isWhole(before) && result.ok)
      done += 1
      const after = applyEdits(text, result.ok ? result.value : [])
      const source = readSource(after, 'yaml')
      expect(toJson(source.root)).toEqual(toJson(before.root))
      const [one, other] = [dag.read(before), dag.read(source)]
      expect(other.model).toEqual(one.model)
      expect(dag.project(other)).toEqual(dag.project(one))
      expect(source.comments.map(({ start, end }) => after.slice(start, end).trimEnd())).toEqual(before.comments.map(({ start, end }) => text.slice(start, end).trimEnd()))
      expect(formatText(after, 'yaml')).toEqual({ ok: true, value: [] })
    }), { numRuns: 150 })
    expect(done).toBeGreaterThan(130)
  })

  it('takes 60,000 blank lines, between and behind', () => {
    expect(formatted(`name: x${'\n'.repeat(60_000)}nodes: []${'\n'.repeat(60_000)}`)).toBe('name: x\n\nnodes: []\n')
  })
})

describe('formatting JSON', () => {
  it('takes two spaces a level, and keeps short lists of plain values on their line', () => {
    expect(formatted('{"name":"x","nodes":[{"id":"a","needs":["b" ,"c"],"n":1.50}  ],"e":{ }}', 'json')).toBe(
      '{\n  "name": "x",\n  "nodes": [\n    {\n      "id": "a",\n      "needs": ["b", "c"],\n      "n": 1.50\n    }\n  ],\n  "e": {}\n}\n',
    )
  })

  it('changes no value, and nothing the second time', () => {
    fc.assert(fc.property(jsonFile, (text) => {
      const after = formatted(text, 'json')
      expect(JSON.parse(after)).toEqual(JSON.parse(text))
      expect(formatted(after, 'json')).toBe(after)
    }), { numRuns: 60 })
  })
})
