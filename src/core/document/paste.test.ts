import { describe, expect, it } from 'vitest'
import { analyse } from './analyse.ts'
import { applyCommand, pasteNodes } from './apply.ts'
import { copyNodes } from './copy.ts'
import { freeId } from './free-id.ts'
import { openDocument } from './open.ts'
import type { WorkflowDocument } from './types.ts'
import { entryToUndo, undo } from './undo.ts'

const TEXT = `name: n
nodes:
  - id: a
    prompt: p

  # checks a
  - id: b  # short
    needs: [a, z]
    prompt: |
      one
        two
    x-owner: docs  # keep

  - id: c
    needs:
      - b  # from b
    prompt: 'q'
  - {id: z, prompt: r}
`
const open = (text = TEXT, format: 'yaml' | 'json' = 'yaml'): WorkflowDocument => openDocument({ text, format })

function paste(document: WorkflowDocument, text: string, after?: string) {
  const result = pasteNodes(document, { text, ...(after === undefined ? {} : { after }) })
  if (!result.ok) throw new Error(result.diagnostics[0]!.message)
  return result.value
}

function refusal(document: WorkflowDocument, text: string): string {
  const result = pasteNodes(document, { text })
  expect(result.ok).toBe(false)
  return result.ok ? '' : `${result.diagnostics[0]!.code}: ${result.diagnostics[0]!.message}`
}

describe('copyNodes', () => {
  it('gives the text of the nodes with what they own, in file order, ready for any editor', () => {
    expect(copyNodes(analyse(open()), ['c', 'b'])).toBe(`# checks a
- id: b  # short
  needs: [a, z]
  prompt: |
    one
      two
  x-owner: docs  # keep

- id: c
  needs:
    - b  # from b
  prompt: 'q'
`)
    expect(copyNodes(analyse(open()), ['z'])).toBe('- {id: z, prompt: r}\n')
    expect(copyNodes(analyse(open()), ['a', 'z'])).toBe('- id: a\n  prompt: p\n- {id: z, prompt: r}\n')
  })

  it('gives YAML for JSON', () => {
    const analysis = analyse(open('{"nodes": [{"id": "007", "prompt": "l1\\nl2", "needs": ["no"]}]}', 'json'))
    expect(copyNodes(analysis, ['007'])).toBe('- id: "007"\n  prompt: |-\n    l1\n    l2\n  needs: ["no"]\n')
  })

  it('writes out what stands elsewhere', () => {
    const analysis = analyse(open('x: &p {kind: critic}\nnodes:\n  - <<: *p\n    id: 007\n    prompt: &q text\n    output_format: *q\n'))
    expect(copyNodes(analysis, ['007'])).toBe('- id: "007"\n  prompt: text\n  output_format: text\n  kind: critic\n')
  })

  it('gives nothing for ghosts, unknown keys and text that does not parse', () => {
    expect(copyNodes(analyse(open('nodes:\n  - id: a\n    needs: [gone]\n')), ['gone', 'nobody'])).toBe('')
    expect(copyNodes(analyse(open('nodes: [{id: a}'), analyse(open())), ['a'])).toBe('')
  })
})

describe('pasteNodes', () => {
  it('makes ids unique, keeps inner references, and copies comments and unknown keys', () => {
    const clip = copyNodes(analyse(open()), ['b', 'c'])
    const once = paste(open(), clip)
    expect(once.keys).toEqual(['b_2', 'c_2'])
    expect(once.notices).toEqual([])
    expect(once.document.text).toBe(`${TEXT}  # checks a
  - id: b_2  # short
    needs: [a, z]
    prompt: |
      one
        two
    x-owner: docs  # keep

  - id: c_2
    needs:
      - b_2  # from b
    prompt: 'q'
`)
    const twice = paste(once.document, clip)
    expect(twice.keys).toEqual(['b_3', 'c_3'])
    expect(analyse(twice.document).view.edges.filter(({ to }) => to.endsWith('_3')).map(({ from, to }) => `${from} ${to}`)).toEqual(['a b_3', 'z b_3', 'b_3 c_3'])
    expect(analyse(twice.document).diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  })

  it('is one entry of the history', () => {
    const { document } = paste(open(), copyNodes(analyse(open()), ['b', 'c']))
    expect(document.history.done).toHaveLength(1)
    expect(entryToUndo(document)).toMatchObject({ label: 'Paste 2 nodes', selectionAfter: { nodes: ['b_2', 'c_2'] } })
    expect(undo(document).text).toBe(TEXT)
  })

  it('pastes behind a node, at its depth', () => {
    const text = 'nodes:\n- id: a\n  prompt: p\n\n- id: b\n  prompt: q\n'
    expect(paste(open(text), '    # note\n    - id: x\n      prompt: |\n        t\n', 'a').document.text).toBe('nodes:\n- id: a\n  prompt: p\n\n# note\n- id: x\n  prompt: |\n    t\n\n- id: b\n  prompt: q\n')
  })

  it('keeps the line ends of the file', () => {
    const text = 'nodes:\r\n  - id: a\r\n    prompt: p\r\n'
    expect(paste(open(text), '- id: x\n  prompt: |\n    t\n    u\n').document.text).toBe(`${text}  - id: x\r\n    prompt: |\r\n      t\r\n      u\r\n`)
  })

  it('keeps the id when nothing has it, so that cut and paste brings a node back to those that need it', () => {
    const clip = copyNodes(analyse(open()), ['b'])
    const cut = applyCommand(open(), { type: 'remove', nodes: ['b'], references: 'keep' })
    expect(cut.ok && entryToUndo(cut.value)!.label).toBe('Cut b')
    expect(cut.ok && analyse(cut.value).view.nodes.find(({ key }) => key === 'b')?.ghost).toBe(true)
    const back = cut.ok ? paste(cut.value, clip, 'a') : undefined
    expect(back?.keys).toEqual(['b'])
    expect(back?.document.text).toBe(TEXT)
  })

  it('leaves references behind that name nothing here, and says so', () => {
    const clip = copyNodes(analyse(open()), ['b'])
    const other = open('nodes:\n  - id: a\n    prompt: p\n')
    const { document, notices } = paste(other, clip)
    expect(document.text).toContain('needs: [a]')
    expect(notices).toMatchObject([{ severity: 'warning', message: 'References to `z` were not pasted: there is no such node here.' }])
  })

  it('takes a single node, a list, a whole workflow, in YAML and JSON', () => {
    const other = open('name: o\nnodes:\n  - id: a\n    prompt: p\n')
    const added = (text: string) => {
      const { document, keys } = paste(other, text)
      expect(document.text.startsWith(other.text)).toBe(true)
      return [keys, document.text.slice(other.text.length)]
    }
    expect(added('id: x\nprompt: t\n')).toEqual([['x'], '  - id: x\n    prompt: t\n'])
    expect(added('# why\n    id: x  # c\n    prompt: |\n      t\n')).toEqual([['x'], '  # why\n  - id: x  # c\n    prompt: |\n      t\n'])
    expect(added('{"id": "x", "prompt": "t"}')).toEqual([['x'], '  - id: x\n    prompt: t\n'])
    expect(added('[{"id": "x", "prompt": "t"}, {"id": "a", "prompt": "u", "needs": ["x"]}]')).toEqual([['x', 'a_2'], '  - id: x\n    prompt: t\n  - id: a_2\n    prompt: u\n    needs: [x]\n'])
    expect(added('name: whole\nnodes:\n- id: x\n  prompt: t # c\n')).toEqual([['x'], '  - id: x\n    prompt: t # c\n'])
    expect(added('nodes: [{id: x, prompt: t}]')).toEqual([['x'], '  - id: x\n    prompt: t\n'])
    expect(added('- prompt: t\n- kind: critic\n  prompt: u\n')).toEqual([['agent', 'critic'], '  - id: agent\n    prompt: t\n  - id: critic\n    kind: critic\n    prompt: u\n'])
  })

  it('gives each of doubled ids one of its own', () => {
    expect(paste(open('nodes: []\n'), '- id: x\n  prompt: a\n- id: x\n  prompt: b\n- id: y\n  needs: [x]\n  prompt: c\n').keys).toEqual(['x', 'x_2', 'y'])
  })

  it('does not mix up a new id with an old one of the pasted nodes', () => {
    const { keys, document } = paste(open('nodes:\n  - {id: b, prompt: p}\n'), '- id: b\n  prompt: x\n- id: b_2\n  needs: [b]\n  prompt: y\n')
    expect(keys).toEqual(['b_3', 'b_2'])
    expect(document.text).toContain('- id: b_2\n    needs: [b_3]')
  })

  it('pastes into nothing, into JSON and into brackets', () => {
    expect(paste(open(''), '- id: x # c\n  prompt: t\n').document.text).toBe('nodes:\n  - id: x # c\n    prompt: t\n')
    const json = paste(open('{\n  "nodes": [\n    {"id": "a", "prompt": "p"}\n  ]\n}\n', 'json'), '# note\n- id: 007\n  prompt: no\n')
    expect(JSON.parse(json.document.text)).toEqual({ nodes: [{ id: 'a', prompt: 'p' }, { id: '007', prompt: 'no' }] })
    expect(paste(open('nodes: [{id: a, prompt: p}]\n'), '- id: x # c\n  prompt: t\n').document.text).toBe('nodes: [{id: a, prompt: p}, {id: x, prompt: t}]\n')
  })

  it('is a command too, also within a batch', () => {
    const result = applyCommand(open(), { type: 'batch', label: 'Both', commands: [{ type: 'paste', text: '- id: x\n  prompt: t\n' }, { type: 'connect', from: 'c', to: 'x' }] })
    expect(result.ok && result.value.text).toBe(`${TEXT}  - id: x\n    prompt: t\n    needs:\n      - c\n`)
  })

  it.each([
    ['just words', 'refused/rule: There are no nodes'],
    ['- buy milk\n- call home\n', 'refused/rule: There are no nodes'],
    ['', 'refused/rule: There are no nodes'],
    ['workflow:\n  steps:\n    - id: x\n', 'refused/rule: There are no nodes'],
    ['- id: [x', 'refused/syntax: What was pasted does not parse. '],
    ['- id: *x\n', 'refused/syntax: What was pasted does not parse. '],
  ])('refuses %j', (text, message) => {
    expect(refusal(open(), text)).toContain(message)
  })
})

describe('freeId', () => {
  it.each([
    ['a', [], 'a'],
    ['a', ['a'], 'a_2'],
    ['a', ['a', 'a_2'], 'a_3'],
    ['step_4', ['step_4'], 'step_5'],
    ['a_0', ['a_0'], 'a_0_2'],
    ['caf\u00e9', ['caf\u00e9'], 'caf\u00e9_2'],
    ['cafe\u0301', ['caf\u00e9'], 'cafe\u0301_2'],
  ])('of %s beside %j is %s', (id, taken, free) => {
    expect(freeId(id, (each) => (taken as string[]).includes(each))).toBe(free)
  })
})
