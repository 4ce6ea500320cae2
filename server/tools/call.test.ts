import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readInput, toArguments } from './input.ts'
import { checkValue, showMisfit } from './schema.ts'
import { calls, failureOf } from './testing/calls.ts'

describe('the input of a call', () => {
  it.each([
    ['{"path": "a"}', { path: 'a' }],
    ['', {}],
    ['  \n', {}],
    ['plain', 'plain'],
    ['[1]', '[1]'],
    ['{broken', '{broken'],
  ])('reads %j', (text, value) => {
    expect(readInput(text)).toEqual(value)
  })

  it('gives a text to a tool that takes one, or to its one string', () => {
    expect(toArguments({ type: 'string' }, 'x')).toEqual({ ok: true, value: 'x' })
    expect(toArguments({ type: ['object', 'string'] }, 'x')).toEqual({ ok: true, value: 'x' })
    expect(toArguments({}, 'x')).toEqual({ ok: true, value: 'x' })
    expect(toArguments({ type: 'object', properties: { q: { type: 'string' }, n: { type: 'integer' } } }, 'x')).toEqual({ ok: true, value: { q: 'x' } })
    expect(toArguments({ type: 'object', properties: { q: { type: 'string' }, as: { type: 'string' } }, required: ['q'] }, 'x')).toEqual({ ok: true, value: { q: 'x' } })
    expect(toArguments({ type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } } }, 'x')).toMatchObject({ ok: false, hint: 'Write the input as JSON with "a", "b".' })
    expect(toArguments({ type: 'object' }, 'x')).toMatchObject({ ok: false })
    expect(toArguments({ type: 'string' }, {})).toEqual({ ok: true, value: '' })
  })
})

describe('a schema', () => {
  const schema = { type: 'object', properties: { path: { type: 'string' }, tags: { type: 'array', items: { type: 'integer' } }, as: { enum: ['a', 'b'] } }, required: ['path'], additionalProperties: false } as const
  const said = (value: Parameters<typeof checkValue>[1]) => {
    const checked = checkValue(schema, value)
    return checked.ok ? checked.misfits.map(showMisfit) : checked.reason
  }

  it('says the path and what is expected there', () => {
    expect(said({ path: 'x' })).toEqual([])
    expect(said({ pth: 'x' })).toEqual(['path is missing', 'pth is unknown; did you mean "path"?'])
    expect(said({ path: 1, tags: [1, 'two'], as: 'c' })).toEqual(['path must be a string', 'tags[1] must be an integer', 'as must be one of "a", "b"'])
    expect(said([])).toEqual(['it must be an object'])
  })

  it('reports what is no schema instead of failing', () => {
    expect(checkValue({ type: 'wrong' }, {})).toMatchObject({ ok: false })
    expect(checkValue({ $schema: 'https://json-schema.org/draft/2020-12/schema', $ref: '#/nowhere' }, {})).toMatchObject({ ok: false })
    expect(checkValue({ $schema: 'http://json-schema.org/draft-07/schema#', type: 'object' }, {})).toEqual({ ok: true, misfits: [] })
  })
})

describe('a call', () => {
  it('names the tool that was probably meant', async () => {
    const { call } = await calls()
    expect(await failureOf(call('raed'))).toMatchObject({ kind: 'unknown-tool', message: 'there is no tool "raed"; did you mean "read"?', hint: expect.stringContaining('Known tools: read, write') })
  })

  it('is refused before it happens when the arguments do not fit', async () => {
    const { call, raised } = await calls()
    expect(await failureOf(call('write', { path: 'a.txt', contents: 'x' }))).toEqual({
      kind: 'invalid-input',
      message: 'the tool "write" was not called: content is missing; contents is unknown; did you mean "content"?',
      hint: 'heddle tools std::fs shows what it takes.',
    })
    expect(raised).toEqual([])
  })

  it('is found by the name of its module too', async () => {
    const { call } = await calls()
    expect(await call('std::flow.echo', 'hi')).toBe('hi')
    expect(await failureOf(call('std::flow.ech', 'hi'))).toMatchObject({ message: 'std::flow has no tool "ech"; did you mean "echo"?' })
  })

  it('does not outlive its time', async () => {
    const { call } = await calls()
    expect(await failureOf(call('sleep', { for: '1h' }, { timeout: 20 }))).toMatchObject({ kind: 'timeout', message: 'timed out after 20ms' })
  })

  it('ends with the reason of a cancel', async () => {
    const { call, cancel } = await calls()
    const called = call('sleep', { for: '1h' })
    called.catch(() => {})
    cancel(new Error('cancelled by the user'))
    await expect(called).rejects.toThrow('cancelled by the user')
  })

  it('replaces halves of characters, and says so', async () => {
    const { call, logs } = await calls()
    expect(await call('set', { text: 'half \uD83D', 'k\uDC00': 'whole 😀' })).toEqual({ text: 'half \uFFFD', 'k\uFFFD': 'whole 😀' })
    expect(logs).toEqual(['its result held 2 halves of characters: replaced by U+FFFD'])
  })

  it('keeps a result that is too large whole on disk, and passes its beginning on', async () => {
    const { call, workspace, logs } = await calls()
    const given = await call('echo', '😀'.repeat(1000), { limit: 101 })
    expect(given).toMatchObject({ truncated: true, bytes: 4000, beginning: '😀'.repeat(50) })
    const { file } = given as { readonly file: string }
    expect(file).toMatch(/^\.heddle\/outputs\/r1_node#1-[0-9a-f]{8}\.txt$/)
    expect(await readFile(join(workspace, file), 'utf8')).toBe('😀'.repeat(1000))
    expect(logs).toHaveLength(1)
  })
})
