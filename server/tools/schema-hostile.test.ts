import { describe, expect, it } from 'vitest'
import type { Json } from '../../src/core/index.ts'
import { checkValue } from './schema.ts'
import { signatureOf } from './signature.ts'
import { calls, failureOf } from './testing/calls.ts'
import { mcpProgram } from './testing/mcp-program.ts'
import type { JsonSchema } from './tool.ts'
import { within } from '../within.ts'

const BACKTRACKS = { type: 'object', properties: { q: { type: 'string', pattern: '^(a+)+$' } } } as const
const LONG = `${'a'.repeat(60)}!`

/** Each part asks for the next one twice. */
function doubling(depth: number): JsonSchema {
  const parts = Object.fromEntries(Array.from({ length: depth }, (_, at) => [`p${at}`, { allOf: [{ $ref: `#/$defs/p${at + 1}` }, { $ref: `#/$defs/p${at + 1}` }] }]))
  return { $ref: '#/$defs/p0', $defs: { ...parts, [`p${depth}`]: { type: 'object', properties: { a: { type: 'string' } } } } }
}

describe('a schema of a stranger', { timeout: 60_000 }, () => {
  it.each<[string, JsonSchema, Json, RegExp]>([
    ['a pattern that backtracks', BACKTRACKS, { q: LONG }, /longer than 2 s to check/],
    ['a pattern for names that backtracks', { patternProperties: { '^(\\w+\\s?)*$': { type: 'string' } } }, { [`${'word '.repeat(12)}!`]: 'x' }, /longer than 2 s to check/],
    ['parts that double at each step', doubling(40), { a: 1 }, /longer than 2 s to (check|read)/],
    ['itself in itself', { $ref: '#' }, {}, /leads back to itself/],
    ['itself through others', { $ref: '#/$defs/a', $defs: { a: { allOf: [{ $ref: '#/$defs/b' }] }, b: { anyOf: [{ $ref: '#/$defs/a' }] } } }, {}, /leads back to itself/],
    ['an address', { $ref: 'http://127.0.0.1:9/schema.json' }, {}, /can't resolve reference/],
    ['an address of a file', { properties: { a: { $ref: 'file:///etc/passwd' } } }, {}, /can't resolve reference/],
    ['very many parts', { enum: Array.from({ length: 30_000 }, (_, at) => at) }, 1, /more than 20000 parts/],
    ['a pattern that is none', { type: 'string', pattern: '(' }, 'x', /Invalid regular expression/],
  ])('that holds %s is refused in bounded time', (_, schema, value, reason) => {
    expect(checkValue(schema, value)).toEqual({ ok: false, reason: expect.stringMatching(reason) })
    // The one behind it is checked as ever.
    expect(checkValue({ type: 'string', pattern: '^a+$' }, 'aaa')).toEqual({ ok: true, misfits: [] })
  })

  it('is followed in values that nest', () => {
    const tree = { $ref: '#/$defs/tree', $defs: { tree: { type: 'object', properties: { name: { type: 'string' }, in: { $ref: '#/$defs/tree' } }, required: ['name'] } } } as const
    expect(checkValue(tree, { name: 'a', in: { name: 'b' } })).toEqual({ ok: true, misfits: [] })
    expect(checkValue(tree, { name: 'a', in: { in: { name: 'c' } } })).toMatchObject({ ok: true, misfits: [{ path: ['in', 'name'], expected: 'is missing' }] })
  })

  it('is written out as far as it helps', () => {
    const wide: JsonSchema = { type: 'object', properties: Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`p${at}`, { $ref: '#' }])) }
    expect(signatureOf({ name: 'wide', input: wide }).length).toBeLessThan(50_000)
  })

  it('fails the call of its tool alone, and its server goes on', async () => {
    const program = mcpProgram({ find: 'text(id, "found")', plain: 'text(id, "here")' }, { schemas: { find: BACKTRACKS } })
    const { call, raised } = await calls({ files: { '.mcp.json': JSON.stringify({ mcpServers: { by: program } }) }, trusted: true })
    expect(await failureOf(call('find', { q: LONG }))).toEqual({ kind: 'tool', message: 'the tool "find" cannot be called: its input schema cannot be used: it takes longer than 2 s to check a value by it' })
    expect(raised).toEqual([])
    expect(await call('find', { q: 'aaa' })).toBe('found')
    expect(await call('plain')).toBe('here')
  })
})

describe('work within a time', () => {
  it('gives what it gives, and throws what it throws', () => {
    expect(within(1_000, () => within(1_000, () => 7))).toEqual({ ok: true, value: { ok: true, value: 7 } })
    expect(() => within(1_000, () => { throw new TypeError('no') })).toThrow(new TypeError('no'))
  })

  it('is cut off', () => {
    expect(within(20, () => { for (;;); })).toEqual({ ok: false })
    expect(within(1_000, () => 'after')).toEqual({ ok: true, value: 'after' })
  })
})
