import { createHmac } from 'node:crypto'
import { unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { readSecret, userStateFolder } from '../secret.ts'
import { isSame } from '../sessions.ts'
import { errnoOf } from '../workspace/fault.ts'

const KEY = 'hook-key'

/** What lets other programs call the hooks of one folder, and do nothing else. */
export type HookToken = {
  /** Made on first need; the same from then on, as long as its key is kept. `kept` is false when it could not be. */
  read(): Promise<{ readonly token: string; readonly kept: boolean }>
  matches(token: string): Promise<boolean>
}

/**
 * The token that `HEDDLE_HOOK_TOKEN` gives, else one made from a key in the user's state folder: a token
 * of one folder opens no other. The key is read each time, so that a renewed one counts at once.
 */
export function createHookToken({ env, workspace }: { readonly env: { readonly [name: string]: string | undefined }; readonly workspace: string }): HookToken {
  const given = env.HEDDLE_HOOK_TOKEN?.trim() || undefined
  const folder = userStateFolder(env)
  let unkept: Uint8Array | null = null

  async function read(): Promise<{ readonly token: string; readonly kept: boolean }> {
    if (given !== undefined) return { token: given, kept: true }
    const { key, kept } = await readSecret(folder, KEY)
    // What cannot be kept is at least the same as long as this process lives.
    const used = kept ? key : (unkept ??= key)
    return { token: `hook_${createHmac('sha256', used).update(JSON.stringify(['hook', 1, workspace])).digest('base64url')}`, kept }
  }

  return {
    read,
    matches: async (token) => isSame(token, (await read()).token),
  }
}

/** Makes all tokens of before useless, but for those that `HEDDLE_HOOK_TOKEN` gives. */
export async function renewHookTokens(env: { readonly [name: string]: string | undefined }): Promise<void> {
  try {
    await unlink(join(userStateFolder(env), KEY))
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error
  }
}
