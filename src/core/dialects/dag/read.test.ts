import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normalizeDefinition, parseDefinition, validate } from '../definitions.ts'
import { marks, open, problems } from './testing/open.ts'

const node = (fields: string): string => `name: t\nnodes:\n  - id: a\n    prompt: p\n${fields.replaceAll(/^/gm, '    ')}\n`

describe('reading a dag', () => {
  it('trims texts, lowers kinds, floors turns and cleans lists', () => {
    const { model } = open(`name: "  n "
description: " d "
nodes:
  - id: " a "
    kind: " Verifier "
    agent: " x "
    prompt: "  p\\n"
    needs: [" b ", b, "", c, ~, b]
    routes: []
    max_turns: -4
    output_format: "  "
`)
    expect(model).toEqual({
      name: 'n', description: 'd',
      nodes: [{ id: 'a', kind: 'verifier', agent: 'x', prompt: 'p', needs: ['b', 'c'], routes: [], max_turns: 0, tools: [] }],
    })
  })

  it('reads a plain scalar as its own source text where text belongs', () => {
    const { model } = open('name: no\nnodes:\n  - {id: 007, prompt: 42}\n  - {id: 12e5, needs: [007], prompt: off}\n  - {id: 1.10, needs: ["12e5", 007], prompt: true}\n  - {id: 2024-05-15, needs: 1.10, prompt: y}\n')
    expect(model.name).toBe('no')
    expect(model.nodes.map(({ id, needs, prompt }) => [id, needs, prompt])).toEqual([
      ['007', [], '42'], ['12e5', ['007'], 'off'], ['1.10', ['12e5', '007'], 'true'], ['2024-05-15', ['1.10'], 'y'],
    ])
  })

  it('shows all digits of an id that no double can hold', () => {
    const [problem, ...rest] = problems('name: n\nnodes:\n  - {id: 0x1F, needs: [7, 12345678901234567890], prompt: p}\n  - {id: 7, prompt: p}\n')
    expect(problem?.message).toContain('`12345678901234567890`')
    expect(rest).toEqual([])
  })

  it('does not take 7 for 007', () => {
    expect(marks('nodes:\n  - {id: 007, prompt: p}\n  - {id: b, needs: [7], prompt: p}\n')).toEqual(['3:21 needs/unknown b.needs: 7'])
  })

  it.each(['id: null', 'id: ~', 'id:', 'id: ""', 'id: "  "'])('takes `%s` for a missing id', (id) => {
    expect(problems(`nodes:\n  - ${id}\n    prompt: p\n`).map(({ code }) => code)).toEqual(['node/missing-id'])
  })

  it('takes true for the text true', () => {
    expect(open('nodes:\n  - {id: true, prompt: p}\n').model.nodes[0]?.id).toBe('true')
  })

  it('applies merge keys, its own fields first', () => {
    const { model, diagnostics } = open(`x-base: &base
  kind: verifier
  agent: reviewer
  max_turns: 3
nodes:
  - <<: *base
    id: check
    prompt: look
  - <<: [*base]
    id: check2
    max_turns: 1
    prompt: look again
name: m
`)
    expect(model.nodes.map((one) => [one.id, one.kind, one.agent, one.max_turns])).toEqual([['check', 'verifier', 'reviewer', 3], ['check2', 'verifier', 'reviewer', 1]])
    expect(diagnostics.map(({ code, field }) => `${code} ${field}`)).toEqual(['field/unknown x-base'])
  })

  it('knows where a merged field and an aliased value truly stand', () => {
    const reading = open('x: &base\n  kind: critic\n  needs: [b]\ny: &of JSON\nnodes:\n  - {<<: *base, id: a, prompt: p, output_format: *of}\n  - {id: b, prompt: p}\n')
    const { origin, source } = reading
    expect(origin.sourcePath(['nodes', 0, 'kind'])).toEqual(['x', 'kind'])
    expect(origin.sourcePath(['nodes', 0, 'needs', 0])).toEqual(['x', 'needs', 0])
    expect(origin.sourcePath(['nodes', 0, 'output_format'])).toEqual(['y'])
    const range = origin.range(['nodes', 0, 'output_format'])!
    expect(source.text.slice(range.start, range.end)).toBe('*of')
  })

  it('keeps every place of a need that is written twice', () => {
    const { model, origin } = open('nodes:\n  - {id: a, prompt: p}\n  - {id: b, needs: [zz, a, zz, " zz "], prompt: p}\n')
    expect(model.nodes[1]?.needs).toEqual(['zz', 'a'])
    expect(origin.sourcePaths(['nodes', 1, 'needs', 0])).toEqual([['nodes', 1, 'needs', 0], ['nodes', 1, 'needs', 2], ['nodes', 1, 'needs', 3]])
    expect(origin.sourcePath(['nodes', 1, 'needs', 1])).toEqual(['nodes', 1, 'needs', 1])
    expect(origin.sourcePath(['nodes', 1, 'kind'])).toBeNull()
  })

  it('reads a hundred and fifty aliases of one text', () => {
    const items = Array.from({ length: 150 }, (_, at) => `  - id: n${at}\n    prompt: p\n    output_format: *of\n`)
    const { model } = open(`name: many\nx-of: &of "a JSON object"\nnodes:\n${items.join('')}`)
    expect(model.nodes.filter((one) => one.output_format === 'a JSON object')).toHaveLength(150)
  })

  it('keeps inner line ends, tabs and spaces of a prompt', () => {
    const texts = ['a \nb\n', '  lead\nx', '\n\nx', 'x\n\n\n', 'a\tb\n\tc\n', 'l1\r\nl2', 'trail ', '\u2028x\u0085y']
    for (const text of texts) {
      const { model } = open(JSON.stringify({ nodes: [{ id: 'a', prompt: text }] }), 'json')
      expect(model.nodes[0]?.prompt).toBe(text.trim())
    }
  })
})

describe('wrong types', () => {
  it('hints at quotes for a template without them', () => {
    const [problem] = problems('name: t\nnodes:\n  - id: a\n    prompt: {{ goal }}\n')
    expect(problem).toMatchObject({ code: 'field/wrong-type', node: 'a', field: 'prompt', path: ['nodes', 0, 'prompt'] })
    expect(problem?.message).toBe('`prompt` must be text, but this is a map. Put quotes around {{ goal }}.')
    expect(problem?.fixes?.[0]?.edits[0]?.text).toBe('"{{ goal }}"')
    expect(marks('name: t\nnodes:\n  - id: a\n    prompt: {{ goal }}\n')).toEqual(['4:13 field/wrong-type a.prompt: {{ goal }}'])
  })

  it('says each once, and not as missing too', () => {
    expect(marks(node('needs: {b: 1}\nkind: [x]\ntools: [[read]]\nmax_turns: [2]'))).toEqual([
      '5:12 field/wrong-type a.needs: {b: 1}', '6:11 field/wrong-type a.kind: [x]', '7:13 field/wrong-type a.tools: [read]', '8:16 field/wrong-type a.max_turns: [2]',
    ])
    expect(marks('nodes: {a: 1}\n')).toEqual(['1:8 field/wrong-type nodes: {a: 1}'])
    expect(marks('nodes:\n  - hello\n  - id: b\n    prompt: p\n')).toEqual(['2:5 field/wrong-type: hello'])
    expect(marks('nodes:\n  - {id: a, prompt: p, kind: router, routes: [[b]]}\n')).toEqual(['2:47 field/wrong-type a.routes: [b]'])
  })

  it.each(['hello', '- a', '42', '[a]'])('refuses `%s` as a whole', (text) => {
    const found = problems(`${text}\n`)
    expect(found.map(({ code }) => code)).toEqual(['definition/not-a-map'])
    expect(found[0]?.message).toMatch(/^A workflow must be a map/)
  })

  it.each(['', '  \n\n', '# only\n\n# comments\n', 'null\n', '{}\n', 'nodes:\n', 'nodes: []\n', '---\n'])('finds no node in %j and nothing else', (text) => {
    const found = problems(text)
    expect(found.map(({ code }) => code)).toEqual(['definition/no-nodes'])
    expect(found[0]?.message).toContain('at least one node')
  })
})

describe('unknown fields', () => {
  it('are warnings with the nearest field, or the one that other tools call so', () => {
    const found = problems(node('output_fromat: x\nmaxTurns: 2\ndepends_on: [b]\nx-owner: docs'))
    expect(found.map(({ severity, message }) => `${severity} ${message}`)).toEqual([
      'warning `output_fromat` is not a field and is ignored. Did you mean `output_format`?',
      'warning `maxTurns` is not a field and is ignored. Did you mean `max_turns`?',
      'warning `depends_on` is not a field and is ignored. Did you mean `needs`?',
      'warning `x-owner` is not a field and is ignored.',
    ])
    expect(found[0]?.fixes).toEqual([{ title: 'Change to output_format', edits: [{ range: found[0]!.range, text: 'output_format' }] }])
  })

  it('are never renamed to a field that is there already', () => {
    expect(problems(node('promt: x'))[0]?.message).toBe('`promt` is not a field and is ignored.')
  })

  it('keep the quotes of JSON when they are mended', () => {
    const [problem] = problems('{"nodes": [{"id": "a", "prompt": "p", "agnt": "x"}]}', 'json')
    expect(problem?.fixes?.[0]?.edits[0]?.text).toBe('"agent"')
  })

  it('may be called like parts of objects', () => {
    const { model, diagnostics } = open('__proto__: {polluted: 1}\nconstructor: x\nnodes:\n  - {id: a, prompt: p, __proto__: {x: 1}, toString: 2}\n')
    expect(diagnostics.map(({ field }) => field)).toEqual(['__proto__', 'constructor', '__proto__', 'toString'])
    expect(model.nodes[0]).toEqual({ id: 'a', prompt: 'p', needs: [], routes: [], max_turns: 0, tools: [] })
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })
})

describe('turns', () => {
  it.each([['2', 2], ['0', 0], ['-4', 0], ['2.0', 2], ['0x10', 16], ['~', 0], ['', 0]])('reads %s as %i', (text, turns) => {
    const reading = open(node(`max_turns: ${text}`))
    expect(reading.model.nodes[0]?.max_turns).toBe(turns)
    expect(reading.diagnostics).toEqual([])
  })

  it.each(['2.5', 'three', '"2"', 'true', '.inf', '12345678901234567890', '[]'])('refuses %s', (text) => {
    const found = problems(node(`max_turns: ${text}`))
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({ severity: 'error', node: 'a', field: 'max_turns' })
  })

  it('offers to take a number out of its quotes', () => {
    const [problem] = problems(node('max_turns: "2"'))
    expect(problem?.code).toBe('max-turns/not-an-integer')
    expect(problem?.fixes?.[0]?.edits[0]?.text).toBe('2')
  })
})

describe('text cut by a comment', () => {
  it('is pointed out in prose', () => {
    const text = 'name: t\nnodes:\n  - id: a\n    prompt: Fix issue #12 and close it\n  - id: b\n    prompt: color is a#b\n'
    expect(marks(text)).toEqual(['4:23 text/cut-by-comment a.prompt: #12 and close it'])
    expect(open(text).model.nodes.map(({ prompt }) => prompt)).toEqual(['Fix issue', 'color is a#b'])
    expect(problems(text)[0]?.fixes?.[0]?.edits).toEqual([{ range: { start: text.indexOf('Fix'), end: text.indexOf('\n  - id: b') }, text: '"Fix issue #12 and close it"' }])
  })

  it('is not seen where a comment looks like one', () => {
    expect(marks('name: digest   # shown in the list\nnodes:\n  - id: a\t# note\n    prompt: "Write."   # short\n  - id: b # the second\n    prompt: q   # note\n')).toEqual([])
  })

  it('never reads a comment into an empty block text', () => {
    expect(marks('nodes:\n  - id: a\n    prompt: |\n# - id: old\n  - id: b\n    prompt: p\n')).toEqual(['3:13 node/missing-prompt a.prompt: |\n'])
  })
})

describe('definitions from code', () => {
  const hostile = (): unknown[] => {
    const cyclic: Record<string, unknown> = { name: 'c' }
    cyclic['nodes'] = [cyclic, cyclic]
    const throwing = { get nodes(): never { throw new Error('no') } }
    const liar = new Proxy({}, { ownKeys: () => { throw new Error('no') }, get: () => { throw new Error('no') } })
    const { proxy, revoke } = Proxy.revocable([], {})
    revoke()
    return [
      undefined, null, 0, NaN, 'text', true, 10n, Symbol('s'), () => 1, [], [[]], cyclic, throwing, liar, proxy, { nodes: liar }, { nodes: proxy },
      { nodes: [throwing, liar, proxy, null, 3, 'x', Symbol('s'), () => 1] }, { nodes: [{ id: { toString: () => { throw new Error('no') } } }] },
      Object.create({ nodes: [{ id: 'inherited', prompt: 'p' }] }), new Map([['nodes', []]]), JSON.parse('{"__proto__": {"nodes": []}, "nodes": [{"__proto__": 1}]}'),
      { nodes: [{ id: 'a', prompt: 'p', needs: { length: 3 }, routes: [Symbol('s'), () => 1, {}], max_turns: 10n ** 30n }] },
    ]
  }

  it('may be anything at all', () => {
    for (const value of hostile()) {
      const once = normalizeDefinition(value)
      expect(normalizeDefinition(once)).toEqual(once)
      expect(validate(value).some(({ severity }) => severity === 'error')).toBe(true)
    }
  })

  it('hold nothing that was inherited', () => {
    expect(normalizeDefinition(Object.create({ nodes: [{ id: 'inherited' }] }))).toEqual({ name: '', nodes: [] })
  })

  it('are normalised once and for all, whatever they hold', () => {
    const field = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.integer(), fc.double(), fc.constant(null), fc.boolean(), fc.array(fc.oneof(fc.string(), fc.constant(' a '), fc.integer()), { maxLength: 4 }), fc.object({ maxDepth: 1 }))
    const one = fc.dictionary(fc.constantFrom('id', 'kind', 'agent', 'prompt', 'needs', 'routes', 'max_turns', 'output_format', 'model', 'tools', 'timeout', 'x'), field)
    fc.assert(fc.property(fc.anything(), fc.record({ name: field, description: field, nodes: fc.oneof(fc.array(one, { maxLength: 5 }), field) }, { requiredKeys: [] }), (any, shaped) => {
      for (const value of [any, shaped]) {
        const once = normalizeDefinition(value)
        expect(normalizeDefinition(once)).toEqual(once)
        expect(validate(once)).toBeInstanceOf(Array)
      }
    }))
  })

  it('are judged like the same thing in a file', () => {
    const shaped = fc.record({
      name: fc.string(),
      nodes: fc.array(fc.record({
        id: fc.constantFrom('a', 'b', 'c', '', ' a', 'd\u200b'), prompt: fc.constantFrom('p', '', ' '), kind: fc.constantFrom('agent', 'Router', 'judge'),
        needs: fc.array(fc.constantFrom('a', 'b', 'c', 'zz', '')), routes: fc.array(fc.constantFrom('a', 'b', 'yy')), max_turns: fc.constantFrom(0, -1, 2.5, 'x'), timeout: fc.constantFrom('5m', '30', 'x'), extra: fc.constant(1),
      }, { requiredKeys: ['id'] }), { maxLength: 5 }),
    })
    const key = ({ code, path, message }: { code: string; path: readonly unknown[]; message: string }): string => `${code} ${path.join('/')} ${message}`
    fc.assert(fc.property(shaped, (definition) => {
      const parsed = parseDefinition(JSON.stringify(definition), 'json')
      expect(parsed.definition).toEqual(normalizeDefinition(definition))
      expect(parsed.diagnostics.map(key).toSorted()).toEqual(validate(definition).map(key).toSorted())
    }))
  })

  it('parse to nothing when the text is broken', () => {
    const { definition, diagnostics } = parseDefinition('nodes:\n  - id: a\n    needs: [a\n    prompt: p\n', 'yaml')
    expect(definition).toEqual({ name: '', nodes: [] })
    expect(diagnostics.some(({ code }) => code.startsWith('yaml/'))).toBe(true)
  })
})
