import { createHash } from 'node:crypto'
import { readFile, realpath, stat } from 'node:fs/promises'
import { dirname, extname, resolve } from 'node:path'
import { isInside } from '../../workspace/contain.ts'

/** A module of the user's, as text: nothing of it has run. */
export type ModuleText = {
  /** As it is named in files: `./tools.ts`. */
  readonly module: string
  /** Its real path. */
  readonly file: string
  /** Of its text and of all that it imports from the workspace. */
  readonly hash: string
  /** It imports more from `heddle` than `defineTool`. */
  readonly whole: boolean
}

export type ReadModule = { readonly ok: true; readonly text: ModuleText } | { readonly ok: false; readonly message: string; readonly hint?: string }

const ENDINGS = ['.ts', '.mts', '.cts', '.js', '.mjs', '.cjs']
const MOST_FILES = 200
const MAX_BYTES = 4 * 1024 * 1024

/** The name of a module in one form: `tools.ts` is `./tools.ts`. */
export function moduleName(given: string): string {
  const path = given.trim().replaceAll('\\', '/')
  return /^(\.{0,2}\/|[A-Za-z]:)/.test(path) ? path : `./${path}`
}

/** Reads a module and what it imports by relative paths. It must lie in the workspace, links resolved. */
export async function readModule(workspace: string, given: string): Promise<ReadModule> {
  const module = moduleName(given)
  if (!ENDINGS.includes(extname(module))) return { ok: false, message: `the module ${module} is no TypeScript or JavaScript file`, hint: `Its name must end in ${ENDINGS.join(', ')}.` }
  let file: string
  try {
    file = await realpath(resolve(workspace, module))
  } catch {
    return { ok: false, message: `there is no module ${module}` }
  }
  if (!isInside(workspace, file)) return { ok: false, message: `the module ${module} leads out of the workspace`, hint: 'Trust goes no further than the folder. Copy the module into it.' }
  const seen = new Map<string, string>()
  const open = [file]
  let whole = false
  for (let path = open.pop(); path !== undefined && seen.size < MOST_FILES; path = open.pop()) {
    if (seen.has(path)) continue
    const text = await readSmall(path)
    if (text === null) {
      if (path === file) return { ok: false, message: `the module ${module} cannot be read` }
      continue
    }
    seen.set(path, text)
    whole ||= importsMore(text)
    for (const name of relativeImports(text)) {
      const found = await find(resolve(dirname(path), name))
      if (found !== null && isInside(workspace, found)) open.push(found)
    }
  }
  const hash = createHash('sha256')
  for (const [path, text] of [...seen].toSorted(([a], [b]) => (a < b ? -1 : 1))) hash.update(`${path.slice(workspace.length)}\0${text.length}\0${text}\0`)
  return { ok: true, text: { module, file, hash: hash.digest('hex'), whole } }
}

async function readSmall(path: string): Promise<string | null> {
  try {
    const { size } = await stat(path)
    return size > MAX_BYTES ? null : await readFile(path, 'utf8')
  } catch {
    return null
  }
}

function relativeImports(text: string): readonly string[] {
  return [...text.matchAll(/(?:\bfrom|\bimport|\brequire)\s*\(?\s*(['"])(\.{1,2}\/[^'"\n]+)\1/g)].map(([, , name = '']) => name)
}

/** Whether the whole library is needed in the module's process: `defineTool` alone is there at once. */
function importsMore(text: string): boolean {
  if (/['"]heddle\/core['"]/.test(text)) return true
  if (/\b(?:import|require)\s*\(\s*['"]heddle['"]/.test(text)) return true
  return [...text.matchAll(/\b(?:import|export)\s+(type\s+)?([^'";]*?)\s*from\s*['"]heddle['"]/g)].some(([, isType, names = '']) => {
    if (isType !== undefined) return false
    const inner = /^\{([\s\S]*)\}$/.exec(names.trim())?.[1]
    if (inner === undefined) return true
    return inner.split(',').map((name) => name.trim()).some((name) => name !== '' && !name.startsWith('type ') && !/^defineTool(\s+as\s+\w+)?$/.test(name))
  })
}

async function find(path: string): Promise<string | null> {
  const stem = path.replace(/\.([cm]?)js$/, '.$1ts')
  for (const candidate of [path, stem, ...ENDINGS.map((ending) => path + ending), ...ENDINGS.map((ending) => `${path}/index${ending}`)]) {
    try {
      if ((await stat(candidate)).isFile()) return await realpath(candidate)
    } catch {
      // Another spelling, or a package.
    }
  }
  return null
}
