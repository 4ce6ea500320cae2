import { lstat, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { done, errnoOf, faultOf, type Outcome, refuse } from './fault.ts'

/**
 * The folder `.heddle/<names>` of a workspace, made when it is missing. A link in its place is refused:
 * a folder from a stranger could bring one that leads anywhere.
 */
export async function stateFolder(root: string, ...names: readonly string[]): Promise<Outcome<string>> {
  let at = root
  let called = ''
  for (const name of ['.heddle', ...names]) {
    at = join(at, name)
    called = called === '' ? name : `${called}/${name}`
    try {
      await mkdir(at)
      // What is in there belongs to this machine, not into a commit.
      if (called === '.heddle') await writeFile(join(at, '.gitignore'), '*\n', { flag: 'wx' })
    } catch (error) {
      if (errnoOf(error) !== 'EEXIST') return faultOf(error, called, 'write')
    }
    try {
      if (!(await lstat(at)).isDirectory()) return refuse('path-refused', `\`${called}\` is not a folder but a link or a file. Remove it, then try again.`)
    } catch (error) {
      return faultOf(error, called, 'read')
    }
  }
  return done(at)
}
