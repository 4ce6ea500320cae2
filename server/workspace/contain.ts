import { lstat, realpath } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
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

/** Folders and files that are nobody's business over HTTP, wherever they stand in a path. */
const PRIVATE = new Set(['.git', '.heddle', 'node_modules', 'git~1'])

/** Characters that some file systems ignore in names, so that `.g<U+200C>it` would be `.git`. */
const IGNORABLE = /[\u00AD\u034F\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFE00-\uFE0F\uFEFF]/gu

/** Is this name, in any spelling that a file system may take for it, one that is never served or listed? */
export function isPrivateName(name: string): boolean {
  const plain = (name.split(':')[0] ?? '').normalize('NFKC').replace(IGNORABLE, '').toLowerCase().replace(/[. ]+$/, '')
  return PRIVATE.has(plain) || plain.startsWith('.env')
}

/**
 * The one answer to "is this path in the folder?": for `path`, given by a client, under `root`, a
 * real path. Links are followed and must stay inside, in public parts.
 */
export async function contain(root: string, path: string): Promise<Outcome<Contained>> {
  const wrong = refuseSpelling(path)
  if (wrong !== null) return wrong
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

/** What can be told from the text alone. */
function refuseSpelling(path: string): ReturnType<typeof refuse> | null {
  const parts = path.split('/')
  if (hasControlCharacter(path) || path.includes('\\') || /^[A-Za-z]:/.test(path)) {
    return refuse('path-refused', 'A path is relative to the workspace, with forward slashes and without control characters.')
  }
  if (/\p{Surrogate}/u.test(path)) return refuse('path-refused', 'The path holds half of a character.')
  if (parts.some((part) => part === '' || part === '.' || part === '..')) {
    return refuse('path-refused', 'A path is relative to the workspace and has no empty part, `.` or `..`.')
  }
  if (parts.some(isPrivateName)) {
    return refuse('path-refused', '`.git`, `.heddle`, `.env` files and `node_modules` are not open to the editor.')
  }
  if (parts.some((part) => Buffer.byteLength(part) > 255)) return refuse('name-too-long', 'A file name may have at most 255 bytes.')
  return null
}

function hasControlCharacter(path: string): boolean {
  return [...path].some((character) => character < ' ' || character === '\u007F')
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
