import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from '../../src/protocol/schema.ts'
import { readSecret, userStateFolder } from '../secret.ts'
import type { Env } from '../providers/index.ts'
import { stateFolder } from '../workspace/state-folder.ts'
import { replaceFile } from '../workspace/write.ts'
import { toolInfoSchema } from './modules/messages.ts'
import type { ToolInfo } from './tool.ts'

/** What modules and servers were seen to offer, by the hash of what they are made from. Never rejects. */
export type CatalogueCache = {
  read(hash: string): Promise<readonly ToolInfo[] | null>
  write(hash: string, tools: readonly ToolInfo[]): Promise<void>
}

const schema = z.object({ mark: z.string(), tools: z.array(toolInfoSchema).check(z.maxLength(2_000)) })

const MAX_BYTES = 8 * 1024 * 1024

/**
 * The cache of a workspace, in `.heddle/cache/tools`. Each entry is marked with a key of the user's: what
 * came along with a folder from somebody else is not believed.
 */
export function createCache(workspace: string, env: Env): CatalogueCache {
  let key: Promise<Uint8Array> | undefined
  const markOf = async (hash: string, tools: readonly ToolInfo[]): Promise<string> => {
    key ??= readSecret(userStateFolder(env)).then((secret) => secret.key)
    return createHmac('sha256', await key).update(`tools\0${hash}\0${JSON.stringify(tools)}`).digest('hex')
  }
  const name = (hash: string): string => `${createHash('sha256').update(hash).digest('hex').slice(0, 40)}.json`
  return {
    async read(hash) {
      try {
        const bytes = await readFile(join(workspace, '.heddle', 'cache', 'tools', name(hash)))
        if (bytes.byteLength > MAX_BYTES) return null
        const { mark, tools } = schema.parse(JSON.parse(bytes.toString('utf8')))
        const expected = await markOf(hash, tools)
        return mark.length === expected.length && timingSafeEqual(Buffer.from(mark), Buffer.from(expected)) ? tools : null
      } catch {
        // Not there, cut off or of another version: it is made anew when the source is next started.
        return null
      }
    },
    async write(hash, tools) {
      try {
        const folder = await stateFolder(workspace, 'cache', 'tools')
        if (!folder.ok) return
        const plain = schema.shape.tools.parse(JSON.parse(JSON.stringify(tools)))
        const content = JSON.stringify({ mark: await markOf(hash, plain), tools: plain })
        if (content.length <= MAX_BYTES) await replaceFile(join(folder.value, name(hash)), Buffer.from(content), () => Promise.resolve(true))
      } catch {
        // A cache that cannot be kept costs time, nothing else.
      }
    },
  }
}
