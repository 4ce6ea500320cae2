import { randomBytes } from 'node:crypto'
import { mkdir, readFile, stat, unlink } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { errnoOf } from './workspace/fault.ts'
import { createFile } from './workspace/write.ts'

/** The user's own folder for things that outlive a process and are no configuration. */
export function userStateFolder(environment: { readonly [name: string]: string | undefined }, platform: string = process.platform): string {
  if (environment.XDG_STATE_HOME?.startsWith('/')) return join(environment.XDG_STATE_HOME, 'heddle')
  if (platform === 'win32' && environment.LOCALAPPDATA) return join(environment.LOCALAPPDATA, 'heddle')
  return join(environment.HOME ?? homedir(), '.local', 'state', 'heddle')
}

export type Secret = {
  readonly key: Uint8Array
  /** False: it lives in this process only, and sessions end with it. */
  readonly kept: boolean
}

/** A key of that name (by default that of the sessions), made on first use, readable by this user only. Never rejects. */
export async function readSecret(folder: string, name = 'session-key'): Promise<Secret> {
  const file = join(folder, name)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    for (let round = 0; round < 3; round++) {
      const found = await readKey(file)
      if (found !== null) return { key: found, kept: true }
      try {
        await createFile(file, Buffer.from(`${randomBytes(32).toString('hex')}\n`), 0o600)
      } catch (error) {
        // Another server made it at the same moment: take that one.
        if (errnoOf(error) !== 'EEXIST') throw error
      }
    }
  } catch (error) {
    if (errnoOf(error) === '') throw error
  }
  return { key: randomBytes(32), kept: false }
}

async function readKey(file: string): Promise<Uint8Array | null> {
  try {
    const { mode } = await stat(file)
    const text = (await readFile(file, 'utf8')).trim()
    const isOpen = process.platform !== 'win32' && (mode & 0o077) !== 0
    if (/^[0-9a-f]{64}$/.test(text) && !isOpen) return Buffer.from(text, 'hex')
    // Cut off, or readable by others who may have copied it: a new one is made.
    await unlink(file)
    return null
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null
    throw error
  }
}
