import { Ajv } from 'ajv'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readSource } from '../../source/read.ts'
import { toJson } from '../../source/to-json.ts'
import { documentFields, nodeFields, nodeKeys } from './fields.ts'
import { readDag } from './read.ts'
import { dagSchema } from './schema.ts'

const ajv = new Ajv({ strict: false, allErrors: true })
const valid = ajv.compile(dagSchema())

describe('the JSON Schema of a dag', () => {
  it('is a schema of draft-07 and says what every field is', () => {
    expect(new Ajv({ strict: false }).validateSchema(dagSchema())).toBe(true)
    const { properties } = dagSchema() as { properties: { nodes: { items: { properties: Record<string, { description: string }> } } } }
    const fields = properties.nodes.items.properties
    expect(Object.keys(fields)).toEqual(nodeKeys)
    for (const field of [...nodeFields, ...documentFields]) expect(field.help.length).toBeGreaterThan(20)
    expect(Object.values(fields).every(({ description }) => description !== '')).toBe(true)
  })

  it('refuses what reading refuses', () => {
    expect(valid({ nodes: [{ id: 'a', prompt: 'p' }] })).toBe(true)
    for (const wrong of [[], { nodes: 3 }, { nodes: [] }, {}, { nodes: ['x'] }, { nodes: [{ id: 'a' }] }, { nodes: [{ id: 'a', prompt: {} }] },
      { nodes: [{ id: 'a', prompt: 'p', kind: 'judge' }] }, { nodes: [{ id: 'a', prompt: 'p', max_turns: 2.5 }] }, { nodes: [{ id: 'a', prompt: 'p', needs: {} }] }]) {
      expect([wrong, valid(wrong)]).toEqual([wrong, false])
    }
  })

  it('accepts whatever reading accepts', () => {
    const scalar = fc.constantFrom('a', 'no', '007', '1.5', 'true', '""', '"x y"', '~', '')
    const value = fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }).map((items) => `[${items.filter(Boolean).join(', ')}]`), fc.constantFrom('{a: 1}', '3', '-1', '2.5', ' Router', 'CRITIC'))
    const node = fc.dictionary(fc.constantFrom(...nodeKeys, 'x'), value).map((fields) => ({ id: 'a', prompt: 'p', ...fields }))
    fc.assert(fc.property(fc.array(node, { minLength: 1, maxLength: 3 }), (nodes) => {
      const text = `nodes:\n${nodes.map((one) => Object.entries(one).map(([key, each], at) => `${at === 0 ? '  - ' : '    '}${key}: ${each}\n`).join('')).join('')}`
      const source = readSource(text, 'yaml')
      const { diagnostics, model } = readDag(source)
      // A kind that is not one of the four is for the rules to refuse, and the schema does too.
      fc.pre(model.nodes.every(({ kind }) => kind === undefined || ['agent', 'verifier', 'critic', 'router'].includes(kind)))
      fc.pre(diagnostics.every(({ severity }) => severity !== 'error'))
      expect(valid(toJson(source.root)), `${text}${JSON.stringify(valid.errors)}`).toBe(true)
    }))
  })
})
