import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { within } from '../../within.ts'
import { calls, failureOf, folderWith } from '../testing/calls.ts'

vi.mock(import('../../within.ts'), async (original) => {
  const { within: real } = await original()
  return { within: vi.fn<typeof real>(real) as typeof real }
})
const watched = vi.mocked(within)

describe('a pattern for files', { timeout: 60_000 }, () => {
  it('that takes too long to be matched fails its call in bounded time', async () => {
    const { call } = await calls({ files: { ['a'.repeat(120)]: '', 'b.md': '' } })
    expect(await failureOf(call('glob', `${'*a'.repeat(14)}b`))).toMatchObject({ kind: 'tool', message: 'glob: the pattern takes longer than 5 s to be matched' })
    expect(await call('glob', '*.md')).toEqual(['b.md'])
  })

  it('finds what it fits alone, however many files a folder has', async () => {
    const { call } = await calls({ files: { 'a.md': '', 'a.txt': '', 'b.md': '', 'c.txt': '', 'in/d.md': '', 'in/e.txt': '' } })
    expect([await call('glob', '*.md'), await call('glob', '**/*.txt')]).toEqual([['a.md', 'b.md'], ['a.txt', 'c.txt', 'in/e.txt']])
  })

  it('is matched with the names of many folders at once, and with those of each large one', async () => {
    const names = Array.from({ length: 300 }, (_, at) => `d${String(at).padStart(3, '0')}/a.md`)
    const { call, logs } = await calls({ files: Object.fromEntries([...names, ...Array.from({ length: 5_000 }, (_, at) => `large/${at}.txt`)].map((name) => [name, ''])) })
    expect(await call('glob', { pattern: '*', in: 'd000' })).toEqual(['d000/a.md'])
    watched.mockClear()
    expect(await call('glob', '**/*.md')).toEqual(names)
    // Once for the arguments.
    expect(watched).toHaveBeenCalledTimes(1 + 2)
    expect(logs).toEqual([])
  })
})

describe('std::fs', () => {
  it('reads, writes, lists and finds files of the workspace', async () => {
    const { call, raised } = await calls({ files: { 'notes/a.md': '\uFEFFA', 'notes/deep/b.md': 'B', '.env': 'KEY=1', 'x.txt': '' } })
    expect(await call('read', 'notes/a.md')).toBe('A')
    expect(await call('write', { path: './out/new.txt', content: 'one\n' })).toEqual({ path: 'out/new.txt', bytes: 4 })
    await call('write', { path: 'out/new.txt', content: 'two\n', mode: 'append' })
    expect(await call('read', { path: 'out/new.txt' })).toBe('one\ntwo\n')
    expect(await call('list')).toEqual(['notes/', 'out/', 'x.txt'])
    expect(await call('glob', '**/*.md')).toEqual(['notes/a.md', 'notes/deep/b.md'])
    expect(await call('glob', { pattern: '*.md', in: 'notes' })).toEqual(['notes/a.md'])
    expect(raised.slice(0, 2)).toEqual([
      { effect: 'std::read', data: { path: 'notes/a.md' } },
      { effect: 'std::write', data: { path: 'out/new.txt', bytes: 4 } },
    ])
    expect(await failureOf(call('write', { path: 'x.txt', content: '', mode: 'create' }))).toMatchObject({ kind: 'tool', message: 'write: x.txt exists already' })
  })

  it.each(['../secret.txt', '/etc/passwd', 'notes/../../secret.txt', '.env', '.git/config', '.heddle/runs.db', 'link/secret.txt', 'loop', '', 'a\0b'])('does not leave the workspace by %j', async (path) => {
    const outside = await folderWith({ 'secret.txt': 'secret' })
    const { call, workspace, raised } = await calls({ files: { '.env': 'KEY=1', '.git/config': '' } })
    await symlink(outside, join(workspace, 'link'))
    await symlink('loop', join(workspace, 'loop'))
    expect(await failureOf(call('read', { path }))).toMatchObject({ kind: 'tool' })
    expect(await failureOf(call('write', { path, content: 'x' }))).toMatchObject({ kind: 'tool' })
    expect(raised).toEqual([])
    expect(await readFile(join(outside, 'secret.txt'), 'utf8')).toBe('secret')
  })

  it('says where a link leads before it is followed, so that a rule for the link is none for its target', async () => {
    const { call, raised, workspace } = await calls({ files: { 'private/a.md': 'A' } })
    await mkdir(join(workspace, 'notes'))
    await symlink('../private/a.md', join(workspace, 'notes/a.md'))
    expect(await call('read', 'notes/a.md')).toBe('A')
    expect(raised).toEqual([{ effect: 'std::read', data: { path: 'private/a.md', called: 'notes/a.md' } }])
  })

  it('does nothing that is not approved', async () => {
    const { call, workspace } = await calls({ files: { 'a.txt': 'kept' }, refuse: ['std::write'] })
    expect(await failureOf(call('write', { path: 'a.txt', content: 'lost' }))).toMatchObject({ kind: 'rejected' })
    expect(await readFile(join(workspace, 'a.txt'), 'utf8')).toBe('kept')
  })

  it('never writes the files that say what is started', async () => {
    const { call } = await calls({ files: { '.mcp.json': '{}' } })
    for (const path of ['.mcp.json', 'heddle.json', '.MCP.json']) expect(await failureOf(call('write', { path, content: '{}' }))).toMatchObject({ message: expect.stringContaining('tools may not write it') })
  })

  it('replaces what is not UTF-8, and says where', async () => {
    const { call, workspace, logs } = await calls()
    await writeFile(join(workspace, 'latin.txt'), Buffer.from([0x63, 0x61, 0x66, 0xe9]))
    expect(await call('read', 'latin.txt')).toBe('caf\uFFFD')
    expect(logs).toEqual(['latin.txt is not UTF-8 from byte 3 on: what cannot be read became U+FFFD'])
    expect(await call('read', { path: 'latin.txt', encoding: 'base64' })).toBe('Y2Fm6Q==')
  })
})

describe('std::text and std::json', () => {
  it('do what their names say', async () => {
    const { call } = await calls()
    expect(await call('query', { expression: 'items[price > $least].name', data: { items: [{ name: 'a', price: 1 }, { name: 'b', price: 3 }, { name: 'c', price: 4 }] }, bindings: { least: 2 } })).toEqual(['b', 'c'])
    expect(await call('query', { expression: 'a', data: '{"a": 1}' })).toBe(1)
    expect(await call('query', { expression: 'nothing', data: {} })).toBeNull()
    expect(await call('merge', { values: [{ a: { x: 1 }, b: 1 }, { a: { y: 2 } }] })).toEqual({ a: { x: 1, y: 2 }, b: 1 })
    expect(await call('merge', { values: [[1], [2]] })).toEqual([1, 2])
    expect(await call('template', { template: '{{ .name | printf "%q" }} {{ today }}', data: { name: 'a' } })).toBe('"a" 2026-01-02')
    expect(await call('split', { text: 'a,b', by: ',' })).toEqual(['a', 'b'])
    expect(await call('split', { text: 'a😀', by: '' })).toEqual(['a', '😀'])
    expect(await call('join', { items: ['a', 1], by: '-' })).toBe('a-1')
    expect(await call('lines', 'a\r\n\nb\n')).toEqual(['a', 'b'])
    expect(await call('regex', { text: 'a1 b2', pattern: '(?<letter>[a-z])(\\d)', mode: 'matches' })).toMatchObject([{ match: 'a1', index: 0, named: { letter: 'a' } }, { match: 'b2', groups: ['b', '2'] }])
    expect(await call('regex', { text: 'a1 b2', pattern: '\\d', mode: 'replace', replacement: '#' })).toBe('a# b#')
    expect(await call('regex', { text: 'x', pattern: 'y' })).toBeNull()
  })

  it.each([
    ['regex', { text: `${'a'.repeat(40)}!`, pattern: '^(a+)+$', mode: 'test' }],
    ['query', { expression: '($f := function($n) { $f($n + 1) }; $f(0))', data: {} }],
    ['query', { expression: '$sum([1..9999999].$match("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!", /^(a+)+$/).index)', data: {} }],
  ] as const)('%s ends in its time whatever it is asked', async (tool, input) => {
    const { call } = await calls()
    const called = failureOf(call(tool, input))
    expect(await call('echo', 'meanwhile')).toBe('meanwhile')
    expect(await called).toMatchObject({ kind: 'tool', message: expect.stringMatching(/took longer|memory|stack|Stack|sequence|cannot be worked out/) })
    expect(await call('regex', { text: 'a', pattern: 'a', mode: 'test' })).toBe(true)
  })

  it('reach nothing outside', async () => {
    const { call } = await calls()
    for (const expression of ['constructor', '__proto__', '$string.constructor', '"".constructor.constructor("return process")()', 'a.__proto__.polluted']) {
      const given = await call('query', { expression, data: { a: {} } }).catch(() => null)
      expect(given).toBeNull()
    }
  })

  it('say what is wrong with a pattern, an expression and a template', async () => {
    const { call } = await calls()
    expect(await failureOf(call('regex', { text: 'a', pattern: '(' }))).toMatchObject({ kind: 'tool', message: expect.stringContaining('regex: Invalid regular expression') })
    expect(await failureOf(call('query', { expression: 'a[', data: {} }))).toMatchObject({ kind: 'tool', message: expect.stringContaining('query: ') })
    expect(await failureOf(call('template', { template: '{{ .a' }))).toMatchObject({ kind: 'tool', message: expect.stringContaining('the template cannot be filled in') })
  })
})

describe('std::flow', () => {
  it('sets, echoes, waits, asserts and fails', async () => {
    const { call } = await calls()
    expect(await call('set', { a: [1] })).toEqual({ a: [1] })
    expect(await call('echo', 'text')).toBe('text')
    expect(await call('sleep', { for: '1ms', value: 3 })).toBe(3)
    expect(await call('assert', { that: 'yes' })).toBe(true)
    for (const that of ['', ' false ', '0', null, false, 0]) expect(await failureOf(call('assert', { that, message: 'no' }))).toMatchObject({ kind: 'tool', message: 'assert: no' })
    expect(await failureOf(call('fail', 'on purpose'))).toMatchObject({ kind: 'tool', message: 'fail: on purpose' })
    expect(await failureOf(call('sleep', { for: '9 parsecs' }))).toMatchObject({ message: 'sleep: "9 parsecs" is no duration' })
  })
})
