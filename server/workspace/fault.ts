import type { FileVersion, ProblemCode } from '../../src/protocol/index.ts'

/** Why something with a file could not be done, in words for the user. Never holds a path outside the workspace. */
export type Fault = {
  readonly code: ProblemCode
  readonly detail: string
  readonly path?: string
  /** not-utf8: the first byte that is not. */
  readonly offset?: number
  /** file-changed: what is there now; null when nothing is. */
  readonly etag?: string | null
  readonly theirs?: FileVersion | null
}

export type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly fault: Fault }

export function done<T>(value: T): Outcome<T> {
  return { ok: true, value }
}

export function refuse(code: ProblemCode, detail: string, more: Omit<Fault, 'code' | 'detail'> = {}): { readonly ok: false; readonly fault: Fault } {
  return { ok: false, fault: { code, detail, ...more } }
}

/** The code of a failed system call (`ENOENT`), or an empty text. */
export function errnoOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/**
 * A failed system call in words. `path` is what the user calls the file. Anything that is not the
 * folder's or the disk's fault is thrown on: it is a bug.
 */
export function faultOf(error: unknown, path: string, doing: 'read' | 'write' | 'delete' | 'rename'): { readonly ok: false; readonly fault: Fault } {
  const kept = doing === 'read' ? '' : ' Nothing was changed.'
  switch (errnoOf(error)) {
    case 'ENOENT':
      return refuse('file-not-found', `There is no file \`${path}\`.`, { path })
    case 'ENOTDIR':
      return refuse('folder-missing', `A part of \`${path}\` is a file, not a folder.`, { path })
    case 'EISDIR':
      return refuse('not-a-file', `\`${path}\` is a folder.`, { path })
    case 'EEXIST':
      return refuse('file-exists', `\`${path}\` exists already. Choose another name.`, { path })
    case 'ENAMETOOLONG':
      return refuse('name-too-long', `The name \`${shorten(path)}\` is too long for this disk.`, { path: shorten(path) })
    case 'ENOSPC':
    case 'EDQUOT':
      return refuse('disk-full', `The disk is full, so \`${path}\` was not saved. The file on disk is whole and as it was; free some space and save again.`, { path })
    case 'EFBIG':
      return refuse('file-too-large', `\`${path}\` would be larger than this disk allows.${kept}`, { path })
    case 'EROFS':
      return refuse('read-only', `The disk that holds \`${path}\` is read-only.${kept}`, { path })
    case 'EACCES':
    case 'EPERM':
      return refuse('permission-denied', `You may not ${doing} \`${path}\`: its permissions, or those of its folder, do not allow it.${kept}`, { path })
    case 'ELOOP':
      return refuse('path-refused', `\`${path}\` is a link, or goes through one, that leads nowhere safe.`, { path })
    case 'EMFILE':
    case 'ENFILE':
      return refuse('internal', `Too many files are open on this machine to ${doing} \`${path}\`.${kept} Try again in a moment.`, { path })
    case 'EIO':
      return refuse('internal', `The disk reported an error on \`${path}\`.${kept}`, { path })
    default:
      throw error
  }
}

function shorten(path: string): string {
  return path.length <= 80 ? path : `${path.slice(0, 77)}...`
}
