import { randomBytes } from 'node:crypto'
import { chmod, chown, link, mkdir, open, rename, stat, unlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { errnoOf } from './fault.ts'

/**
 * Replaces a file so that every reader, and a machine that loses power, sees the old bytes or the new
 * ones: a file beside it is written and forced to disk, then renamed over it. Mode and owner are kept.
 *
 * `mayReplace` is asked at the last moment, when only the rename is left; false leaves the file as it
 * is and gives false. Rejects with the system's error; nothing is left behind then.
 */
export async function replaceFile(target: string, bytes: Uint8Array, mayReplace: () => Promise<boolean>): Promise<boolean> {
  const before = await statOrNull(target)
  const beside = await writeBeside(target, bytes)
  try {
    if (before !== null) {
      await chmod(beside, before.mode & 0o7777)
      await keepOwner(beside, before)
    }
    if (!(await mayReplace())) {
      await unlink(beside)
      return false
    }
    await rename(beside, target)
  } catch (error) {
    await unlinkQuietly(beside)
    throw error
  }
  await syncFolder(dirname(target))
  return true
}

/**
 * Makes a file that did not exist, whole or not at all, with the folders on the way. Rejects with
 * EEXIST, having changed nothing, when there is one by now.
 */
export async function createFile(target: string, bytes: Uint8Array, mode = 0o666): Promise<void> {
  await mkdir(dirname(target), { recursive: true })
  const beside = await writeBeside(target, bytes, mode)
  try {
    await moveNew(beside, target)
  } catch (error) {
    await unlinkQuietly(beside)
    throw error
  }
  await syncFolder(dirname(target))
}

/** Renames without ever replacing what is at `to`: EEXIST then. Makes the folders on the way when asked to. */
export async function moveNew(from: string, to: string, makeFolders = false): Promise<void> {
  if (makeFolders) await mkdir(dirname(to), { recursive: true })
  try {
    // A hard link fails when the name is taken, at once and on every local file system; rename would replace.
    await link(from, to)
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') {
      if (!(await isSameFile(from, to))) throw error
      // `a.yaml` to `A.yaml` where names differ by more than case only in the eye of the user.
      await rename(from, to)
      return
    }
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(errnoOf(error))) throw error
    if ((await statOrNull(to)) !== null) throw Object.assign(new Error('the name is taken'), { code: 'EEXIST' })
    await rename(from, to)
    return
  }
  await unlink(from)
}

async function writeBeside(target: string, bytes: Uint8Array, mode = 0o666): Promise<string> {
  // Short, whatever the length of the target's own name, and not a workflow's ending.
  const beside = join(dirname(target), `.${basename(target).slice(0, 20)}.${randomBytes(6).toString('hex')}.tmp`)
  const file = await open(beside, 'wx', mode)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } catch (error) {
    await file.close()
    await unlinkQuietly(beside)
    throw error
  }
  await file.close()
  return beside
}

async function keepOwner(path: string, owner: { readonly uid: number; readonly gid: number }): Promise<void> {
  try {
    await chown(path, owner.uid, owner.gid)
  } catch (error) {
    // Only root may give files away; a file of somebody else that we may write becomes ours.
    if (!['EPERM', 'ENOSYS', 'EINVAL', 'ENOTSUP'].includes(errnoOf(error))) throw error
  }
}

/** A rename is on disk only when its folder is. */
export async function syncFolder(path: string): Promise<void> {
  try {
    const folder = await open(path, 'r')
    try {
      await folder.sync()
    } finally {
      await folder.close()
    }
  } catch {
    // Some systems cannot open or sync folders; the file itself is safe already.
  }
}

async function isSameFile(a: string, b: string): Promise<boolean> {
  const [first, second] = await Promise.all([statOrNull(a), statOrNull(b)])
  return a !== b && a.toLowerCase() === b.toLowerCase() && first !== null && second !== null && first.ino === second.ino && first.dev === second.dev && first.nlink === 1
}

async function statOrNull(path: string) {
  try {
    return await stat(path)
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null
    throw error
  }
}

async function unlinkQuietly(path: string): Promise<void> {
  try {
    await unlink(path)
  } catch {
    // It is already gone, or the disk is failing: the first error is the one to report.
  }
}
