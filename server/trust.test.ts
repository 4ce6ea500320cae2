import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { folderWith } from './tools/testing/calls.ts'
import { createTrust } from './trust.ts'

describe('trust', () => {
  it('is kept outside of the folder, and holds for what is in it', async () => {
    const [state, work] = [await folderWith(), await folderWith({ 'sub/a.txt': '', '.heddle/trusted': '' })]
    await symlink(work, join(state, 'link'))
    const env = { XDG_STATE_HOME: state }
    expect(await createTrust(env).isTrusted(work)).toBe(false)
    await createTrust(env).trust(join(state, 'link'))
    expect(await createTrust(env).isTrusted(work)).toBe(true)
    expect(await createTrust(env).isTrusted(join(work, 'sub'))).toBe(true)
    expect(await createTrust(env).isTrusted(join(work, '..'))).toBe(false)
    expect(await createTrust(env).isTrusted(`${work}-other`)).toBe(false)
    expect(await createTrust({ XDG_STATE_HOME: work }).isTrusted(work)).toBe(false)
    await createTrust(env).distrust(work)
    expect(await createTrust(env).isTrusted(work)).toBe(false)
  })

  it('survives a file that was cut off, as no trust', async () => {
    const [state, work] = [await folderWith(), await folderWith()]
    const trust = createTrust({ XDG_STATE_HOME: state })
    await trust.trust(work)
    await mkdir(join(state, 'heddle/trusted'), { recursive: true })
    const { readdir } = await import('node:fs/promises')
    for (const name of await readdir(join(state, 'heddle/trusted'))) await writeFile(join(state, 'heddle/trusted', name), work.slice(0, 5))
    expect(await trust.isTrusted(work)).toBe(false)
  })
})
