import * as fc from 'fast-check'
import { describe, expect, expectTypeOf, it } from 'vitest'
import type { Diagnostic, Json, NodeDelta, RunEvent, RunState } from '../core/index.ts'
import {
  api,
  type diagnosticSchema,
  formatCursor,
  layoutSchema,
  type nodeDeltaSchema,
  parseCursor,
  problemCode,
  problemCodes,
  problemType,
  type runEventSchema,
  runIdSchema,
  type runStateSchema,
  saveFileSchema,
  saveLayoutSchema,
  startRunSchema,
} from './index.ts'
import type { z } from './schema.ts'

/** Without `readonly`, which schemas do not say; JSON stays as it is. */
type Plain<T> = Json extends T ? T : T extends readonly (infer Item)[] ? Plain<Item>[] : T extends object ? { -readonly [Key in keyof T]: Plain<T[Key]> } : T

describe('shapes', () => {
  it('are those of the core to the last field: one that is left out would be lost on the way', () => {
    expectTypeOf<Plain<z.infer<typeof runEventSchema>>>().branded.toEqualTypeOf<Plain<RunEvent>>()
    expectTypeOf<Plain<z.infer<typeof runStateSchema>>>().branded.toEqualTypeOf<Plain<RunState>>()
    expectTypeOf<Plain<z.infer<typeof nodeDeltaSchema>>>().branded.toEqualTypeOf<Plain<NodeDelta>>()
    expectTypeOf<Plain<z.infer<typeof diagnosticSchema>>>().branded.toEqualTypeOf<Plain<Diagnostic>>()
  })

  it('keep node ids that are names of the prototype', () => {
    const read = layoutSchema.parse(JSON.parse('{"a.yaml":{"__proto__":{"x":1,"y":2},"constructor":{"x":3,"y":4}}}'))
    expect(Object.getPrototypeOf(read)).toBeNull()
    // Written before graphs could run downwards: positions alone.
    expect(JSON.stringify(read)).toBe('{"a.yaml":{"nodes":{"__proto__":{"x":1,"y":2},"constructor":{"x":3,"y":4}}}}')
  })

  it('read which way a graph runs, though a node may be called so', () => {
    const entry = (text: string) => layoutSchema.parse(JSON.parse(`{"a.yaml":${text}}`))['a.yaml']
    expect(entry('{"direction":"down","nodes":{"a":{"x":1,"y":2}}}')).toEqual({ direction: 'down', nodes: { a: { x: 1, y: 2 } } })
    expect(entry('{"nodes":{"x":1,"y":2},"direction":{"x":3,"y":4}}')).toEqual({ nodes: { nodes: { x: 1, y: 2 }, direction: { x: 3, y: 4 } } })
  })

  it('name the place of a wrong position', () => {
    const read = saveLayoutSchema.safeParse({ file: 'a.yaml', nodes: { b: { x: 'left', y: 0 } } })
    expect(read.error?.issues[0]?.path).toEqual(['nodes', 'b', 'x'])
  })

  it('refuse positions that are not finite', () => {
    expect(saveLayoutSchema.safeParse({ file: 'a.yaml', nodes: { b: { x: Infinity, y: 0 } } }).success).toBe(false)
  })

  it('refuse text that UTF-8 cannot hold, and take every other text as it is', () => {
    expect(saveFileSchema.safeParse({ text: 'half \uD83D' }).success).toBe(false)
    expect(saveFileSchema.safeParse({ text: '\uDE00 half' }).success).toBe(false)
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(saveFileSchema.parse({ text }).text).toBe(text)
      }),
    )
  })

  it('refuse a key that they do not know: a graph sent in place of a saved file', () => {
    expect(startRunSchema.safeParse({ file: 'a.yaml', etag: '"x"', definition: 'nodes: []' }).success).toBe(false)
  })

  it.each(['../x', '', '.hidden', 'a/b', 'a\\b', 'a b', 'a:1', 'a,b', 'x'.repeat(129), 'a\0', 'a\n'])('refuse the run id %j', (id) => {
    expect(runIdSchema.safeParse(id).success).toBe(false)
  })
})

describe('paths', () => {
  it('escape each part and keep the slashes', () => {
    expect(api.file('flows/a b?#%.yaml')).toBe('/api/files/flows/a%20b%3F%23%25.yaml')
    expect(api.events([{ run: 'r1', after: 20 }, { run: 'r2', after: 0 }])).toBe('/api/events?run=r1%3A20&run=r2%3A0')
  })

  it('read back every cursor that they write', () => {
    const id = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,20}$/)
    fc.assert(
      fc.property(fc.uniqueArray(fc.record({ run: id, after: fc.nat() }), { selector: ({ run }) => run }), (cursors) => {
        expect(parseCursor(formatCursor(cursors))).toEqual(cursors)
      }),
    )
  })

  it('leave out parts of a cursor that make no sense', () => {
    expect(parseCursor('a:1,,b:-1,c:NaN,d:9999999999999999,:5,e')).toEqual([{ run: 'a', after: 1 }, { run: 'e', after: 0 }])
  })
})

describe('problems', () => {
  it('find their code in their type', () => {
    for (const code of problemCodes) expect(problemCode({ type: problemType(code) })).toBe(code)
    expect(problemCode({ type: 'urn:other' })).toBe('internal')
  })
})
