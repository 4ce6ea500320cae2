import { randomBytes } from 'node:crypto'
import { constants, copyFile, mkdir, rename, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { done, errnoOf, faultOf, type Outcome } from './fault.ts'
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
