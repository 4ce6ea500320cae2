import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { readSource } from '../../source/read.ts'
import { isWhole } from '../../source/find.ts'
import type { Json } from '../../diagnostic.ts'
import { renderYaml } from '../../source/patch/render.ts'
import { flow } from './dialect.ts'
import { checkRules } from './validate.ts'
import { noFixes } from './fixes.ts'
import { readFlowValue, type FlowReading } from './read.ts'
import traces from './testing/traces.json' with { type: 'json' }

/** More by `HEDDLE_CASES=100000 npx vitest run src/core/dialects/flow/fuzz`. */
const CASES = Number(process.env['HEDDLE_CASES'] || 150)
const TIMEOUT = 120_000 + CASES * 50
let tried = 0
let read = 0

/** Asks everything of a reading and gives what is wrong with the answers. */
function ask(reading: FlowReading): string[] {
  read += 1
  const faults: string[] = []
  const check = (holds: boolean, what: string): void => {
    if (!holds) faults.push(what)
  }
  for (const { range, message } of [...reading.diagnostics, ...flow.validate(reading)]) {
    check(!range || (range.start >= 0 && range.start <= range.end && range.end <= reading.source.text.length), `range of: ${message}`)
  }
  const view = flow.project(reading)
  const keys = view.nodes.map(({ key }) => key)
  check(new Set(keys).size === keys.length, 'keys of nodes are unique')
  check(new Set(view.edges.map(({ key }) => key)).size === view.edges.length, 'keys of edges are unique')
  for (const edge of view.edges) {
    check(keys.includes(edge.from) && keys.includes(edge.to), `${edge.key} joins nodes of the view`)
    check(flow.edgePath(reading.model, edge) !== null, `${edge.key} stands in the model`)
  }
  flow.plan(reading.model)
  flow.occurrences(reading)
  flow.mentions(reading, 'a')
  for (const index of keys.keys()) flow.prompt(reading.model, index, () => 'x')
  for (const key of keys) {
    flow.operations(reading, { type: 'remove', nodes: [key] })
    flow.operations(reading, { type: 'rename', node: key, to: 'fresh' })
    flow.refuseEdge(reading, key, keys[0]!)
  }
  check(({} as { readonly polluted?: unknown }).polluted === undefined && Object.keys(Object.prototype).length === 0, 'no prototype is touched')
  return faults
}

function askText(text: string): string[] {
  tried += 1
  const source = readSource(text, /^\s*\{/.test(text) ? 'json' : 'yaml')
  return isWhole(source) ? ask(flow.read(source)) : []
}

const word = fc.oneof(fc.constantFrom('a', 'b', 'end', '__proto__', 'constructor', 'toString', '', ' ', '\u200b', 'caf\u00e9', 'cafe\u0301', '\ud800', '{{.a}}', '{{', '{{range .x}}{{end}}', '7', 'null'), fc.string({ maxLength: 6 }))
const name = fc.oneof({ weight: 12, arbitrary: fc.constantFrom('id', 'kind', 'tool', 'agent', 'prompt', 'routes', 'input', 'output', 'on_error', 'for_each', 'item_var', 'max_parallel', 'from', 'to', 'if', 'max_iterations', 'tools', 'timeout') }, { weight: 1, arbitrary: word })
const value: fc.Arbitrary<Json> = fc.oneof({ weight: 6, arbitrary: word }, fc.integer(), fc.boolean(), fc.constant(null), fc.array(word, { maxLength: 3 }), fc.dictionary(name, word, { maxKeys: 2, noNullPrototype: false }) as fc.Arbitrary<Json>)
const part = fc.array(fc.tuple(name, value), { maxLength: 7 }).map((entries) => Object.fromEntries(entries) as Json)
const list = fc.oneof({ weight: 8, arbitrary: fc.array(fc.oneof({ weight: 8, arbitrary: part }, value), { maxLength: 6 }) as fc.Arbitrary<Json> }, value)
const body = fc.record({ entry: value, output: value, max_node_executions: value, nodes: list, edges: list }, { requiredKeys: [] })

describe('the reader of flows', () => {
  it('takes any shape of file without a throw, a lost key or a changed prototype', () => {
    fc.assert(fc.property(body, fc.boolean(), value, (each, isAlone, header) => {
      expect(askText(renderYaml((isAlone ? { name: header, workflow: each } : { name: header, agents: header, llm: header, ...each }) as Json))).toEqual([])
    }), { numRuns: CASES })
  }, TIMEOUT)

  it('takes real flows that are damaged anywhere', () => {
    const texts = traces.map(({ name: called, workflow }) => renderYaml({ name: called, workflow } as Json))
    const damage = fc.record({ text: fc.constantFrom(...texts), at: fc.nat(), length: fc.nat(12), put: fc.oneof(fc.constantFrom('', ':', '- ', '{', '}', '[', ']', '"', '&a ', '*a', '<<: ', '\t', '#', '|', '{{', '}}', '\0', '\u2028', '!!x '), fc.string({ maxLength: 4 })) })
    fc.assert(fc.property(damage, ({ text, at, length, put }) => {
      const start = at % (text.length + 1)
      expect(askText(text.slice(0, start) + put + text.slice(start + length))).toEqual([])
    }), { numRuns: CASES })
  }, TIMEOUT)

  it('takes any text at all, and any value from code', () => {
    fc.assert(fc.property(fc.string({ maxLength: 200, unit: 'binary' }), fc.anything(), (text, thing) => {
      expect(askText(`workflow:\n  nodes:\n${text}`)).toEqual([])
      const from = readFlowValue(thing)
      checkRules({ ...from, source: null }, noFixes)
      tried += 1
    }), { numRuns: CASES })
  }, TIMEOUT)

  it('ends on what is made to have no end', () => {
    const chain = Array.from({ length: 3_000 }, (_, place) => place)
    const text = `nodes:\n${chain.map((place) => `- id: n${place}\n`).join('')}edges:\n${chain.map((place) => `- {from: n${place}, to: n${(place * 7 + 1) % 3_000}, max_iterations: ${place % 3}}\n- {from: n${place}, to: n${(place + 1) % 3_000}}\n`).join('')}`
    const source = readSource(text, 'yaml')
    const reading = flow.read(source)
    expect(flow.validate(reading).every(({ severity }) => severity !== 'error')).toBe(true)
    expect(flow.project(reading).edges).toHaveLength(6_000)
    tried += 1
    for (const hostile of ['nodes: &a [*a]\nedges: []', 'edges: [{from: {from: {}}}]\nnodes: [[[[]]]]', `nodes: []\nedges: [${'{from: a, to: b}, '.repeat(2_000)}]`, 'workflow: {nodes: [{__proto__: {polluted: 1}, id: a}], __proto__: {polluted: 1}}']) expect(askText(hostile)).toEqual([])
  }, 60_000)

  afterAll(() => {
    process.stdout.write(`flows read: ${tried} inputs tried, ${read} of them whole\n`)
  })
})
