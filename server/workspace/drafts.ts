import { createHash } from 'node:crypto'
import { rename, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { type Draft, draftSchema, MAX_BODY_BYTES } from '../../src/protocol/index.ts'
import { done, errnoOf, faultOf, type Outcome } from './fault.ts'
import { decode, readBytes } from './read.ts'
import { stateFolder } from './state-folder.ts'
import { replaceFile } from './write.ts'

/** Unsaved texts, one JSON file each in `.heddle/drafts`. */
export type Drafts = {
  /** Null when there is none that can be read. */
  read(path: string): Promise<Draft | null>
  save(path: string, draft: Draft): Promise<Outcome<Draft>>
  remove(path: string): Promise<Outcome<null>>
  move(from: string, to: string): Promise<Outcome<null>>
  /** Puts the draft of a deleted file where the file went. */
  throwAway(path: string, destination: string): Promise<void>
}

export function createDrafts(root: string, lock: <T>(key: string, work: () => Promise<T>) => Promise<T>): Drafts {
  // A path can be longer than a name may be, and two paths must not meet in one cleaned name.
  const nameOf = (path: string) => `${createHash('sha256').update(path).digest('hex').slice(0, 40)}.json`
  const fileOf = (path: string) => join(root, '.heddle', 'drafts', nameOf(path))

  async function read(path: string): Promise<Draft | null> {
    const found = await readBytes(fileOf(path), 'the draft', 2 * MAX_BODY_BYTES)
    if (!found.ok) return null
    const text = decode(found.value.bytes, 'the draft')
    if (!text.ok) return null
    try {
      const parsed = draftSchema.safeParse(JSON.parse(text.value))
      return parsed.success ? parsed.data : null
    } catch {
      return null
    }
  }

  async function save(path: string, draft: Draft): Promise<Outcome<Draft>> {
    return await lock(fileOf(path), async () => {
      const folder = await stateFolder(root, 'drafts')
      if (!folder.ok) return folder
      try {
        await replaceFile(fileOf(path), Buffer.from(JSON.stringify({ path, ...draft })), async () => true)
        return done(draft)
      } catch (error) {
        return faultOf(error, `the draft of ${path}`, 'write')
      }
    })
  }

  async function remove(path: string): Promise<Outcome<null>> {
    return await lock(fileOf(path), async () => {
      const folder = await stateFolder(root)
      if (!folder.ok) return folder
      try {
        await unlink(fileOf(path))
      } catch (error) {
        if (errnoOf(error) !== 'ENOENT') return faultOf(error, `the draft of ${path}`, 'delete')
      }
      return done(null)
    })
  }

  return {
    async throwAway(path, destination) {
      try {
        await rename(fileOf(path), destination)
      } catch (error) {
        if (errnoOf(error) === '') throw error
        // There was no draft; one that cannot be moved stays where it is, which loses nothing.
      }
    },
    read,
    save,
    remove,
    async move(from, to) {
      const draft = await read(from)
      if (draft === null) return done(null)
      const saved = await save(to, draft)
      return saved.ok ? await remove(from) : saved
    },
  }
}
