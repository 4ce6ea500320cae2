import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Json } from '../../src/core/index.ts'
import { checkValue } from './schema.ts'
import type { JsonSchema } from './tool.ts'

afterEach(() => void vi.restoreAllMocks())

function misfits(schema: JsonSchema, value: Json) {
  const checked = checkValue(schema, value)
  if (!checked.ok) throw new Error(checked.reason)
  return checked.misfits
}

describe('a misfit', () => {
  it('says of what kind it is', () => {
    const schema = { type: 'object', required: ['a'], properties: { a: true, b: { type: 'string' } }, additionalProperties: false } as const
    expect(misfits(schema, { b: 1, c: 1 }).map(({ kind, path }) => [kind, path])).toEqual([['missing', ['a']], ['unknown', ['c']], ['value', ['b']]])
  })
})

describe('the schemas of many tools', () => {
  it('are read by one reader of their draft, which reads that draft once', () => {
    checkValue({ title: 'the first' }, 1)
    const draft = vi.spyOn(Ajv2020.prototype, '_addDefaultMetaSchema')
    for (let at = 0; at < 20; at += 1) expect(misfits({ type: 'object', properties: { [`p${at}`]: { type: 'integer' } } }, { [`p${at}`]: 'x' })).toHaveLength(1)
    expect(draft).not.toHaveBeenCalled()
  })

  it('do not hear of each other', () => {
    const named = (type: string): JsonSchema => ({ $id: 'https://one.example/in', properties: { a: { $ref: '#/$defs/t' }, b: { $ref: 'part' } }, $defs: { t: { type }, part: { $id: 'part', type } } })
    expect(misfits(named('string'), { a: 1, b: 1 })).toHaveLength(2)
    expect(misfits(named('integer'), { a: 1, b: 1 })).toEqual([])
    const anchored = (type: string): JsonSchema => ({ properties: { a: { $ref: '#t' } }, $defs: { t: { $anchor: 't', type } } })
    expect(misfits(anchored('string'), { a: 1 })).toHaveLength(1)
    expect(misfits(anchored('integer'), { a: 1 })).toEqual([])
    expect(checkValue({ properties: { b: { $ref: 'https://one.example/part' } } }, {})).toMatchObject({ ok: false })
    expect(checkValue({ properties: { b: { $ref: '#t' } } }, {})).toMatchObject({ ok: false })
  })

  it('are read as ever behind one that cannot be', () => {
    expect(checkValue({ properties: { a: { type: 'wrong' } } }, {})).toMatchObject({ ok: false })
    expect(misfits({ properties: { a: { type: 'string' } } }, { a: 1 })).toHaveLength(1)
  })
})
