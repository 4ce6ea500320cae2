import { randomBytes } from 'node:crypto'
import { constants, copyFile, mkdir, realpath, rename, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { done, errnoOf, faultOf, type Outcome, refuse } from './fault.ts'
import { stateFolder } from './state-folder.ts'

/**
 * Moves a file to `.heddle/trash/<when>/<its path>`, so that it is taken back by moving it to where
 * its path says. Gives the new place, relative to the workspace.
 */
export async function moveToTrash(root: string, entry: string, path: string, now: Date): Promise<Outcome<string>> {
  const when = `${now.toISOString().replaceAll(':', '-')}-${randomBytes(3).toString('hex')}`
  const folder = await stateFolder(root, 'trash', when)
  if (!folder.ok) return folder
  const destination = join(folder.value, ...path.split('/'))
  try {
    await mkdir(dirname(destination), { recursive: true })
    try {
      await rename(entry, destination)
    } catch (error) {
      if (errnoOf(error) !== 'EXDEV') throw error
      await copyFile(entry, destination, constants.COPYFILE_EXCL)
      await unlink(entry)
    }
    return done(`.heddle/trash/${when}/${path}`)
  } catch (error) {
    return faultOf(error, path, 'delete')
  }
}

/** Which file of the workspace was put at `trash`, a place that `moveToTrash` gave. */
export function pathInTrash(trash: string): Outcome<{ readonly when: string; readonly path: string }> {
  const [, when, path] = /^\.heddle\/trash\/(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-[0-9a-f]{6})\/(.+)$/.exec(trash) ?? []
  if (when === undefined || path === undefined) return refuse('path-refused', 'This is not a place in the trash of this workspace.')
  return done({ when, path })
}

/** Where that is on disk. Only what lies in the trash itself is given: nothing that a link leads to. */
export async function entryInTrash(root: string, when: string, path: string): Promise<Outcome<string>> {
  const entry = join(root, '.heddle', 'trash', when, ...path.split('/'))
  try {
    if ((await realpath(dirname(entry))) !== dirname(entry)) return refuse('path-refused', 'This place in the trash is reached through a link.')
    return done(entry)
  } catch (error) {
    return faultOf(error, path, 'read')
  }
}
