import { lstat, realpath } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { faultOfPath, isPrivateName } from '../../src/protocol/index.ts'
import { done, errnoOf, faultOf, type Outcome, refuse } from './fault.ts'

/** A path that was shown to lie in the workspace. */
export type Contained = {
  /** As the user calls it: relative, forward slashes. */
  readonly path: string
  /** The entry itself, links in its folders resolved: what is renamed or deleted. */
  readonly entry: string
  /** The file that the entry leads to: what is read or written. */
  readonly target: string
  readonly exists: boolean
}

/**
 * The one answer to "is this path in the folder?": for `path`, given by a client, under `root`, a
 * real path. Links are followed and must stay inside, in public parts.
 */
export async function contain(root: string, path: string): Promise<Outcome<Contained>> {
  const wrong = faultOfPath(path)
  if (wrong !== null) return refuse(wrong.code, wrong.detail)
  const lexical = join(root, ...path.split('/'))
  try {
    const parent = await realExisting(dirname(lexical))
    if (!isInside(root, parent.real) || hasPrivatePart(root, parent.real)) return outside(path)
    const entry = join(parent.real, ...parent.missing, basename(lexical))
    if (parent.missing.length > 0) return done({ path, entry, target: entry, exists: false })
    const target = await realExisting(entry)
    if (target.missing.length > 0) return done({ path, entry, target: entry, exists: false })
    if (!isInside(root, target.real) || hasPrivatePart(root, target.real)) return outside(path)
    return done({ path, entry, target: target.real, exists: true })
  } catch (error) {
    return faultOf(error, path, 'read')
  }
}

function outside(path: string): ReturnType<typeof refuse> {
  return refuse('path-refused', `\`${path}\` leads out of the workspace, or to a part of it that is not open to the editor.`, { path })
}

export function isInside(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep)
}

function hasPrivatePart(root: string, real: string): boolean {
  return relative(root, real).split(sep).some(isPrivateName)
}

/**
 * The real path of the longest part of `path` that exists, and the names that are missing after it.
 * A link to nothing is an error: writing "through" it would make a file wherever it points.
 */
async function realExisting(path: string): Promise<{ readonly real: string; readonly missing: readonly string[] }> {
  const missing: string[] = []
  let at = path
  for (;;) {
    try {
      return { real: await realpath(at), missing }
    } catch (error) {
      if (errnoOf(error) !== 'ENOENT' || dirname(at) === at) throw error
      if (await isLink(at)) throw Object.assign(new Error('a link leads nowhere'), { code: 'ELOOP' })
      missing.unshift(basename(at))
      at = dirname(at)
    }
  }
}

async function isLink(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isSymbolicLink()
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return false
    throw error
  }
}
