export type StoreFault =
  | 'not-a-database'
  | 'foreign'
  | 'link'
  | 'newer'
  | 'damaged'
  | 'read-only'
  | 'full'
  | 'locked'
  | 'closed'
  | 'failed'

/** The store cannot do what it was asked: says which file, why, and how to mend it. */
export class StoreError extends Error {
  override name = 'StoreError'
  readonly fault: StoreFault
  readonly file: string
  constructor(fault: StoreFault, file: string, cause?: unknown) {
    super(explain(fault, file, cause), cause === undefined ? {} : { cause })
    this.fault = fault
    this.file = file
  }
}

function explain(fault: StoreFault, file: string, cause: unknown): string {
  const store = `the run store ${file}`
  switch (fault) {
    case 'not-a-database':
      return `${store} is not a database: move the file away, and a new one is made`
    case 'foreign':
      return `${store} is a database of another program: choose another folder for the runs`
    case 'link':
      return `${file} is a link: remove it, the runs are kept in the folder itself`
    case 'newer':
      return `${store} was made by a newer version of Heddle: update this one, or choose another folder for the runs`
    case 'damaged':
      return `${store} is damaged (${said(cause)}): restore it from a backup, or move it away to begin anew`
    case 'read-only':
      return `${store} cannot be written: check who owns the file and its folder`
    case 'full':
      return `${store} cannot grow, the disk is full: make room and resume the run`
    case 'locked':
      return `${store} is locked by another program: close it, and try again`
    case 'closed':
      return `${store} is closed`
    case 'failed':
      return `${store} cannot be used: ${said(cause)}`
  }
}

function said(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}

/** What SQLite, or the file system, means by an error; null when it is none of theirs. */
export function faultOf(cause: unknown): StoreFault | null {
  const code = (cause as { readonly code?: unknown } | null)?.code
  if (typeof code !== 'string') return null
  if (code.startsWith('SQLITE_NOTADB')) return 'not-a-database'
  if (code.startsWith('SQLITE_CORRUPT')) return 'damaged'
  if (code.startsWith('SQLITE_READONLY') || code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return 'read-only'
  if (code === 'SQLITE_FULL' || code === 'ENOSPC' || code === 'EDQUOT') return 'full'
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) return 'locked'
  if (code.startsWith('SQLITE_') || /^E[A-Z]+$/.test(code)) return 'failed'
  return null
}

export function toStoreError(file: string, cause: unknown): unknown {
  if (cause instanceof StoreError) return cause
  const fault = faultOf(cause)
  return fault ? new StoreError(fault, file, cause) : cause
}
