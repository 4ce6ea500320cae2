import { execFileSync } from 'node:child_process'
import { access, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readHead } from './git.ts'

let root = ''

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'heddle-git-')))
})
afterEach(() => rm(root, { recursive: true, force: true }))

function git(...args: string[]): string {
  return execFileSync('git', ['-C', root, '-c', 'user.name=a', '-c', 'user.email=a@example.org', '-c', 'init.defaultBranch=main', ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
}

async function commit(path: string, text: string | Uint8Array): Promise<void> {
  await writeFile(join(root, path), text)
  git('add', '-A')
  git('commit', '-m', 'x')
}

describe('the committed version of a file', () => {
  it('is what was committed, whatever stands on disk, also below the top of the repository', async () => {
    git('init')
    await mkdir(join(root, 'sub dir'))
    await commit('sub dir/a.yaml', 'name: a\r\n')
    await writeFile(join(root, 'sub dir/a.yaml'), 'name: changed\n')
    const head = { ok: true, value: { text: 'name: a\r\n', commit: git('rev-parse', 'HEAD') } }
    expect(await readHead(root, join(root, 'sub dir/a.yaml'))).toEqual(head)
    expect(await readHead(join(root, 'sub dir'), join(root, 'sub dir/a.yaml'))).toEqual(head)
    await rm(join(root, 'sub dir/a.yaml'))
    expect(await readHead(root, join(root, 'sub dir/a.yaml'))).toEqual(head)
  })

  it('is none without a repository or a commit, and says why when the commit cannot give it', async () => {
    await writeFile(join(root, 'a.yaml'), 'x: 1\n')
    const none = { ok: true, value: { text: null, commit: null } }
    expect(await readHead(root, join(root, 'a.yaml'))).toEqual(none)
    git('init')
    expect(await readHead(root, join(root, 'a.yaml'))).toEqual(none)
    await commit('b.yaml', Buffer.from([0xff, 0xfe, 0x41]))
    expect(await readHead(root, join(root, 'c.yaml'))).toMatchObject({ ok: true, value: { text: null, commit: git('rev-parse', 'HEAD'), reason: expect.stringContaining('does not hold') } })
    expect(await readHead(root, join(root, 'b.yaml'))).toMatchObject({ ok: true, value: { text: null, reason: expect.stringContaining('UTF-8') } })
  })

  it('takes names as they are', async () => {
    git('init')
    for (const name of ['-o.yaml', 'a:b.yaml', 'ü *?.yaml', '@{u}.yaml', '"q".yaml']) {
      await commit(name, `name: ${JSON.stringify(name)}\n`)
      expect(await readHead(root, join(root, name))).toMatchObject({ ok: true, value: { text: `name: ${JSON.stringify(name)}\n` } })
    }
  })

  it('starts no program that the repository names', async () => {
    git('init')
    await writeFile(join(root, '.gitattributes'), '*.yaml diff=evil filter=evil\n')
    await commit('a.yaml', 'name: a\n')
    const evil = `touch ${join(root, 'started')};`
    for (const [key, value] of Object.entries({
      'core.fsmonitor': evil,
      'core.pager': evil,
      'core.sshCommand': evil,
      'core.hooksPath': root,
      'diff.evil.textconv': evil,
      'diff.external': evil,
      'filter.evil.smudge': evil,
      'filter.evil.clean': evil,
      'alias.cat-file': `!${evil}`,
      'extensions.partialClone': 'origin',
      'remote.origin.promisor': 'true',
      // A program and its argument, split at the space: such an address knows no quotes.
      'remote.origin.url': `ext::touch ${join(root, 'started')}`,
      'remote.origin.uploadpack': evil,
      'protocol.ext.allow': 'always',
      'protocol.allow': 'always',
    })) git('config', key, value)
    git('config', 'core.repositoryFormatVersion', '1')
    expect(await readHead(root, join(root, 'a.yaml'))).toMatchObject({ ok: true, value: { text: 'name: a\n' } })
    // With its object gone, git would ask the remote that the repository names.
    const id = git('rev-parse', 'HEAD:a.yaml')
    await rm(join(root, '.git/objects', id.slice(0, 2), id.slice(2)))
    expect(await readHead(root, join(root, 'a.yaml'))).toMatchObject({ ok: true, value: { text: null } })
    await expect(access(join(root, 'started'))).rejects.toThrow('ENOENT')
    // The trap is a real one: git by itself walks into it.
    expect(() => execFileSync('git', ['cat-file', 'blob', id], { cwd: root, stdio: 'ignore' })).toThrow('Command failed')
    await expect(access(join(root, 'started'))).resolves.toBeUndefined()
  })

  it('is not looked for in a bare repository that lies in the folder', async () => {
    const source = await mkdtemp(join(tmpdir(), 'heddle-git-'))
    const from = (...args: readonly string[]) => execFileSync('git', args, { cwd: source, stdio: 'ignore' })
    from('init')
    await writeFile(join(source, 'a.yaml'), 'name: a\n')
    from('add', '.')
    from('-c', 'user.name=n', '-c', 'user.email=n@example.org', 'commit', '-m', 'one')
    from('clone', '--bare', source, root)
    await rm(source, { recursive: true, force: true })
    expect(await readHead(root, join(root, 'a.yaml'))).toEqual({ ok: true, value: { text: null, commit: null } })
  })
})
