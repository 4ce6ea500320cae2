import { describe, expect, it } from 'vitest'
import { draft } from '../../convert/draft.ts'
import { convert } from '../../convert/text.ts'
import { readSource } from '../../source/read.ts'
import { planOf, projectGraph } from '../definitions.ts'
import { parseDag } from './testing/open.ts'

/** Files of the kinds that are written by hand, pasted together and exported by other tools. */
const errors = (text: string, format: 'yaml' | 'json' = 'yaml'): string[] =>
  parseDag(text, format).diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code)

describe('a file with', () => {
  it('a byte order mark has its first key', () => {
    for (const [text, format] of [['\uFEFFname: win\nnodes:\n  - id: a\n    prompt: p\n', 'yaml'], ['\uFEFF{"name": "win", "nodes": [{"id": "a", "prompt": "p"}]}', 'json']] as const) {
      const { definition, diagnostics } = parseDag(text, format)
      expect(definition.name).toBe('win')
      expect(diagnostics).toEqual([])
    }
  })

  it('CRLF has no carriage return in any value', () => {
    const { definition } = parseDag('name: win\r\n# keep\r\nnodes:\r\n  - id: a\r\n    prompt: |\r\n      one\r\n      two\r\n  - id: b\r\n    needs: [a]\r\n    prompt: z\r\n', 'yaml')
    expect(definition.nodes.map(({ id, prompt, needs }) => [id, prompt, needs])).toEqual([['a', 'one\ntwo', []], ['b', 'z', ['a']]])
  })

  it('a key twice is refused whole, in both formats', () => {
    expect(errors('name: d\nnodes:\n  - id: a\n    prompt: reviewed\n    prompt: other\n')).toEqual(['yaml/duplicate-key'])
    expect(errors('{"name":"d","nodes":[{"id":"a","prompt":"first","prompt":"second"}]}', 'json')).toEqual(['json/duplicate-key'])
    expect(parseDag('nodes: []\nnodes: []\n', 'yaml').definition.nodes).toEqual([])
  })

  it('an alias of nothing or of itself says so', () => {
    expect(errors('name: s\nnodes:\n  - id: a\n    prompt: *nope\n')).toEqual(['yaml/unknown-anchor'])
    expect(errors('a: &x [*x]\nnodes:\n  - {id: a, prompt: p}\n')).toEqual(['yaml/recursive-alias'])
  })

  it('an alias bomb ends at once', () => {
    const levels = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
    const bomb = levels.map((name, at) => `${name}: &${name} [${Array.from({ length: 9 }, () => (at === 0 ? 'x' : `*${levels[at - 1]}`)).join(',')}]\n`).join('')
    expect(errors(`name: boom\n${bomb}nodes:\n  - {id: n, prompt: p}\n`)).toEqual(['yaml/alias-expansion'])
  })

  it('words and signs that mean something to YAML goes to YAML and back as it was', () => {
    const definition = { name: 'true', description: '123', nodes: [{ id: 'null', agent: '~', prompt: '- [ ] todo', output_format: '{a: b}' }, { id: 'bad: key', needs: ['null'], prompt: '*star & co' }, { id: '# x', needs: ['bad: key'], prompt: '@at `tick` %p !t |' }] }
    const yaml = draft({ definition })
    expect(yaml.diagnostics).toEqual([])
    expect(parseDag(yaml.content, 'yaml').definition).toEqual(yaml.definition)
    expect(projectGraph(yaml.definition).edges).toHaveLength(2)
    const json = convert(readSource(yaml.content, 'yaml'), 'json')
    expect(json.ok && JSON.parse(json.value.text)).toEqual(definition)
  })

  it('every kind of inner white space keeps it through a draft', () => {
    for (const prompt of ['a \nb', 'a\tb\n\tc', 'l1\r\nl2', '- x\n# y', '---\nx', 'x\u0085y', '%a\nb', 'a\u0000b', 'x\n\n\ny', '  deep\n x'.trim()]) {
      for (const format of ['yaml', 'json'] as const) {
        const { content } = draft({ definition: { name: 'x', nodes: [{ id: 'a', prompt }] }, format })
        expect(parseDag(content, format).definition.nodes[0]?.prompt).toBe(prompt)
      }
    }
  })

  it('a null character in quotes is legal text of three characters', () => {
    expect(parseDag('nodes:\n  - id: a\n    prompt: "a\\0b"\n', 'yaml').definition.nodes[0]?.prompt).toBe('a\u0000b')
  })

  it('ids that differ in one space stay apart all the way to the plan', () => {
    const { definition, diagnostics } = parseDag('name: ck\nnodes:\n  - {id: "step one", prompt: p}\n  - {id: step_one, needs: ["step one"], prompt: p}\n  - {id: 第三步, needs: [step_one], prompt: p}\n  - {id: entry, needs: [第三步], prompt: p}\n', 'yaml')
    expect(diagnostics).toEqual([])
    expect(planOf(definition).nodes.map(({ id }) => id)).toEqual(['step one', 'step_one', '第三步', 'entry'])
  })

  it('a thousand nodes and two thousand needs has every one of them', () => {
    const text = `nodes:\n${Array.from({ length: 1000 }, (_, at) => `  - id: n${at}\n    prompt: ${'text '.repeat(40)}\n    needs: [${[at - 25, at - 26].filter((one) => one >= 0).map((one) => `n${one}`).join(', ')}]\n`).join('')}`
    const { definition, diagnostics } = parseDag(text, 'yaml')
    expect(diagnostics).toEqual([])
    expect(projectGraph(definition).levels.flat()).toHaveLength(1000)
  })
})
