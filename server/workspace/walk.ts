import { lstat, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { formatOfEnding, isPrivateName } from '../../src/protocol/index.ts'

/** A file that may be a workflow, with all that tells whether it has changed. */
export type Candidate = { readonly path: string; readonly signature: string }

export type Walk = {
  /** Sorted by path. */
  readonly candidates: readonly Candidate[]
  /** A bound was met: there is more than was looked at. */
  readonly truncated: boolean
}

export type WalkBounds = { readonly depth: number; readonly folders: number; readonly files: number }

const BOUNDS: WalkBounds = { depth: 8, folders: 2_000, files: 2_000 }

/** Folders of built, installed or generated files: never a place for workflows. */
const IGNORED = new Set(['node_modules', 'bower_components', 'vendor', 'dist', 'build', 'out', 'target', 'coverage', '__pycache__', 'venv'])

/** JSON files that every second folder has and that are never workflows. */
const NEVER = /^(package(-lock)?|npm-shrinkwrap|composer|tsconfig(\..*)?|jsconfig|deno|lerna|nx|turbo|manifest|\..*)\.json$|^(pnpm-lock|docker-compose.*|mkdocs|\..*)\.ya?ml$/i

/**
 * Every file under `root` that may be a workflow, by name. Links are not followed while listing, so
 * that a loop of links is no trap and nothing outside shows. What cannot be read is left out.
 */
export async function walk(root: string, bounds: WalkBounds = BOUNDS): Promise<Walk> {
  const candidates: Candidate[] = []
  let truncated = false
  let folders = 0
  let level: readonly string[] = ['']
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > bounds.depth) {
      truncated = true
      break
    }
    const next: string[] = []
    for (const folder of level) {
      if (++folders > bounds.folders || candidates.length >= bounds.files) {
        truncated = true
        break
      }
      const names: string[] = []
      for (const entry of await entriesOf(join(root, folder))) {
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`
        if (entry.isDirectory()) {
          if (!isSkippedFolder(entry.name)) next.push(path)
        } else if ((entry.isFile() || entry.isSymbolicLink()) && !entry.name.startsWith('.') && !isPrivateName(entry.name) && !NEVER.test(entry.name) && formatOfEnding(entry.name) !== null) {
          names.push(path)
        }
      }
      const room = bounds.files - candidates.length
      if (names.length > room) truncated = true
      const found = await Promise.all(names.sort().slice(0, room).map(async (path) => ({ path, signature: await signatureOf(join(root, path)) })))
      for (const { path, signature } of found) if (signature !== null) candidates.push({ path, signature })
    }
    level = next.sort()
  }
  candidates.sort((a, b) => (a.path < b.path ? -1 : 1))
  return { candidates, truncated }
}

/** Changes whenever the file's bytes may have: size, times to the nanosecond, and which file it is. Null when there is none. */
export async function signatureOf(path: string): Promise<string | null> {
  try {
    const found = await lstat(path, { bigint: true })
    if (found.isDirectory()) return null
    const own = `${found.dev}:${found.ino}:${found.size}:${found.mtimeNs}:${found.ctimeNs}`
    if (!found.isSymbolicLink()) return own
    const target = await stat(path, { bigint: true })
    return `${own}>${target.dev}:${target.ino}:${target.size}:${target.mtimeNs}:${target.ctimeNs}`
  } catch {
    return null
  }
}

function isSkippedFolder(name: string): boolean {
  return name.startsWith('.') || isPrivateName(name) || IGNORED.has(name.toLowerCase())
}

async function entriesOf(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch {
    return []
  }
}
