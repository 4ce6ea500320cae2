import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isPrivateName } from '../../src/protocol/index.ts'
import { contain, isInside } from './contain.ts'

let base: string
let root: string

beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'heddle-contain-')))
  root = join(base, 'work')
  await mkdir(join(root, 'flows'), { recursive: true })
  await mkdir(join(root, '.git'))
  await mkdir(join(base, 'work-secrets'))
  await writeFile(join(root, 'a.yaml'), 'a')
  await writeFile(join(root, 'flows/b.yaml'), 'b')
  await writeFile(join(root, '.git/config.yaml'), 'secret')
  await writeFile(join(base, 'outside.yaml'), 'secret')
  await writeFile(join(base, 'work-secrets/x.yaml'), 'secret')
})
afterEach(() => rm(base, { recursive: true, force: true }))

const codeOf = async (path: string) => {
  const contained = await contain(root, path)
  return contained.ok ? 'ok' : contained.fault.code
}

describe('contain', () => {
  it('gives the real place of a file, and of one that may be made', async () => {
    expect(await contain(root, 'flows/b.yaml')).toEqual({ ok: true, value: { path: 'flows/b.yaml', entry: join(root, 'flows/b.yaml'), target: join(root, 'flows/b.yaml'), exists: true } })
    const fresh = join(root, 'new/deep/c.yaml')
    expect(await contain(root, 'new/deep/c.yaml')).toEqual({ ok: true, value: { path: 'new/deep/c.yaml', entry: fresh, target: fresh, exists: false } })
  })

  it('follows a link to a file inside, and names both the link and the file', async () => {
    await symlink('flows/b.yaml', join(root, 'link.yaml'))
    expect(await contain(root, 'link.yaml')).toEqual({ ok: true, value: { path: 'link.yaml', entry: join(root, 'link.yaml'), target: join(root, 'flows/b.yaml'), exists: true } })
  })

  it('follows a linked folder inside', async () => {
    await symlink('flows', join(root, 'same'))
    expect(await contain(root, 'same/b.yaml')).toMatchObject({ ok: true, value: { entry: join(root, 'flows/b.yaml'), target: join(root, 'flows/b.yaml') } })
  })

  it.each([
    ['a file outside', () => symlink(join(base, 'outside.yaml'), join(root, 'l.yaml')), 'l.yaml'],
    ['a file outside, relatively', () => symlink('../outside.yaml', join(root, 'l.yaml')), 'l.yaml'],
    ['a folder outside', () => symlink(base, join(root, 'l')), 'l/outside.yaml'],
    ['a new file in a folder outside', () => symlink(base, join(root, 'l')), 'l/new.yaml'],
    ['a new folder in a folder outside', () => symlink(base, join(root, 'l')), 'l/new/deep/x.yaml'],
    ['a folder whose name only begins like ours', () => symlink('../work-secrets', join(root, 'l')), 'l/x.yaml'],
    ['a private folder inside', () => symlink('.git', join(root, 'l')), 'l/config.yaml'],
    ['a file of a private folder inside', () => symlink('.git/config.yaml', join(root, 'l.yaml')), 'l.yaml'],
    ['a link to a link that leaves', async () => {
      await symlink('../outside.yaml', join(root, 'one.yaml'))
      await symlink('one.yaml', join(root, 'l.yaml'))
    }, 'l.yaml'],
    ['nothing, where a write would make a file', () => symlink(join(base, 'not-yet.yaml'), join(root, 'l.yaml')), 'l.yaml'],
    ['nothing, as a folder', () => symlink(join(base, 'not-yet'), join(root, 'l')), 'l/x.yaml'],
    ['itself', () => symlink('l.yaml', join(root, 'l.yaml')), 'l.yaml'],
  ])('refuses a link that leads to %s', async (_, make, path) => {
    await make()
    expect(await codeOf(path)).toBe('path-refused')
  })

  it('never gives a place outside, whatever the text', async () => {
    const part = fc.oneof(fc.constantFrom('..', '.', '', 'flows', 'b.yaml', '.git', '.GIT', '.env', 'new', '\\', '..\\..', '\0', '%2e%2e', '.git ', '~', 'C:', '\u202e', '．．', '.ｇit'), fc.string({ unit: 'grapheme', maxLength: 8 }))
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 6 }), async (parts) => {
        const contained = await contain(root, parts.join('/'))
        if (!contained.ok) return
        expect(isInside(root, contained.value.target)).toBe(true)
        expect(contained.value.target).not.toBe(root)
        expect(contained.value.target.toLowerCase()).not.toContain('.git/')
      }),
      { numRuns: 300 },
    )
  })

  it('refuses a name longer than a disk takes', async () => {
    expect(await codeOf(`${'é'.repeat(128)}.yaml`)).toBe('name-too-long')
    expect(await codeOf(`${'d/'.repeat(3000)}x.yaml`)).toBe('name-too-long')
  })

  it('says that a file is no folder', async () => {
    expect(await codeOf('a.yaml/x.yaml')).toBe('folder-missing')
  })

  it('works for a folder that is the root of the disk', () => {
    expect(isInside('/', '/etc/x')).toBe(true)
  })
})

describe('private names', () => {
  it.each(['.git', '.GIT', '.Git', '.git.', '.git ', '.git. .', '.git:stream', '.g\u200Cit', '.ｇit', 'GIT~1', '.heddle', '.HEDDLE', 'node_modules', 'Node_Modules', '.env', '.ENV', '.env.local', '.env.yaml', '.environment'])('are found in the spelling %j', (name) => {
    expect(isPrivateName(name)).toBe(true)
  })

  it.each(['git', '.gitignore', '.github', 'heddle', 'heddle.json', 'env.yaml', 'my.env.yaml', 'node_modules.yaml', 'дата.yaml', '第三步.yaml'])('are not seen in %j', (name) => {
    expect(isPrivateName(name)).toBe(false)
  })
})
