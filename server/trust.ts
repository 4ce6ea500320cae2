import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, realpath, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { userStateFolder } from './secret.ts'
import { replaceFile } from './workspace/write.ts'

type Environment = { readonly [name: string]: string | undefined }

/** Which folders the user trusts to run their code: kept outside of them, so that none can say so itself. */
export type Trust = {
  /** A folder is trusted when it, or one that holds it, is. */
  isTrusted(folder: string): Promise<boolean>
  /** Rejects when it cannot be kept. */
  trust(folder: string): Promise<void>
  /** The folder itself; not those above it. */
  distrust(folder: string): Promise<void>
}

/** The trust of the user that an environment belongs to: one file a folder, so that two programs never write the same one. */
export function createTrust(env: Environment): Trust {
  const store = join(userStateFolder(env), 'trusted')
  const fileOf = (real: string): string => join(store, `${createHash('sha256').update(real).digest('hex')}.txt`)

  async function isKept(real: string): Promise<boolean> {
    try {
      return (await readFile(fileOf(real), 'utf8')) === `${real}\n`
    } catch {
      return false
    }
  }
  return {
    async isTrusted(folder) {
      const names = await readdir(store).catch(() => [])
      if (names.length === 0) return false
      let at = await realpath(folder).catch(() => null)
      while (at !== null) {
        if (await isKept(at)) return true
        const above = dirname(at)
        at = above === at ? null : above
      }
      return false
    },
    async trust(folder) {
      const real = await realpath(folder)
      await mkdir(store, { recursive: true, mode: 0o700 })
      await replaceFile(fileOf(real), Buffer.from(`${real}\n`), () => Promise.resolve(true))
    },
    async distrust(folder) {
      await rm(fileOf(await realpath(folder)), { force: true })
    },
  }
}
