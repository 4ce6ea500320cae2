import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { verifyChain, type RunEventBody } from '../../src/core/index.ts'
import { sha256 } from '../engine/digest.ts'
import type { RunStore } from '../engine/ports.ts'
import { checkRun } from '../engine/read-run.ts'
import { describeRunStore } from './contract.ts'
import { createOwner } from './owner.ts'
import { createSqliteStore, type SqliteStoreOptions } from './sqlite.ts'
import { start } from './testing/child.ts'

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'heddle-store-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

describeRunStore('SQLite', async (alive) => {
  const file = join(folder(), 'runs.db')
  const options = { file, ...(alive ? { alive } : {}) }
  return { store: createSqliteStore(options), other: createSqliteStore(options) }
})

function open(file: string, options: Partial<SqliteStoreOptions> = {}): RunStore {
  const store = createSqliteStore({ file, ...options })
  onTestFinished(() => store.close())
  return store
}

const log = (message: string): RunEventBody => ({ type: 'log', message })

describe('the database of runs', () => {
  it('is made on first use, in a folder that stays out of commits', async () => {
    const dir = folder()
    const file = join(dir, '.heddle', 'runs.db')
    const store = open(file)
    expect(await store.list()).toEqual([])
    expect(await store.read('r')).toEqual([])
    expect(await store.head('r')).toBeNull()
    expect(existsSync(join(dir, '.heddle'))).toBe(false)
    await store.append('r', 0, [log('x')], 0)
    expect(existsSync(file)).toBe(true)
    expect(readFileSync(join(dir, '.heddle', '.gitignore'), 'utf8')).toBe('*\n')
  })

  it('leaves a .gitignore that is there, and puts none elsewhere', async () => {
    const dir = folder()
    mkdirSync(join(dir, '.heddle'))
    writeFileSync(join(dir, '.heddle', '.gitignore'), 'mine\n')
    await open(join(dir, '.heddle', 'runs.db')).append('r', 0, [log('x')], 0)
    expect(readFileSync(join(dir, '.heddle', '.gitignore'), 'utf8')).toBe('mine\n')
    await open(join(dir, 'elsewhere', 'deep', 'runs.db')).append('r', 0, [log('x')], 0)
    expect(existsSync(join(dir, 'elsewhere', 'deep', '.gitignore'))).toBe(false)
  })

  it('may be made by many at once', async () => {
    const file = join(folder(), 'runs.db')
    const stores = Array.from({ length: 8 }, () => open(file))
    await Promise.all(stores.map((store, n) => store.append(`r${n}`, 0, [log('x')], 0)))
    expect(await stores[0]!.list()).toHaveLength(8)
  })

  const bad: readonly (readonly [string, (file: string) => void, string, RegExp])[] = [
    ['a text', (file) => writeFileSync(file, 'name: not a database\n'.repeat(100)), 'not-a-database', /is not a database: move the file away/],
    ['a database of another program', (file) => new Database(file).exec('CREATE TABLE theirs (x)').close(), 'foreign', /of another program/],
    ['a database of a later version', (file) => {
      const later = new Database(file)
      later.pragma('application_id = 1212499020')
      later.pragma('user_version = 99')
      later.close()
    }, 'newer', /newer version of Heddle/],
    ['a folder', (file) => mkdirSync(file), 'failed', /cannot be used/],
    ['a link', (file) => symlinkSync('/etc/hostname', file), 'link', /is a link/],
  ]
  it.each(bad)('says so where the file is %s', async (_, make, fault, message) => {
    const file = join(folder(), 'runs.db')
    make(file)
    const store = open(file)
    await expect(store.append('r', 0, [log('x')], 0)).rejects.toMatchObject({ name: 'StoreError', fault, file })
    await expect(store.append('r', 0, [log('x')], 0)).rejects.toThrow(message)
    await expect(store.list()).rejects.toThrow(message)
  })

  it('brings a database of version 1 up to date, with all that is in it', async () => {
    const file = join(folder(), 'runs.db')
    const first = createSqliteStore({ file })
    const created: RunEventBody = { type: 'run.created', workflow: 'w', definition: { text: '', hash: '' }, plan: { kind: 'levels', dialect: 'dag', name: 'w', nodes: [] }, inputs: null, options: { maxParallel: 1, schedule: 'levels' } }
    await first.append('old', 0, [created], 0)
    await first.close()
    const before = new Database(file)
    before.exec('ALTER TABLE runs DROP COLUMN started_by')
    before.pragma('user_version = 1')
    before.close()
    const stores = Array.from({ length: 4 }, () => open(file))
    await Promise.all(stores.map((store, n) => store.append(`new${n}`, 0, [{ ...created, started_by: 'cron' }], n + 1)))
    expect((await stores[0]!.list()).map(({ run, started_by }) => [run, started_by])).toEqual([['new3', 'cron'], ['new2', 'cron'], ['new1', 'cron'], ['new0', 'cron'], ['old', undefined]])
    expect(await stores[0]!.read('old')).toHaveLength(1)
  })

  it('refuses a state folder that is a link', async () => {
    const dir = folder()
    mkdirSync(join(dir, 'target'))
    symlinkSync(join(dir, 'target'), join(dir, '.heddle'))
    await expect(open(join(dir, '.heddle', 'runs.db')).append('r', 0, [log('x')], 0)).rejects.toMatchObject({ fault: 'link' })
    expect(existsSync(join(dir, 'target', 'runs.db'))).toBe(false)
  })

  it.skipIf(process.getuid?.() === 0)('reads, and says that it cannot write, where it may only be read', async () => {
    const dir = folder()
    const file = join(dir, 'runs.db')
    const first = createSqliteStore({ file })
    await first.append('r', 0, [log('x')], 0)
    await first.close()
    const { chmodSync } = await import('node:fs')
    chmodSync(file, 0o444)
    const store = open(file)
    await expect(store.append('r', 1, [log('y')], 0)).rejects.toMatchObject({ fault: 'read-only' })
    expect(await store.read('r')).toHaveLength(1)
  })

  it('says that the disk is full, keeps what it had, and goes on with what fits', async () => {
    const file = join(folder(), 'runs.db')
    const store = open(file, { maxBytes: 512 * 1024 })
    await store.append('r', 0, [log('first')], 0)
    const both = await Promise.allSettled([store.append('r', 1, [log('x'.repeat(1024 * 1024))], 0), store.append('s', 0, [log('small')], 0)])
    expect(both[0]).toMatchObject({ status: 'rejected', reason: { name: 'StoreError', fault: 'full' } })
    expect(both[1]).toMatchObject({ status: 'fulfilled' })
    expect(await store.read('r')).toHaveLength(1)
    await expect(store.append('r', 1, [log('second')], 0)).resolves.toMatchObject([{ seq: 2 }])
    expect(verifyChain(await store.read('r'), sha256, { end: (await store.head('r'))! }).ok).toBe(true)
  })

  it('waits, without holding up the program, while another one has the database locked', async () => {
    const file = join(folder(), 'runs.db')
    const store = open(file)
    await store.append('r', 0, [log('first')], 0)
    const other = new Database(file)
    other.exec('BEGIN IMMEDIATE')
    let turns = 0
    const ticking = setInterval(() => (turns += 1), 1)
    const appended = store.append('r', 1, [log('second')], 0)
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(await store.read('r')).toHaveLength(1)
    expect(turns).toBeGreaterThan(3)
    other.exec('COMMIT')
    other.close()
    clearInterval(ticking)
    await expect(appended).resolves.toMatchObject([{ seq: 2 }])
  })

  it('commits what is appended in one turn together', async () => {
    const store = open(join(folder(), 'runs.db'))
    await store.append('r', 0, [log('0')], 0)
    let commits = 0
    store.watch('r', () => (commits += 1))
    await Promise.all(Array.from({ length: 50 }, (_, n) => store.append('r', n + 1, [log(`${n}`)], 0)))
    expect(commits).toBe(1)
    await store.append('r', 51, [log('x')], 0)
    expect(commits).toBe(2)
  })

  it('keeps what was appended just before it is closed, and then says that it is closed', async () => {
    const file = join(folder(), 'runs.db')
    const store = createSqliteStore({ file })
    await store.append('r', 0, [log('0')], 0)
    const last = store.append('r', 1, [log('1')], 0)
    await store.close()
    await expect(last).resolves.toMatchObject([{ seq: 2 }])
    await expect(store.append('r', 2, [log('2')], 0)).rejects.toMatchObject({ fault: 'closed' })
    await expect(store.read('r')).rejects.toMatchObject({ fault: 'closed' })
    await store.close()
    expect(await open(file).read('r')).toHaveLength(2)
  })

  it('gives large values in pages that fit', async () => {
    const store = open(join(folder(), 'runs.db'))
    for (let seq = 0; seq < 5; seq += 1) await store.append('r', seq, [log('x'.repeat(6 * 1024 * 1024))], 0)
    const page = await store.read('r')
    expect(page.length).toBeLessThan(5)
    expect(await checkRun(store, 'r', sha256)).toMatchObject({ ok: true, head: { seq: 5 } })
  })
})

describe('a record that was changed', () => {
  const changes: readonly (readonly [string, string, number])[] = [
    ['a word in it', `UPDATE events SET record = replace(record, 'two', 'owt') WHERE seq = 2`, 2],
    ['text that is no JSON', `UPDATE events SET record = 'gone' WHERE seq = 3`, 3],
    ['JSON that is no record', `UPDATE events SET record = '[1,2]' WHERE seq = 1`, 1],
    ['its hash', `UPDATE events SET hash = 'ff' WHERE seq = 2`, 2],
    ['a row that is gone', 'DELETE FROM events WHERE seq = 2', 2],
    ['the last rows gone', 'DELETE FROM events WHERE seq >= 3', 3],
    ['its number', 'UPDATE events SET seq = 9 WHERE seq = 4', 4],
    ['the head of the run', `UPDATE runs SET head = 'ff'`, 4],
  ]
  it.each(changes)('is found: %s', async (_, sql, seq) => {
    const file = join(folder(), 'runs.db')
    const store = open(file)
    await store.append('r', 0, ['one', 'two', 'three', 'four'].map(log), 0)
    expect(await checkRun(store, 'r', sha256)).toMatchObject({ ok: true })
    const other = new Database(file)
    other.exec(sql)
    other.close()
    const check = await checkRun(store, 'r', sha256)
    expect(check).toMatchObject({ ok: false, seq })
  })
})

describe('another process', () => {
  const appender = join(import.meta.dirname, 'testing/appender.ts')

  it('loses nothing that was acknowledged when it is killed in the middle of an append', async () => {
    const file = join(folder(), 'runs.db')
    for (const [round, size] of [10, 2_000, 200_000].entries()) {
      const at = `${file}.${round}`
      const child = await start(appender, [at, '4', String(size)])
      await child.line('ack r3 2')
      await new Promise((resolve) => setTimeout(resolve, 30 + 40 * round))
      child.kill('SIGKILL')
      expect(await child.ended).toMatchObject({ signal: 'SIGKILL' })
      const store = open(at)
      for (const run of ['r0', 'r1', 'r2', 'r3']) {
        expect(await checkRun(store, run, sha256)).toMatchObject({ ok: true })
        const kept = new Map((await readAll(store, run)).map((event) => [event.seq, event.hash]))
        const acknowledged = child.lines.filter((line) => line.startsWith(`ack ${run} `) && line.length > 64).map((line) => line.split(' '))
        expect(acknowledged.length).toBeGreaterThan(0)
        for (const [, , seq, hash] of acknowledged) expect(kept.get(Number(seq))).toBe(hash)
        // Its leases end with it.
        expect(await store.owner(run)).toBeNull()
        expect(await store.acquire(run, createOwner())).toEqual({ held: true })
      }
    }
  })

  it('is heard of, and is known to be alive while it is', async () => {
    const file = join(folder(), 'runs.db')
    const store = open(file)
    await store.append('mine', 0, [log('x')], 0)
    const heard = new Set<string>()
    store.watch(null, (run, change) => heard.add(`${run} ${change}`))
    const child = await start(appender, [file, '2'])
    await child.line('ack r1 2')
    await expect.poll(() => [...heard].toSorted(), { timeout: 5_000 }).toEqual(['r0 events', 'r1 events'])
    const owner = await store.owner('r0')
    expect(owner?.pid).not.toBe(process.pid)
    expect(await store.acquire('r0', createOwner())).toEqual({ held: false, by: owner })
    await expect(store.append('r0', 0, [log('mine')], 0)).rejects.toMatchObject({ name: 'AppendConflict' })
    child.kill('SIGKILL')
    await child.ended
    expect(await store.owner('r0')).toBeNull()
  })

  it('is not taken for a dead one that had the same number', async () => {
    const store = open(join(folder(), 'runs.db'))
    const mine = createOwner()
    // The number of a process that lives, with the start of one that does not.
    await store.acquire('r', { ...mine, token: `0000-1:${mine.token.split(':')[1]}` })
    const known = !mine.token.startsWith(':')
    expect((await store.owner('r')) === null).toBe(known)
  })

  it('on another machine keeps its lease for a while only', async () => {
    const far = { host: 'far-away', pid: 1, token: 'x:y' }
    const file = join(folder(), 'runs.db')
    const store = open(file)
    await store.acquire('r', far)
    expect(await store.acquire('r', createOwner())).toEqual({ held: false, by: far })
    const other = new Database(file)
    other.exec('UPDATE leases SET renewed = renewed - 120000')
    other.close()
    expect(await store.acquire('r', createOwner())).toEqual({ held: true })
  })
})

async function readAll(store: RunStore, run: string): Promise<readonly { readonly seq: number; readonly hash: string }[]> {
  const events: { seq: number; hash: string }[] = []
  for (;;) {
    const page = await store.read(run, events.length, 500)
    if (page.length === 0) return events
    events.push(...page.map(({ seq, hash }) => ({ seq, hash })))
  }
}
