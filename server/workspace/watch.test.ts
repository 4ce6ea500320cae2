import { mkdir, mkdtemp, realpath, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { etagOf } from './read.ts'
import type { FileChange, WatchPace } from './watch.ts'
import { openWorkspace, type Workspace } from './workspace.ts'

const text = (name: string) => `name: ${name}\nnodes: []\n`
const etag = (name: string) => etagOf(Buffer.from(text(name)))

let root: string
let workspace: Workspace
let seen: FileChange[]
/** The changes of files that were written to be seen. */
let marked: FileChange[]
let stop: () => void

// A machine that builds beside the tests is slow to look; what is awaited ends as soon as it has come about.
vi.setConfig({ testTimeout: 90_000 })
// Nor does the watch itself slow down there.
const PACE: WatchPace = { every: 25, settle: 10, slowest: 25 }
const PATIENCE = { timeout: 30_000, interval: 10 }

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'heddle-watch-')))
  await put('a.yaml', 'one')
  workspace = await openWorkspace(root, PACE)
  seen = []
  marked = []
  stop = await workspace.watch.subscribe(hear)
})
afterEach(async () => {
  stop()
  workspace.close()
  await rm(root, { recursive: true, force: true })
})

async function reopen(pace: WatchPace): Promise<void> {
  stop()
  workspace.close()
  workspace = await openWorkspace(root, pace)
  stop = await workspace.watch.subscribe(hear)
}

const put = (path: string, name: string) => writeFile(join(root, path), text(name))
const hear = (change: FileChange) => void (change.path.startsWith('mark-') ? marked : seen).push(change)
const seenSoon = (expected: readonly FileChange[]) => vi.waitFor(() => expect(seen).toEqual(expected), PATIENCE)

/** Waits until the watch has looked twice since: what was written before it would have been told by then. */
async function someLooks(): Promise<void> {
  for (let look = 0; look < 2; look += 1) {
    const path = `mark-${marked.length}.yaml`
    await put(path, 'mark')
    await vi.waitFor(() => expect(marked).toContainEqual({ path, etag: etag('mark') }), PATIENCE)
  }
}

describe('the watch', () => {
  it('tells what another program changed, made, renamed and deleted', async () => {
    await put('a.yaml', 'two')
    await seenSoon([{ path: 'a.yaml', etag: etag('two') }])
    await mkdir(join(root, 'flows'))
    await put('flows/b.yaml', 'new')
    await seenSoon([expect.anything(), { path: 'flows/b.yaml', etag: etag('new') }])
    await rename(join(root, 'a.yaml'), join(root, 'c.yaml'))
    await vi.waitFor(() => expect(seen.slice(2)).toEqual(expect.arrayContaining([{ path: 'a.yaml', etag: null }, { path: 'c.yaml', etag: etag('two') }])), PATIENCE)
    await rm(join(root, 'c.yaml'))
    await vi.waitFor(() => expect(seen.slice(4)).toEqual([{ path: 'c.yaml', etag: null }]), PATIENCE)
  })

  it('sees a file replaced by rename, as git and editors do', async () => {
    await put('tmp', 'two')
    await rename(join(root, 'tmp'), join(root, 'a.yaml'))
    await vi.waitFor(() => expect(seen).toEqual([{ path: 'a.yaml', etag: etag('two') }]), PATIENCE)
  })

  it('is silent about the same bytes with another time', async () => {
    await put('a.yaml', 'one')
    await utimes(join(root, 'a.yaml'), new Date(), new Date(Date.now() + 5_000))
    await someLooks()
    expect(seen).toEqual([])
  })

  it('is silent about writes of this server, unless the page gives its name', async () => {
    await workspace.write('a.yaml', text('mine'), [etag('one')])
    await workspace.create('b.yaml', text('made'))
    await workspace.rename('b.yaml', 'c.yaml', etag('made'))
    await workspace.remove('c.yaml', [etag('made')])
    await someLooks()
    expect(seen).toEqual([])
    await workspace.write('a.yaml', text('again'), [etag('mine')], 'page-1')
    await someLooks()
    expect(seen).toEqual([{ path: 'a.yaml', etag: etag('again'), client: 'page-1' }])
  })

  it('tells when another program brings back a version that was saved here before', async () => {
    await workspace.write('a.yaml', text('two'), [etag('one')])
    await workspace.write('a.yaml', text('three'), [etag('two')])
    await someLooks()
    await put('a.yaml', 'two')
    await seenSoon([{ path: 'a.yaml', etag: etag('two') }])
    await put('a.yaml', 'three')
    await seenSoon([expect.anything(), { path: 'a.yaml', etag: etag('three') }])
  })

  it('keeps watching a file that was opened and is no workflow any more', async () => {
    await writeFile(join(root, 'other.json'), '[1]')
    expect((await workspace.read('other.json')).ok).toBe(true)
    await someLooks()
    expect(seen).toEqual([])
    await writeFile(join(root, 'other.json'), '[2]')
    await seenSoon([{ path: 'other.json', etag: etagOf(Buffer.from('[2]')) }])
    await rm(join(root, 'other.json'))
    await seenSoon([expect.anything(), { path: 'other.json', etag: null }])
  })

  it('tells everybody, and nobody who left', async () => {
    const others: FileChange[] = []
    const leave = await workspace.watch.subscribe((change) => others.push(change))
    await put('a.yaml', 'two')
    await vi.waitFor(() => expect([seen.length, others.length]).toEqual([1, 1]), PATIENCE)
    leave()
    await put('a.yaml', 'three')
    await vi.waitFor(() => expect(seen).toHaveLength(2), PATIENCE)
    expect(others).toHaveLength(1)
  })

  it('knows at the start what changed while nobody watched, and tells it as it is', async () => {
    stop()
    await put('a.yaml', 'meanwhile')
    stop = await workspace.watch.subscribe(hear)
    expect([...workspace.watch.known()]).toEqual([['a.yaml', etag('meanwhile')]])
    await someLooks()
    expect(seen).toEqual([])
  })

  it('takes a file that is written in two goes for one change', async () => {
    // Long between two looks, so that a slow machine writes both within one wait.
    await reopen({ ...PACE, settle: 1_000 })
    await writeFile(join(root, 'a.yaml'), text('two').slice(0, 12))
    await writeFile(join(root, 'a.yaml'), text('two'))
    await seenSoon([{ path: 'a.yaml', etag: etag('two') }])
    await someLooks()
    expect(seen).toHaveLength(1)
  })
})
