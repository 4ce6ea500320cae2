import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normalizeDefinition, parseDefinition } from '../dialects/definitions.ts'
import { readSource } from '../source/read.ts'
import type { Format } from '../source/tree.ts'
import { toJson } from '../source/to-json.ts'
import { convert } from './text.ts'
import { draft } from './draft.ts'
import { toMermaid } from './mermaid.ts'

function converted(text: string, from: Format): string {
  const result = convert(readSource(text, from), from === 'yaml' ? 'json' : 'yaml')
  if (!result.ok) throw new Error(result.diagnostics[0]!.message)
  return result.value.text
}

describe('draft', () => {
  it('renders in key order, always with name, nodes, id and prompt, and without other empty fields', () => {
    expect(draft({
      definition: { nodes: [{ timeout: '5m', tools: ['read'], model: 'openai:m', output_format: 'JSON', max_turns: 2, routes: ['b'], needs: ['b', 'b', ''], prompt: ' one\ntwo ', agent: 'writer', kind: ' ROUTER', id: ' a ' }, { id: 'b', prompt: 'p', kind: '', needs: [], max_turns: -1 }], description: '' },
    })).toEqual({
      definition: {
        name: '', nodes: [
          { id: 'a', kind: 'router', agent: 'writer', prompt: 'one\ntwo', needs: ['b'], routes: ['b'], max_turns: 2, output_format: 'JSON', model: 'openai:m', tools: ['read'], timeout: '5m' },
          { id: 'b', prompt: 'p', needs: [], routes: [], max_turns: 0, tools: [] },
        ],
      },
      format: 'yaml',
      content: `name: ""
nodes:
  - id: a
    kind: router
    agent: writer
    prompt: |-
      one
      two
    needs: [b]
    routes: [b]
    max_turns: 2
    output_format: JSON
    model: openai:m
    tools: [read]
    timeout: 5m
  - id: b
    prompt: p
`,
      diagnostics: [],
    })
  })

  it('renders JSON, and takes yml for yaml', () => {
    const definition = { name: 'x', nodes: [{ id: 'a', prompt: '</script> \u2028 l1\nl2' }] }
    const json = draft({ definition, format: 'json' })
    expect(json.format).toBe('json')
    expect(json.content).toContain('\\u003c/script>')
    expect(JSON.parse(json.content)).toEqual(definition)
    expect(draft({ definition, format: 'yml' }).format).toBe('yaml')
  })

  it('gives the messages and no content for any error, never a throw', () => {
    expect(draft({ definition: { name: 'x', nodes: [{ id: 'a' }, { id: 'b', prompt: 'p', needs: ['zz'] }] } })).toMatchObject({
      content: '', diagnostics: ['a: Has no prompt. Say what this step must do.', 'b: Needs `zz`, but no node has that id.'],
    })
    expect(draft({ definition: { nodes: [{ id: 'a', prompt: 'p' }] }, format: 'toml' })).toMatchObject({ format: 'toml', content: '', diagnostics: ['The format `toml` is not known. Use `yaml` or `json`.'] })
    expect(draft({ definition: null }).diagnostics).toEqual(['Has no nodes. A workflow needs at least one node.'])
  })

  it('reads back as the same definition', () => {
    const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }).filter((value) => !/\p{Cs}/u.test(value)), fc.constantFrom('true', '123', 'null', '~', '- [ ] todo', '{a: b}', '*star', '@at `tick` %p !t |', 'bad: key', '# x', 'a \nb\n', 'l1\r\nl2', '---\nx', '%a\nb', '\u2028x\u0085y', 'a\u0000b', '\ufeffx', '007', '  lead\n x', 'x\n\n\n y', '😀 text', "it's", '"q"', 'tab\t\tin'))
    const node = fc.record({ prompt: text, kind: fc.constantFrom('agent', 'verifier', 'critic', ''), agent: text, output_format: text, model: text, tools: fc.array(text, { maxLength: 3 }), max_turns: fc.integer({ min: -2, max: 99 }), timeout: fc.constantFrom('5m', '') }, { requiredKeys: ['prompt'] })
    fc.assert(fc.property(text, text, fc.array(node, { minLength: 1, maxLength: 4 }), fc.array(text, { minLength: 4, maxLength: 4 }), fc.constantFrom('yaml', 'json'), (name, description, nodes, ids, format) => {
      const definition = { name, description, nodes: nodes.map((one, at) => ({ ...one, id: `${ids[at]!}${at}`, needs: ids.slice(0, at).map((id, of) => `${id}${of}`) })) }
      const made = draft({ definition, format })
      fc.pre(made.diagnostics.length === 0)
      const parsed = parseDefinition(made.content, format as Format)
      expect(parsed.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
      expect(parsed.definition).toEqual(normalizeDefinition(definition))
    }))
  })
})

describe('converting', () => {
  it('keeps every value that was written, in the meaning that it had', () => {
    const text = 'x-base: &base\n  kind: verifier\n  deep: {list: [1, 2.5, true, ~, "no"]}\nname: no\nnodes:\n  - <<: *base\n    id: 007\n    prompt: |\n      one\n      two\n    needs: [1.10, 12e5]\n    max_turns: 3\n    x-owner: team\n  - {id: 1.10, prompt: true}\n  - {id: 12e5, prompt: 42}\n'
    const json = converted(text, 'yaml')
    expect(JSON.parse(json)).toEqual({
      'x-base': { kind: 'verifier', deep: { list: [1, 2.5, true, null, 'no'] } }, name: 'no',
      nodes: [{ id: '007', prompt: 'one\ntwo\n', needs: ['1.10', '12e5'], max_turns: 3, 'x-owner': 'team', kind: 'verifier', deep: { list: [1, 2.5, true, null, 'no'] } }, { id: '1.10', prompt: 'true' }, { id: '12e5', prompt: '42' }],
    })
    expect(parseDefinition(json, 'json').definition).toEqual(parseDefinition(text, 'yaml').definition)
    expect(JSON.parse(converted(converted(json, 'json'), 'yaml'))).toEqual(JSON.parse(json))
  })

  it('warns of comments that would be lost, and of numbers that become text', () => {
    const result = convert(readSource('# one\nname: x # two\nx-id: 3544790567247868102\nnodes: []\n', 'yaml'), 'json')
    expect(result.ok && result.value.diagnostics.map(({ code, severity }) => `${severity} ${code}`)).toEqual(['warning convert/comments-lost', 'warning number/unsafe'])
    expect(result.ok && JSON.parse(result.value.text)['x-id']).toBe('3544790567247868102')
  })

  it('keeps a byte order mark and the line ends', () => {
    const json = converted('\uFEFFname: x\r\nnodes:\r\n  - id: a\r\n    prompt: p\r\n', 'yaml')
    expect(json.startsWith('\uFEFF{\r\n')).toBe(true)
    expect(json.replaceAll('\r\n', '')).not.toContain('\n')
    expect(converted(json, 'json').startsWith('\uFEFFname: x\r\n')).toBe(true)
  })

  it('keeps keys that are called like parts of objects', () => {
    const json = converted('nodes: []\n__proto__: {a: 1}\nconstructor: 2\n', 'yaml')
    expect(json).toContain('"__proto__": {')
    expect(converted(json, 'json')).toContain('__proto__:\n')
  })

  it('refuses what does not parse, and changes nothing that is in the format already', () => {
    expect(convert(readSource('a: [', 'yaml'), 'json').ok).toBe(false)
    expect(convert(readSource('a: 1', 'yaml'), 'yaml')).toEqual({ ok: true, value: { text: 'a: 1', diagnostics: [] } })
    expect(convert(readSource('', 'yaml'), 'json')).toMatchObject({ ok: true, value: { text: '{}\n' } })
  })

  it('loses nothing on the way there and back, whatever the JSON', () => {
    const json = fc.json({ maxDepth: 4 }).filter((text) => !/\\u[dD][89a-fA-F]/.test(text))
    fc.assert(fc.property(json, (text) => {
      const source = readSource(text, 'json')
      const back = converted(converted(text, 'json'), 'yaml')
      expect(JSON.parse(back)).toEqual(JSON.parse(JSON.stringify(toJson(source.root))))
    }))
  })
})

describe('Mermaid', () => {
  const view = (ids: readonly string[]): Parameters<typeof toMermaid>[0] => ({
    nodes: ids.map((id, index) => ({ key: `${index}`, id, kind: index === 1 ? 'router' : 'agent', summary: '', index })),
    edges: [{ key: 'n', kind: 'need', from: '0', to: '1' }, { key: 'r', kind: 'route', from: '1', to: '0' }],
    levels: [],
  })

  it('draws nodes by kind, needs and routes', () => {
    expect(toMermaid(view(['draft', 'choose']))).toBe('flowchart LR\n  n1("draft")\n  n2{"choose<br/>router"}\n  n1 --> n2\n  n2 -.-> n1\n')
  })

  it('runs down where it is asked to', () => {
    expect(toMermaid(view(['a', 'b']), 'down').split('\n')[0]).toBe('flowchart TD')
  })

  it('escapes whatever an id may hold', () => {
    const text = toMermaid(view(['a"]; click n1 <script>', '`x` #1 & 第三步 😀\nend\ud800']))
    expect(text.split('\n')).toHaveLength(6)
    expect(text).toContain('n1("a#34;#93;#59; click n1 #60;script#62;")')
    expect(text).toContain('n2{"#96;x#96; #35;1 #38; 第三步 😀 end\uFFFD<br/>router"}')
  })

  it('keeps nodes apart whose ids look alike, and marks ghosts', () => {
    const text = toMermaid({ nodes: [{ key: 'a b', id: 'a b', kind: 'agent', summary: '', index: 0 }, { key: 'a_b', id: 'a_b', kind: 'agent', summary: '', index: -1, ghost: true }], edges: [], levels: [] })
    expect(text).toBe('flowchart LR\n  n1("a b")\n  n2("a_b")\n  classDef ghost stroke-dasharray: 4 4\n  class n2 ghost\n')
  })
})

describe('a flow in the other format', () => {
  it('keeps what is text in nodes, edges and head as text', () => {
    const text = 'name: 1.0\nagents: [007]\nllm: {model: 4.10}\nworkflow:\n  entry: 007\n  nodes:\n    - id: 007\n      routes: [no]\n      max_turns: 3\n  edges:\n    - from: 007\n      to: 1.10\n      max_iterations: 2\n'
    const source = readSource(text, 'yaml')
    const json = convert(source, 'json')
    expect(json.ok && JSON.parse(json.value.text)).toEqual({
      name: '1.0', agents: ['007'], llm: { model: '4.10' },
      workflow: { entry: '007', nodes: [{ id: '007', routes: ['no'], max_turns: 3 }], edges: [{ from: '007', to: '1.10', max_iterations: 2 }] },
    })
  })
})
