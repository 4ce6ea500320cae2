import { createHash } from 'node:crypto'
import { mkdir, readdir, rename, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { type Draft, draftSchema, MAX_DRAFT_BYTES } from '../../src/protocol/index.ts'
import { done, errnoOf, faultOf, type Outcome } from './fault.ts'
import { decode, readBytes } from './read.ts'
import { stateFolder } from './state-folder.ts'
import { replaceFile } from './write.ts'

/** Unsaved texts, one JSON file for each file and session in `.heddle/drafts`. */
export type Drafts = {
  /** Those of a file that can be read, the newest first. */
  read(path: string): Promise<readonly Draft[]>
  /** Every file that has some. */
  paths(): Promise<readonly string[]>
  save(path: string, draft: Draft): Promise<Outcome<Draft>>
  /** Of one session, or of all. */
  remove(path: string, session: string | null): Promise<Outcome<null>>
  move(from: string, to: string): Promise<Outcome<null>>
  /** Puts the drafts of a deleted file where the file went. */
  throwAway(path: string, destination: string): Promise<void>
  /** Brings back what `throwAway` put there. */
  takeBack(path: string, from: string): Promise<void>
}

const storedSchema = z.extend(draftSchema, { path: z.string() })
type Stored = { readonly name: string; readonly path: string; readonly draft: Draft }

/** The drafts of one file beyond these are the oldest ones, of sessions that nobody came back to. */
const MAX_OF_ONE_FILE = 8

export function createDrafts(root: string, lock: <T>(key: string, work: () => Promise<T>) => Promise<T>): Drafts {
  const folder = join(root, '.heddle', 'drafts')
  // A path can be longer than a name may be, and two paths must not meet in one cleaned name.
  const stemOf = (path: string) => createHash('sha256').update(path).digest('hex').slice(0, 40)
  const nameOf = (path: string, session: string | undefined) => `${stemOf(path)}${session === undefined ? '' : `.${session}`}.json`

  async function names(path?: string): Promise<readonly string[]> {
    try {
      const stem = path === undefined ? '' : stemOf(path)
      return (await readdir(folder)).filter((name) => name.startsWith(stem) && /^[0-9a-f]{40}(\.[\w-]{1,64})?\.json$/.test(name))
    } catch {
      // No folder, or none that can be read: there are no drafts to give.
      return []
    }
  }

  async function load(name: string): Promise<Stored | null> {
    const found = await readBytes(join(folder, name), 'the draft', MAX_DRAFT_BYTES)
    if (!found.ok) return null
    const text = decode(found.value.bytes, 'the draft')
    if (!text.ok) return null
    try {
      const parsed = storedSchema.safeParse(JSON.parse(text.value))
      if (!parsed.success) return null
      const { path, ...draft } = parsed.data
      return { name, path, draft }
    } catch {
      return null
    }
  }

  async function stored(path: string): Promise<readonly Stored[]> {
    const loaded = await Promise.all((await names(path)).map(load))
    return loaded.flatMap((each) => (each !== null && each.path === path ? [each] : [])).toSorted((a, b) => (a.draft.savedAt < b.draft.savedAt ? 1 : -1))
  }

  async function unlinkAll(path: string, which: readonly string[]): Promise<Outcome<null>> {
    for (const name of which) {
      try {
        await unlink(join(folder, name))
      } catch (error) {
        if (errnoOf(error) !== 'ENOENT') return faultOf(error, `the draft of ${path}`, 'delete')
      }
    }
    return done(null)
  }

  async function save(path: string, draft: Draft): Promise<Outcome<Draft>> {
    return await lock(`draft ${path}`, async () => {
      const made = await stateFolder(root, 'drafts')
      if (!made.ok) return made
      try {
        await replaceFile(join(made.value, nameOf(path, draft.session)), Buffer.from(JSON.stringify({ path, ...draft })), async () => true)
      } catch (error) {
        return faultOf(error, `the draft of ${path}`, 'write')
      }
      if ((await names(path)).length > MAX_OF_ONE_FILE) await unlinkAll(path, (await stored(path)).slice(MAX_OF_ONE_FILE).map(({ name }) => name))
      return done(draft)
    })
  }

  return {
    read: async (path) => (await stored(path)).map(({ draft }) => draft),
    async paths() {
      const loaded = await Promise.all((await names()).map(load))
      return [...new Set(loaded.flatMap((each) => (each === null ? [] : [each.path])))].toSorted()
    },
    save,
    remove: (path, session) =>
      lock(`draft ${path}`, async () => {
        const checked = await stateFolder(root)
        if (!checked.ok) return checked
        return await unlinkAll(path, session === null ? await names(path) : [nameOf(path, session)])
      }),
    async move(from, to) {
      for (const { name, draft } of await stored(from)) {
        const saved = await save(to, draft)
        if (!saved.ok) return saved
        const removed = await unlinkAll(from, [name])
        if (!removed.ok) return removed
      }
      return done(null)
    },
    async throwAway(path, destination) {
      const given = await names(path)
      if (given.length === 0) return
      await quietly(async () => {
        await mkdir(destination, { recursive: true })
        for (const name of given) await rename(join(folder, name), join(destination, name))
      })
    },
    async takeBack(path, from) {
      const made = await stateFolder(root, 'drafts')
      if (!made.ok) return
      await quietly(async () => {
        for (const name of await readdir(from)) if (name.startsWith(stemOf(path))) await rename(join(from, name), join(folder, name))
      })
    },
  }
}

/** There were no drafts, or they stay where they are, which loses nothing. Bugs are thrown on. */
async function quietly(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (errnoOf(error) === '') throw error
  }
}
