import { createHash } from 'node:crypto'
import { access, constants, realpath, stat, unlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { formatOfEnding, type File, type FileDeleted, type FileSaved, MAX_FILE_BYTES } from '../../src/protocol/index.ts'
import { contain, type Contained } from './contain.ts'
import { createDrafts, type Drafts } from './drafts.ts'
import { done, errnoOf, faultOf, type Outcome, refuse } from './fault.ts'
import { createLayoutFile, type LayoutFile } from './layout.ts'
import { createListing, type Listing } from './listing.ts'
import { createLock } from './lock.ts'
import { decode, etagOf, readBytes } from './read.ts'
import { entryInTrash, moveToTrash, pathInTrash } from './trash.ts'
import { createWatch, type Watch, type WatchPace } from './watch.ts'
import { createFile, moveNew, replaceFile } from './write.ts'

/**
 * One folder of workflow files. The folder is the truth and other programs edit it too: every write
 * names the version that it replaces and compares it with the bytes on disk right before.
 */
export type Workspace = {
  /** The folder's real path. */
  readonly root: string
  /** Tells this folder from others without saying where it is. */
  readonly id: string
  readonly name: string
  readonly listing: Listing
  readonly layout: LayoutFile
  readonly drafts: Drafts
  readonly watch: Watch
  /** The path of a workflow file in this folder, or why it is none. */
  contain(path: string): Promise<Outcome<Contained>>
  read(path: string): Promise<Outcome<File>>
  /** Replaces a text, if the file's version is one of `versions`. */
  write(path: string, text: string, versions: readonly string[], client?: string): Promise<Outcome<FileSaved>>
  create(path: string, text: string, client?: string): Promise<Outcome<FileSaved>>
  remove(path: string, versions: readonly string[], client?: string): Promise<Outcome<FileDeleted>>
  /** Takes a file back from where `remove` put it. */
  restore(trash: string, client?: string): Promise<Outcome<FileSaved>>
  rename(from: string, to: string, version: string, client?: string): Promise<Outcome<FileSaved>>
  /** Writes a text under a new name, of another format perhaps, and puts the old file into the trash. */
  saveAs(from: string, to: string, version: string, text: string, client?: string): Promise<Outcome<FileSaved>>
  close(): void
}

/** Opens a folder; nothing in it is started or changed. Rejects when it is not a folder that can be read. */
export async function openWorkspace(folder: string, pace?: WatchPace): Promise<Workspace> {
  const root = await realpath(folder)
  if (!(await stat(root)).isDirectory()) throw Object.assign(new Error(`${folder} is not a folder`), { code: 'ENOTDIR' })
  const lock = createLock()
  const listing = createListing(root, lock)
  const layout = createLayoutFile(root, lock)
  const drafts = createDrafts(root, lock)
  const watch = createWatch(root, listing, pace)

  async function containWorkflow(path: string): Promise<Outcome<Contained>> {
    const contained = await contain(root, path)
    if (!contained.ok) return contained
    // A link called `a.yaml` may lead to another ending; what it leads to counts as well.
    if (formatOfEnding(path) !== null && formatOfEnding(contained.value.target) !== null) return contained
    return refuse('path-refused', `\`${path}\` is not a workflow file: its name must end with .yaml, .yml or .json.`, { path })
  }

  async function read(path: string): Promise<Outcome<File>> {
    const contained = await containWorkflow(path)
    if (!contained.ok) return contained
    const found = await readBytes(contained.value.target, path)
    if (!found.ok) return found
    const text = decode(found.value.bytes, path)
    if (!text.ok) return text
    const { etag, size, modified } = found.value
    watch.opened(path, etag)
    return done({ path, text: text.value, etag, size, modified: modified.toISOString(), readOnly: !(await isWritable(contained.value.target)) })
  }

  async function write(path: string, text: string, versions: readonly string[], client?: string): Promise<Outcome<FileSaved>> {
    const contained = await containWorkflow(path)
    if (!contained.ok) return contained
    const { target } = contained.value
    const bytes = Buffer.from(text)
    const tooLarge = refuseSize(bytes, path)
    if (tooLarge !== null) return tooLarge
    return await lock(target, async () => {
      const current = await expectVersion(target, path, versions)
      if (!current.ok) return current
      const etag = etagOf(bytes)
      // Nothing to change: the file keeps its time, and no other program is woken.
      if (etag === current.value) return await saved(target, path, etag)
      if (!(await isWritable(target))) return refuse('permission-denied', `\`${path}\` is read-only. Nothing was changed.`, { path })
      try {
        watch.expect(path, etag)
        const replaced = await replaceFile(target, bytes, async () => (await expectVersion(target, path, versions)).ok)
        if (!replaced) {
          const now = await expectVersion(target, path, versions)
          return now.ok ? refuse('file-changed', `\`${path}\` was being changed by another program. Save again.`, { path }) : now
        }
      } catch (error) {
        return faultOf(error, path, 'write')
      }
      report(path, etag, client)
      return await saved(target, path, etag)
    })
  }

  async function create(path: string, text: string, client?: string): Promise<Outcome<FileSaved>> {
    const contained = await containWorkflow(path)
    if (!contained.ok) return contained
    const { target, exists } = contained.value
    if (exists) return faultOf(Object.assign(new Error(), { code: 'EEXIST' }), path, 'write')
    const bytes = Buffer.from(text)
    const tooLarge = refuseSize(bytes, path)
    if (tooLarge !== null) return tooLarge
    return await lock(target, async () => {
      const etag = etagOf(bytes)
      try {
        watch.expect(path, etag)
        await createFile(target, bytes)
      } catch (error) {
        return faultOf(error, path, 'write')
      }
      watch.opened(path, etag)
      report(path, etag, client)
      return await saved(target, path, etag)
    })
  }

  async function remove(path: string, versions: readonly string[], client?: string): Promise<Outcome<FileDeleted>> {
    const contained = await containWorkflow(path)
    if (!contained.ok) return contained
    const { target, entry } = contained.value
    return await lock(target, async () => {
      const current = await expectVersion(target, path, versions)
      if (!current.ok) return current
      watch.expect(path, null)
      const trash = await moveToTrash(root, entry, path, new Date())
      if (!trash.ok) return trash
      await drafts.throwAway(path, join(root, `${trash.value}.draft`))
      await layout.throwAway(path, join(root, `${trash.value}.positions`))
      report(path, null, client)
      return done({ path, trash: trash.value })
    })
  }

  async function restore(trash: string, client?: string): Promise<Outcome<FileSaved>> {
    const place = pathInTrash(trash)
    if (!place.ok) return place
    const { when, path } = place.value
    // The path is one of a workflow file in this folder, so that it can be looked for in the trash as well.
    const goal = await containWorkflow(path)
    if (!goal.ok) return goal
    const source = await entryInTrash(root, when, path)
    if (!source.ok) return source
    const entry = source.value
    const { entry: home } = goal.value
    return await lock(home, async () => {
      const found = await readBytes(entry, path)
      if (!found.ok) return found
      const { etag } = found.value
      try {
        watch.expect(path, etag)
        await moveNew(entry, home, true)
      } catch (error) {
        return faultOf(error, path, 'write')
      }
      await drafts.takeBack(path, `${entry}.draft`)
      await layout.takeBack(path, `${entry}.positions`)
      watch.opened(path, etag)
      report(path, etag, client)
      return await saved(home, path, etag)
    })
  }

  async function rename(from: string, to: string, version: string, client?: string): Promise<Outcome<FileSaved>> {
    const [source, goal] = [await containWorkflow(from), await containWorkflow(to)]
    if (!source.ok) return source
    if (!goal.ok) return goal
    if (formatOfEnding(from) !== formatOfEnding(to)) {
      return refuse('path-refused', `Renaming \`${from}\` to \`${to}\` would not change its format. Switch the format in the editor, or keep the ending.`, { path: to })
    }
    const { target, entry } = source.value
    const [first, second] = [target, goal.value.entry].sort()
    const work = async (): Promise<Outcome<FileSaved>> => {
      const current = await expectVersion(target, from, [version])
      if (!current.ok) return current
      if (from === to) return await saved(target, from, current.value)
      try {
        watch.expect(from, null)
        watch.expect(to, current.value)
        await moveNew(entry, goal.value.entry, true)
      } catch (error) {
        return faultOf(error, errnoOf(error) === 'ENOENT' ? from : to, 'rename')
      }
      // The file has its new name now; a draft or position that cannot follow is no reason to say otherwise.
      await drafts.move(from, to)
      await layout.move(from, to)
      watch.opened(to, current.value)
      report(from, null, client)
      report(to, current.value, client)
      return await saved(goal.value.entry, to, current.value)
    }
    return await lock(first ?? target, () => (first === second ? work() : lock(second ?? target, work)))
  }

  async function saveAs(from: string, to: string, version: string, text: string, client?: string): Promise<Outcome<FileSaved>> {
    const [source, goal] = [await containWorkflow(from), await containWorkflow(to)]
    if (!source.ok) return source
    if (!goal.ok) return goal
    if (from === to) return await write(from, text, [version], client)
    const bytes = Buffer.from(text)
    const tooLarge = refuseSize(bytes, to)
    if (tooLarge !== null) return tooLarge
    const [first = '', second = ''] = [source.value.target, goal.value.target].sort()
    const work = async (): Promise<Outcome<FileSaved>> => {
      const current = await expectVersion(source.value.target, from, [version])
      if (!current.ok) return current
      const etag = etagOf(bytes)
      // The new file first: whatever fails after it, one of the two holds the text.
      try {
        watch.expect(to, etag)
        await createFile(goal.value.target, bytes)
      } catch (error) {
        return faultOf(error, to, 'write')
      }
      watch.expect(from, null)
      const trash = await moveToTrash(root, source.value.entry, from, new Date())
      if (!trash.ok) {
        // What is to be told is that fault; a copy that is left beside the old file takes nothing away.
        await unlink(goal.value.target).catch(() => {})
        return trash
      }
      // Unsaved texts of other pages go with the file that they are of, and can be taken back with it.
      await drafts.throwAway(from, join(root, `${trash.value}.draft`))
      await layout.move(from, to)
      watch.opened(to, etag)
      report(from, null, client)
      report(to, etag, client)
      return await saved(goal.value.target, to, etag)
    }
    return await lock(first, () => (first === second ? work() : lock(second, work)))
  }

  /** The version on disk, if it is one of `versions`; otherwise the conflict, with what is there. */
  async function expectVersion(target: string, path: string, versions: readonly string[]): Promise<Outcome<string>> {
    const found = await readBytes(target, path)
    if (!found.ok) {
      if (found.fault.code !== 'file-not-found') return found
      return refuse('file-changed', `\`${path}\` is not there any more: it was deleted or renamed.`, { path, etag: null, theirs: null })
    }
    const { etag, bytes } = found.value
    if (versions.includes(etag)) return done(etag)
    const text = decode(bytes, path)
    return refuse('file-changed', `\`${path}\` was changed by another program or page since you opened it. Nothing was overwritten.`, {
      path,
      etag,
      ...(text.ok && { theirs: { text: text.value, etag } }),
    })
  }

  /** Pages hear of each other's changes; one that gave no name would take its own for a stranger's. */
  function report(path: string, etag: string | null, client: string | undefined): void {
    if (client !== undefined) watch.tell({ path, etag, client })
  }

  return {
    root,
    id: createHash('sha256').update(`heddle:${root}`).digest('base64url').slice(0, 16),
    name: basename(root) || root,
    listing,
    layout,
    drafts,
    watch,
    contain: containWorkflow,
    read,
    write,
    create,
    remove,
    restore,
    rename,
    saveAs,
    close: () => watch.close(),
  }
}

async function saved(target: string, path: string, etag: string): Promise<Outcome<FileSaved>> {
  try {
    const { size, mtime } = await stat(target)
    return done({ path, etag, size, modified: mtime.toISOString() })
  } catch (error) {
    return faultOf(error, path, 'read')
  }
}

function refuseSize(bytes: Uint8Array, path: string): ReturnType<typeof refuse> | null {
  if (bytes.byteLength <= MAX_FILE_BYTES) return null
  return refuse('file-too-large', `\`${path}\` would have ${(bytes.byteLength / 1024 / 1024).toFixed(1)} MB; files up to ${MAX_FILE_BYTES / 1024 / 1024} MB can be saved. Nothing was changed.`, { path })
}

/** The owner's bits count even for root: a file marked read-only was marked so by somebody. */
async function isWritable(target: string): Promise<boolean> {
  try {
    await access(target, constants.W_OK)
    return ((await stat(target)).mode & 0o222) !== 0
  } catch {
    return false
  }
}
