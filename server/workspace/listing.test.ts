import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createListing } from './listing.ts'
import { createLock } from './lock.ts'
import { walk } from './walk.ts'

const DAG = 'name: one\nnodes:\n  - id: a\n    prompt: p\n'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'heddle-listing-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

async function put(path: string, text: string | Uint8Array = DAG): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), text)
}

const list = async () => (await createListing(root, createLock()).refresh()).files
const paths = async () => (await list()).map(({ path }) => path)

describe('the list of workflows', () => {
  it('names dialect, name and problems of each', async () => {
    await put('b.yaml')
    await put('flows/a.json', '{"nodes":[{"id":"x"},{"id":"x","prompt":"p"}]}')
    await put('walk.yml', 'nodes: []\nedges: []\n')
    await put('steps.yaml', 'workflow:\n  steps: []\n')
    expect((await list()).map(({ path, format, dialect, name, problems }) => ({ path, format, dialect, name, broken: (problems?.errors ?? 0) > 0 }))).toEqual([
      { path: 'b.yaml', format: 'yaml', dialect: 'dag', name: 'one', broken: false },
      { path: 'flows/a.json', format: 'json', dialect: 'dag', name: undefined, broken: true },
      { path: 'steps.yaml', format: 'yaml', dialect: 'steps', name: undefined, broken: expect.any(Boolean) },
      { path: 'walk.yml', format: 'yaml', dialect: 'flow', name: undefined, broken: expect.any(Boolean) },
    ])
  })

  it('passes over what is no workflow', async () => {
    await put('package.json', '{"name":"x","nodes":[]}')
    await put('data.json', '[1,2]')
    await put('settings.yaml', 'theme: dark\n')
    await put('k8s.yaml', 'apiVersion: v1\nkind: Cluster\nnodes: []\n')
    await put('notes.txt')
    await put('large.json', JSON.stringify({ data: 'x'.repeat(5_000_000) }))
    for (const folder of ['node_modules/x', 'dist', '.git', '.heddle', '.hidden', 'build', 'NODE_MODULES', 'target']) await put(`${folder}/a.yaml`)
    await put('.env.yaml')
    await put('.hidden.yaml')
    expect(await paths()).toEqual([])
  })

  it('shows what is being written: an empty file, a first key, a text that does not parse yet', async () => {
    await put('empty.yaml', '')
    await put('begun.yaml', 'name: begun\n')
    await put('broken.yaml', 'nodes:\n  - id: [\n')
    await put('workflows/strange.yaml', '- 1\n')
    expect((await list()).map(({ path, dialect }) => [path, dialect])).toEqual([
      ['begun.yaml', 'dag'],
      ['broken.yaml', null],
      ['empty.yaml', 'dag'],
      ['workflows/strange.yaml', 'dag'],
    ])
  })

  it('says why a file cannot be opened', async () => {
    await put('latin.yaml', Buffer.from('name: caf\xe9\nnodes: []\n', 'latin1'))
    await put('wide.yaml', Buffer.from('\uFEFFnodes: []\n', 'utf16le'))
    await put('huge.yaml', Buffer.alloc(4 * 1024 * 1024 + 1, 0x20))
    const files = await list()
    expect(files.map(({ path, dialect, problems }) => [path, dialect, problems])).toEqual([['huge.yaml', null, null], ['latin.yaml', null, null], ['wide.yaml', null, null]])
    expect(files.map(({ unreadable }) => unreadable)).toEqual([expect.stringContaining('4.0 MB'), expect.stringContaining('byte 9'), expect.stringContaining('UTF-16')])
  })

  it('lists a large file without reading it through', async () => {
    await put('large.yaml', `nodes:\n${'  - {id: a, prompt: p}\n'.repeat(60_000)}`)
    expect((await list()).map(({ path, problems }) => [path, problems])).toEqual([['large.yaml', null]])
  })

  it('shows a link to a workflow inside, and none to what lies outside or is private', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'heddle-outside-'))
    await writeFile(join(outside, 'secret.yaml'), DAG)
    await put('flows/a.yaml')
    await put('.git/a.yaml')
    await symlink('flows/a.yaml', join(root, 'inside.yaml'))
    await symlink(join(outside, 'secret.yaml'), join(root, 'outside.yaml'))
    await symlink(outside, join(root, 'folder'))
    await symlink('.git/a.yaml', join(root, 'private.yaml'))
    await symlink('.', join(root, 'loop'))
    await symlink('gone.yaml', join(root, 'dangling.yaml'))
    expect(await paths()).toEqual(['flows/a.yaml', 'inside.yaml'])
    await rm(outside, { recursive: true })
  })

  it('reads again only what changed, and sees a change that kept size and time', async () => {
    const listing = createListing(root, createLock())
    await put('a.yaml', 'name: one\nnodes: []\n')
    await put('b.yaml')
    const first = await listing.refresh()
    const time = new Date(first.files[0]?.modified ?? 0)
    await put('a.yaml', 'name: two\nnodes: []\n')
    await utimes(join(root, 'a.yaml'), time, time)
    const second = await listing.refresh()
    expect(second.files.map(({ name }) => name)).toEqual(['two', 'one'])
    expect(second.files[1]).toBe(first.files[1])
    await rm(join(root, 'a.yaml'))
    expect((await listing.refresh()).files.map(({ path }) => path)).toEqual(['b.yaml'])
  })
})

describe('walk', () => {
  it('keeps to its bounds and says that there is more', async () => {
    for (let index = 0; index < 6; index++) await put(`${index}.yaml`)
    await put('a/b/c/deep.yaml')
    const all = await walk(root)
    expect([all.candidates.length, all.truncated]).toEqual([7, false])
    const few = await walk(root, { depth: 8, folders: 100, files: 4 })
    expect([few.candidates.map(({ path }) => path), few.truncated]).toEqual([['0.yaml', '1.yaml', '2.yaml', '3.yaml'], true])
    const shallow = await walk(root, { depth: 1, folders: 100, files: 100 })
    expect([shallow.candidates.length, shallow.truncated]).toEqual([6, true])
    const narrow = await walk(root, { depth: 8, folders: 2, files: 100 })
    expect([narrow.candidates.length, narrow.truncated]).toEqual([6, true])
  })

  it('gives an empty list for a folder that is gone', async () => {
    expect(await walk(join(root, 'none'))).toEqual({ candidates: [], truncated: false })
  })
})
