import { chmod, link, mkdir, mkdtemp, readdir, readFile, readlink, realpath, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { etagOf } from './read.ts'
import { openWorkspace, type Workspace } from './workspace.ts'
import * as atomic from './write.ts'

let root: string
let workspace: Workspace

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'heddle-workspace-')))
  workspace = await openWorkspace(root)
})
afterEach(async () => {
  workspace.close()
  await rm(root, { recursive: true, force: true })
})

const etag = (text: string) => etagOf(Buffer.from(text))
const onDisk = (path: string) => readFile(join(root, path), 'utf8')
const put = (path: string, text: string) => writeFile(join(root, path), text)
/** Every file under a folder of the workspace, relative to it. */
const filesIn = async (path = '') => (await readdir(join(root, path), { recursive: true, withFileTypes: true })).filter((entry) => !entry.isDirectory()).map(({ name }) => name).sort()

describe('write', () => {
  it('replaces the version that it was made from', async () => {
    await put('a.yaml', 'one')
    expect(await workspace.write('a.yaml', 'two', [etag('one')])).toMatchObject({ ok: true, value: { path: 'a.yaml', etag: etag('two'), size: 3 } })
    expect(await onDisk('a.yaml')).toBe('two')
  })

  it('gives the other text, and writes nothing, when the file was changed since', async () => {
    await put('a.yaml', 'theirs')
    expect(await workspace.write('a.yaml', 'mine', [etag('one')])).toMatchObject({ ok: false, fault: { code: 'file-changed', etag: etag('theirs'), theirs: { text: 'theirs', etag: etag('theirs') } } })
    expect(await onDisk('a.yaml')).toBe('theirs')
  })

  it('says that the file is gone instead of making it again', async () => {
    expect(await workspace.write('a.yaml', 'mine', [etag('one')])).toMatchObject({ ok: false, fault: { code: 'file-changed', etag: null, theirs: null } })
    expect(await filesIn()).toEqual([])
  })

  it('keeps a file that is not UTF-8 any more, and cannot show it', async () => {
    await writeFile(join(root, 'a.yaml'), Buffer.from([0xff, 0xfe]))
    const saved = await workspace.write('a.yaml', 'mine', [etag('one')])
    expect(saved).toMatchObject({ ok: false, fault: { code: 'file-changed' } })
    expect(!saved.ok && 'theirs' in saved.fault).toBe(false)
  })

  it('lets one of many writers of the same version win, and none of the others', async () => {
    await put('a.yaml', 'one')
    const results = await Promise.all(Array.from({ length: 20 }, (_, index) => workspace.write('a.yaml', `mine ${index}`, [etag('one')])))
    const won = results.flatMap((result, index) => (result.ok ? [index] : []))
    expect(won).toHaveLength(1)
    expect(await onDisk('a.yaml')).toBe(`mine ${won[0]}`)
    expect(await filesIn()).toEqual(['a.yaml'])
  })

  it('compares once more when all that is left is the rename: a change made while it wrote is kept', async () => {
    await put('a.yaml', 'one')
    const original = atomic.replaceFile
    vi.spyOn(atomic, 'replaceFile').mockImplementationOnce(async (target, bytes, mayReplace) => {
      return await original(target, bytes, async () => {
        await put('a.yaml', 'another program, just now')
        return await mayReplace()
      })
    })
    expect(await workspace.write('a.yaml', 'mine', [etag('one')])).toMatchObject({ ok: false, fault: { code: 'file-changed', theirs: { text: 'another program, just now' } } })
    expect(await onDisk('a.yaml')).toBe('another program, just now')
    expect(await filesIn()).toEqual(['a.yaml'])
  })

  it('shows a reader the old bytes or the new ones, never a part', async () => {
    const texts = ['a', 'b'].map((letter) => letter.repeat(2_000_000))
    await put('a.yaml', texts[0] ?? '')
    const seen = new Set<string>()
    let isWriting = true
    const reading = (async () => {
      while (isWriting) {
        const text = await onDisk('a.yaml')
        seen.add(`${text.length} ${text[0]}${text.at(-1)}`)
      }
    })()
    for (let round = 1; round <= 10; round++) {
      const saved = await workspace.write('a.yaml', texts[round % 2] ?? '', [etag(texts[(round - 1) % 2] ?? '')])
      expect(saved.ok).toBe(true)
    }
    isWriting = false
    await reading
    expect([...seen].filter((each) => each !== '2000000 aa' && each !== '2000000 bb')).toEqual([])
  })

  it('keeps mode, byte order mark, line ends and characters of all planes', async () => {
    await put('a.yaml', 'one')
    await chmod(join(root, 'a.yaml'), 0o640)
    const text = '\uFEFFname: 😀\r\nx: "\u2028"\r'
    await workspace.write('a.yaml', text, [etag('one')])
    expect((await stat(join(root, 'a.yaml'))).mode & 0o777).toBe(0o640)
    expect(await onDisk('a.yaml')).toBe(text)
  })

  it('writes through a link to its file, and the link stays one', async () => {
    await mkdir(join(root, 'flows'))
    await put('flows/b.yaml', 'one')
    await symlink('flows/b.yaml', join(root, 'link.yaml'))
    expect((await workspace.write('link.yaml', 'two', [etag('one')])).ok).toBe(true)
    expect(await readlink(join(root, 'link.yaml'))).toBe('flows/b.yaml')
    expect(await onDisk('flows/b.yaml')).toBe('two')
  })

  it('does not touch a file that has these bytes already', async () => {
    await put('a.yaml', 'one')
    const before = await stat(join(root, 'a.yaml'), { bigint: true })
    expect((await workspace.write('a.yaml', 'one', [etag('one')])).ok).toBe(true)
    const after = await stat(join(root, 'a.yaml'), { bigint: true })
    expect([after.ino, after.mtimeNs]).toEqual([before.ino, before.mtimeNs])
  })

  it('leaves a file alone that is marked read-only', async () => {
    await put('a.yaml', 'one')
    await chmod(join(root, 'a.yaml'), 0o444)
    expect(await workspace.read('a.yaml')).toMatchObject({ ok: true, value: { readOnly: true } })
    expect(await workspace.write('a.yaml', 'two', [etag('one')])).toMatchObject({ ok: false, fault: { code: 'permission-denied' } })
    expect(await onDisk('a.yaml')).toBe('one')
  })

  it.each([
    ['ENOSPC', 'disk-full'],
    ['EDQUOT', 'disk-full'],
    ['EROFS', 'read-only'],
    ['EACCES', 'permission-denied'],
    ['EPERM', 'permission-denied'],
    ['ENAMETOOLONG', 'name-too-long'],
    ['EMFILE', 'internal'],
    ['EIO', 'internal'],
  ])('says in words what %s means, without the path on this machine', async (code, expected) => {
    await put('a.yaml', 'one')
    vi.spyOn(atomic, 'replaceFile').mockRejectedValueOnce(Object.assign(new Error(`${code}: open '${root}/a.yaml'`), { code }))
    const saved = await workspace.write('a.yaml', 'two', [etag('one')])
    expect(saved).toMatchObject({ ok: false, fault: { code: expected } })
    expect(!saved.ok && saved.fault.detail).toContain('`a.yaml`')
    expect(JSON.stringify(saved)).not.toContain(root)
    expect(await onDisk('a.yaml')).toBe('one')
  })

  it('refuses a text that is too large to be opened again', async () => {
    await put('a.yaml', 'one')
    expect(await workspace.write('a.yaml', 'é'.repeat(2 * 1024 * 1024 + 1), [etag('one')])).toMatchObject({ ok: false, fault: { code: 'file-too-large' } })
    expect(await onDisk('a.yaml')).toBe('one')
  })

  it('lets a bug through instead of calling it a fault of the disk', async () => {
    await put('a.yaml', 'one')
    vi.spyOn(atomic, 'replaceFile').mockRejectedValueOnce(new TypeError('a bug'))
    await expect(workspace.write('a.yaml', 'two', [etag('one')])).rejects.toThrow('a bug')
    expect((await workspace.write('a.yaml', 'three', [etag('one')])).ok).toBe(true)
  })
})

describe('replaceFile', () => {
  it('leaves nothing behind, and the old file whole, when the disk is full', async () => {
    await put('a.yaml', 'one')
    await expect(atomic.replaceFile(join(root, 'a.yaml'), Buffer.from('two'), () => Promise.reject(Object.assign(new Error(), { code: 'ENOSPC' })))).rejects.toMatchObject({ code: 'ENOSPC' })
    expect(await filesIn()).toEqual(['a.yaml'])
    expect(await onDisk('a.yaml')).toBe('one')
  })
})

describe('create', () => {
  it('makes a file with the folders on the way', async () => {
    expect(await workspace.create('new/deep/a.yaml', 'one')).toMatchObject({ ok: true, value: { etag: etag('one') } })
    expect(await onDisk('new/deep/a.yaml')).toBe('one')
    expect(await filesIn()).toEqual(['a.yaml'])
  })

  it('replaces nothing, and lets one of many win', async () => {
    await put('a.yaml', 'one')
    expect(await workspace.create('a.yaml', 'two')).toMatchObject({ ok: false, fault: { code: 'file-exists' } })
    const results = await Promise.all(Array.from({ length: 10 }, (_, index) => workspace.create('b.yaml', `text ${index}`)))
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect([await onDisk('a.yaml'), await filesIn()]).toEqual(['one', ['a.yaml', 'b.yaml']])
  })

  it('does not replace a file that came after it looked', async () => {
    const target = join(root, 'a.yaml')
    const making = atomic.createFile(target, Buffer.alloc(3_000_000, 0x61))
    await put('a.yaml', 'another program')
    await expect(making).rejects.toMatchObject({ code: 'EEXIST' })
    expect([await onDisk('a.yaml'), await filesIn()]).toEqual(['another program', ['a.yaml']])
  })

  it('says what is wrong with a name', async () => {
    expect(await workspace.create('notes.txt', 'x')).toMatchObject({ ok: false, fault: { code: 'path-refused' } })
    expect(await workspace.create(`${'x'.repeat(251)}.yaml`, 'x')).toMatchObject({ ok: false, fault: { code: 'name-too-long' } })
    expect((await workspace.create(`${'x'.repeat(250)}.yaml`, 'x')).ok).toBe(true)
    await put('file.yaml', 'x')
    expect(await workspace.create('file.yaml/a.yaml', 'x')).toMatchObject({ ok: false, fault: { code: 'folder-missing' } })
  })
})

describe('remove', () => {
  it('puts the file where it can be taken back from, with its draft, and forgets its positions', async () => {
    await workspace.create('flows/a.yaml', 'one')
    await workspace.drafts.save('flows/a.yaml', { text: 'unsaved', base: etag('one'), savedAt: '2026-11-30T08:00:00.000Z' })
    await workspace.layout.set('flows/a.yaml', { nodes: { n: { x: 1, y: 2 } } })
    const removed = await workspace.remove('flows/a.yaml', [etag('one')])
    expect(removed).toMatchObject({ ok: true, value: { trash: expect.stringMatching(/^\.heddle\/trash\/[^/]+\/flows\/a\.yaml$/) } })
    if (!removed.ok) return
    expect((await workspace.read('flows/a.yaml')).ok).toBe(false)
    expect(await workspace.drafts.read('flows/a.yaml')).toEqual([])
    expect(Object.keys(await workspace.layout.read())).toEqual([])
    const [draft = ''] = await filesIn(`${removed.value.trash}.draft`)
    expect(await onDisk(`${removed.value.trash}.draft/${draft}`)).toContain('unsaved')
    await rename(join(root, removed.value.trash), join(root, 'flows/a.yaml'))
    expect(await onDisk('flows/a.yaml')).toBe('one')
  })

  it('keeps a file that was changed since', async () => {
    await put('a.yaml', 'theirs')
    expect(await workspace.remove('a.yaml', [etag('one')])).toMatchObject({ ok: false, fault: { code: 'file-changed', theirs: { text: 'theirs' } } })
    expect(await onDisk('a.yaml')).toBe('theirs')
  })

  it('takes a link away, not what it leads to', async () => {
    await put('a.yaml', 'one')
    await symlink('a.yaml', join(root, 'link.yaml'))
    expect((await workspace.remove('link.yaml', [etag('one')])).ok).toBe(true)
    expect(await onDisk('a.yaml')).toBe('one')
  })

  it('tells two files of one name apart that were deleted in the same moment', async () => {
    for (const text of ['one', 'two']) {
      await workspace.create('a.yaml', text)
      expect((await workspace.remove('a.yaml', [etag(text)])).ok).toBe(true)
    }
    expect((await filesIn('.heddle/trash')).filter((name) => name === 'a.yaml')).toHaveLength(2)
  })
})

describe('rename', () => {
  it('takes draft and positions along', async () => {
    await put('a.yaml', 'one')
    await workspace.drafts.save('a.yaml', { text: 'unsaved', base: etag('one'), savedAt: '2026-11-30T08:00:00.000Z' })
    await workspace.layout.set('a.yaml', { nodes: { n: { x: 1, y: 2 } } })
    expect(await workspace.rename('a.yaml', 'flows/b.yaml', etag('one'))).toMatchObject({ ok: true, value: { path: 'flows/b.yaml', etag: etag('one') } })
    expect((await workspace.read('a.yaml')).ok).toBe(false)
    expect(await onDisk('flows/b.yaml')).toBe('one')
    expect(await workspace.drafts.read('flows/b.yaml')).toMatchObject([{ text: 'unsaved' }])
    expect(await workspace.drafts.read('a.yaml')).toEqual([])
    expect(JSON.stringify(await workspace.layout.read())).toBe('{"flows/b.yaml":{"nodes":{"n":{"x":1,"y":2}}}}')
  })

  it('replaces nothing', async () => {
    await put('a.yaml', 'one')
    await put('b.yaml', 'two')
    expect(await workspace.rename('a.yaml', 'b.yaml', etag('one'))).toMatchObject({ ok: false, fault: { code: 'file-exists' } })
    expect([await onDisk('a.yaml'), await onDisk('b.yaml')]).toEqual(['one', 'two'])
  })

  it('keeps both of two files that are one on disk', async () => {
    await put('a.yaml', 'one')
    await link(join(root, 'a.yaml'), join(root, 'A.yaml'))
    expect(await workspace.rename('a.yaml', 'A.yaml', etag('one'))).toMatchObject({ ok: false, fault: { code: 'file-exists' } })
    expect(await filesIn()).toEqual(['A.yaml', 'a.yaml'])
  })

  it('refuses another format, a changed file and a missing one', async () => {
    await put('a.yaml', 'one')
    expect(await workspace.rename('a.yaml', 'a.json', etag('one'))).toMatchObject({ ok: false, fault: { code: 'path-refused' } })
    expect(await workspace.rename('a.yaml', 'b.yaml', etag('other'))).toMatchObject({ ok: false, fault: { code: 'file-changed' } })
    expect(await workspace.rename('none.yaml', 'b.yaml', etag('one'))).toMatchObject({ ok: false, fault: { code: 'file-changed', theirs: null } })
    expect((await workspace.rename('a.yaml', 'a.yml', etag('one'))).ok).toBe(true)
  })

  it('does not wait for ever when two renames cross', async () => {
    await put('a.yaml', 'one')
    await put('b.yaml', 'two')
    const results = await Promise.all([workspace.rename('a.yaml', 'b.yaml', etag('one')), workspace.rename('b.yaml', 'a.yaml', etag('two'))])
    expect(results.map(({ ok }) => ok)).toEqual([false, false])
  })
})

describe('saving under another name', () => {
  it('writes the new file, keeps the old one in the trash, and takes the positions along', async () => {
    await put('a.yaml', 'one')
    await workspace.drafts.save('a.yaml', { text: '{"one": 1}', base: etag('one'), savedAt: '2026-11-30T08:00:00.000Z' })
    await workspace.layout.set('a.yaml', { nodes: { n: { x: 1, y: 2 } } })
    expect(await workspace.saveAs('a.yaml', 'a.json', etag('one'), '{"one": 1}')).toMatchObject({ ok: true, value: { path: 'a.json', etag: etag('{"one": 1}') } })
    expect([await onDisk('a.json'), (await workspace.read('a.yaml')).ok]).toEqual(['{"one": 1}', false])
    const [trashed] = (await filesIn('.heddle/trash')).filter((name) => name === 'a.yaml')
    expect(trashed).toBe('a.yaml')
    expect(await workspace.drafts.read('a.yaml')).toEqual([])
    expect(JSON.stringify(await workspace.layout.read())).toBe('{"a.json":{"nodes":{"n":{"x":1,"y":2}}}}')
  })

  it('replaces nothing, and leaves a file that changed meanwhile where it is', async () => {
    await put('a.yaml', 'one')
    await put('a.json', 'two')
    expect(await workspace.saveAs('a.yaml', 'a.json', etag('one'), '{}')).toMatchObject({ ok: false, fault: { code: 'file-exists' } })
    expect(await workspace.saveAs('a.yaml', 'b.json', etag('other'), '{}')).toMatchObject({ ok: false, fault: { code: 'file-changed' } })
    expect([await onDisk('a.yaml'), await onDisk('a.json'), (await workspace.read('b.json')).ok]).toEqual(['one', 'two', false])
  })
})

describe('drafts and layout', () => {
  it('come back as they were saved, for any path', async () => {
    const path = `${'very/'.repeat(40)}long.yaml`
    const draft = { text: '\uFEFFa\r\n😀', base: null, savedAt: '2026-11-30T08:00:00.000Z' }
    await workspace.drafts.save(path, draft)
    expect(await workspace.drafts.read(path)).toEqual([draft])
    expect(await workspace.drafts.read('other.yaml')).toEqual([])
  })

  it('take nodes that are called like parts of JavaScript', async () => {
    await workspace.layout.set('a.yaml', { nodes: JSON.parse('{"__proto__":{"x":1,"y":2},"constructor":{"x":3,"y":4}}') })
    await workspace.layout.set('__proto__', { nodes: { n: { x: 5, y: 6 } } })
    expect(JSON.stringify(await workspace.layout.read())).toBe('{"a.yaml":{"nodes":{"__proto__":{"x":1,"y":2},"constructor":{"x":3,"y":4}}},"__proto__":{"nodes":{"n":{"x":5,"y":6}}}}')
  })

  it('keep every file when many pages save at once', async () => {
    await Promise.all(Array.from({ length: 15 }, (_, index) => workspace.layout.set(`${index}.yaml`, { nodes: { n: { x: index, y: 0 } } })))
    expect(Object.keys(await workspace.layout.read())).toHaveLength(15)
  })

  it.each(['', 'not json', '[]', '{"a.yaml":{"n":{"x":"left"}}}', '\u0000'])('count %j for empty', async (text) => {
    await mkdir(join(root, '.heddle'))
    await put('.heddle/layout.json', text)
    expect(Object.keys(await workspace.layout.read())).toEqual([])
    expect((await workspace.layout.set('a.yaml', { nodes: { n: { x: 1, y: 1 } } })).ok).toBe(true)
    expect(Object.keys(await workspace.layout.read())).toEqual(['a.yaml'])
  })

  it('write nothing through a `.heddle` that is a link, as a folder from a stranger could bring', async () => {
    const elsewhere = await mkdtemp(join(tmpdir(), 'heddle-elsewhere-'))
    await symlink(elsewhere, join(root, '.heddle'))
    await put('a.yaml', 'one')
    expect((await workspace.layout.set('a.yaml', { nodes: { n: { x: 1, y: 1 } } })).ok).toBe(false)
    expect((await workspace.drafts.save('a.yaml', { text: 'x', base: null, savedAt: '' })).ok).toBe(false)
    expect((await workspace.remove('a.yaml', [etag('one')])).ok).toBe(false)
    expect([await readdir(elsewhere), await onDisk('a.yaml')]).toEqual([[], 'one'])
    await rm(elsewhere, { recursive: true })
  })

  it('are kept out of commits', async () => {
    await workspace.layout.set('a.yaml', { nodes: { n: { x: 1, y: 1 } } })
    expect(await onDisk('.heddle/.gitignore')).toBe('*\n')
  })
})
