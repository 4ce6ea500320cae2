import { open, stat } from 'node:fs/promises'
import { basename, extname, isAbsolute, join, relative, resolve } from 'node:path'
import { nearest, type Format } from '../../src/core/index.ts'
import { decodeUtf8 } from '../utf8.ts'
import { usageError } from './failure.ts'

/** The largest file that is read, in bytes: the editor's cap as well. */
const maxBytes = 4 * 1024 * 1024

/** A workflow file that was read. */
export type Target = {
  /** Where it is. */
  readonly path: string
  /** What the user called it, or how it is reached from the working folder. */
  readonly shown: string
  /** Relative to the working folder, with `/`: how runs name it. */
  readonly file: string
  readonly format: Format
  readonly text: string
}

/** Finds and reads what a command was given: a path, or a bare name of a workflow. Throws a CommandFailure. */
export async function readTarget(cwd: string, given: string): Promise<Target> {
  const path = await findTarget(cwd, given)
  const shown = shownPath(cwd, path, given)
  return { path, shown, file: relative(cwd, path).replaceAll('\\', '/'), format: formatOf(path), text: await readText(path, shown) }
}

/** JSON when the name ends in `.json`, YAML otherwise. */
export function formatOf(path: string): Format {
  return extname(path).toLowerCase() === '.json' ? 'json' : 'yaml'
}

/** A bare name means a workflow in `workflows/`, then one in the working folder. A path is a path. */
export async function findTarget(cwd: string, given: string): Promise<string> {
  if (given === '') throw usageError('the name of the workflow is empty')
  const path = resolve(cwd, given)
  const isBare = !/[\\/]/.test(given) && !/\.(ya?ml|json)$/i.test(given)
  if (!isBare) return path
  const tried = ['workflows', '.'].flatMap((folder) => ['json', 'yaml', 'yml'].map((ending) => join(folder, `${given}.${ending}`)))
  for (const candidate of tried) {
    if (await isFile(resolve(cwd, candidate))) return resolve(cwd, candidate)
  }
  // A file that has no ending of its own, or a folder, which is then refused by name.
  if ((await stat(path).catch(() => null)) !== null) return path
  const meant = await meantName(cwd, given)
  throw usageError(
    `there is no workflow "${given}"${meant === null ? '' : `; did you mean "${meant}"?`}`,
    `Looked for workflows/${given}.{json,yaml,yml} and ${given}.{json,yaml,yml} in ${cwd}.`,
  )
}

async function readText(path: string, shown: string): Promise<string> {
  const bytes = await readBytes(path, shown)
  const decoded = decodeUtf8(bytes)
  if (decoded.ok) return decoded.text
  const byte = (bytes[decoded.offset] ?? 0).toString(16).toUpperCase().padStart(2, '0')
  const utf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  throw usageError(`${shown} is not UTF-8: byte ${decoded.offset} (0x${byte}) does not fit`, `Convert it to UTF-8${utf16 ? '; it looks like UTF-16' : ''}. The file was left as it is.`)
}

async function readBytes(path: string, shown: string): Promise<Uint8Array> {
  try {
    const file = await open(path)
    try {
      const info = await file.stat()
      if (info.isDirectory()) throw usageError(`${shown} is a folder, not a workflow file`, `To list its workflows: heddle list ${shown}`)
      if (!info.isFile() && !info.isFIFO() && !info.isCharacterDevice()) throw usageError(`${shown} is not a file that can be read`)
      if (info.size > maxBytes) throw usageError(`${shown} has ${(info.size / 1024 / 1024).toFixed(1)} MB; files up to 4 MB are read`, 'Move long texts into files of their own.')
      const bytes = await file.readFile()
      if (bytes.byteLength > maxBytes) throw usageError(`${shown} has more than 4 MB; files up to 4 MB are read`)
      return bytes
    } finally {
      await file.close()
    }
  } catch (error) {
    throw fileFailure(error, shown)
  }
}

/** A failed system call in words; anything else is thrown on. */
export function fileFailure(error: unknown, shown: string): unknown {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string' || !/^E[A-Z]+$/.test(error.code)) return error
  switch (error.code) {
    case 'ENOENT':
      return usageError(`there is no file ${shown}`)
    case 'ENOTDIR':
      return usageError(`a part of ${shown} is a file, not a folder`)
    case 'EISDIR':
      return usageError(`${shown} is a folder`)
    case 'EACCES':
    case 'EPERM':
      return usageError(`${shown} may not be opened: its permissions do not allow it`)
    case 'ELOOP':
      return usageError(`${shown} is a link that leads to itself`)
    case 'ENAMETOOLONG':
      return usageError(`the name ${shown.slice(0, 60)}… is too long`)
    case 'ENOSPC':
      return usageError(`the disk is full, so ${shown} was not written`)
    case 'EROFS':
      return usageError(`the disk that holds ${shown} is read-only`)
    default:
      return usageError(`${shown} cannot be opened (${error.code})`)
  }
}

async function isFile(path: string): Promise<boolean> {
  const info = await stat(path).catch(() => null)
  return info?.isFile() ?? false
}

async function meantName(cwd: string, given: string): Promise<string | null> {
  const { readdir } = await import('node:fs/promises')
  const names = await Promise.all(['workflows', '.'].map((folder) => readdir(resolve(cwd, folder)).catch(() => [])))
  return nearest(given, names.flat().filter((name) => /\.(ya?ml|json)$/i.test(name)).map((name) => basename(name, extname(name))))
}

/** As the user wrote it, or, for a name, the way from the working folder. */
function shownPath(cwd: string, path: string, given: string): string {
  if (resolve(cwd, given) === path) return given
  const way = relative(cwd, path)
  return way.startsWith('..') || isAbsolute(way) ? path : way
}
