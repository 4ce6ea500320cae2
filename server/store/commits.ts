import type { Database } from 'better-sqlite3'
import { StoreError, faultOf, toStoreError } from './store-error.ts'

/** The most that one commit holds, so that no commit keeps the event loop for long. */
const COMMIT_WRITES = 1_024
const COMMIT_SIZE = 16 * 1024 * 1024

/** How long another process may keep the database before that is an error. Milliseconds. */
const PATIENCE = 10_000

type Write = {
  /** Runs inside the transaction; may throw to refuse itself alone, before it has changed anything. */
  readonly change: () => unknown
  readonly size: number
  readonly resolve: (value: unknown) => void
  readonly reject: (cause: unknown) => void
}

/** Gathers the writes of one turn of the event loop into one commit. */
export type Commits = {
  /** Resolves with what `change` returns, once that is durable. `size`: about how many characters it writes. */
  write<T>(change: () => T, size?: number): Promise<T>
  /** Commits what waits, now. */
  flush(): void
}

export type CommitsOptions = {
  readonly database: Database
  readonly file: string
  /** Called in the transaction after the last write of a commit. */
  readonly beforeCommit: () => void
  readonly afterCommit: () => void
  readonly afterRollback: () => void
}

/** Thrown by a write that refuses itself: the others of its commit go on. */
export class Refusal extends Error {
  readonly reason: unknown
  constructor(reason: unknown) {
    super('refused')
    this.reason = reason
  }
}

export function createCommits({ database, file, beforeCommit, afterCommit, afterRollback }: CommitsOptions): Commits {
  const begin = database.prepare('BEGIN IMMEDIATE')
  const commit = database.prepare('COMMIT')
  const rollback = database.prepare('ROLLBACK')
  let waiting: Write[] = []
  let scheduled = false
  let lockedSince: number | null = null

  function schedule(): void {
    if (scheduled || waiting.length === 0) return
    scheduled = true
    if (lockedSince === null) setImmediate(turn)
    else setTimeout(turn, 5 + Math.random() * 20)
  }

  function turn(): void {
    scheduled = false
    commitSome()
    schedule()
  }

  function takeSome(): Write[] {
    let size = 0
    let count = 0
    for (const write of waiting) {
      if (count > 0 && (count >= COMMIT_WRITES || size + write.size > COMMIT_SIZE)) break
      size += write.size
      count += 1
    }
    const some = waiting.slice(0, count)
    waiting = count === waiting.length ? [] : waiting.slice(count)
    return some
  }

  function commitSome(): void {
    const some = takeSome()
    if (some.length === 0) return
    try {
      begin.run()
      lockedSince = null
    } catch (cause) {
      if (faultOf(cause) === 'locked') {
        lockedSince ??= performance.now()
        if (performance.now() - lockedSince < PATIENCE) {
          waiting = [...some, ...waiting]
          return
        }
        lockedSince = null
      }
      for (const write of some) write.reject(toStoreError(file, cause))
      return
    }
    commitAll(some)
  }

  function commitAll(writes: readonly Write[]): void {
    const settle: (() => void)[] = []
    try {
      for (const write of writes) {
        try {
          const value = write.change()
          settle.push(() => write.resolve(value))
        } catch (cause) {
          if (!(cause instanceof Refusal)) throw cause
          settle.push(() => write.reject(cause.reason))
        }
      }
      beforeCommit()
      commit.run()
    } catch (cause) {
      if (database.inTransaction) rollback.run()
      afterRollback()
      failOrSplit(writes, cause)
      return
    }
    afterCommit()
    for (const one of settle) one()
  }

  /** A commit that failed is tried again write by write: one that is too large must not fail the others. */
  function failOrSplit(writes: readonly Write[], cause: unknown): void {
    if (writes.length === 1) {
      writes[0]!.reject(toStoreError(file, cause))
      return
    }
    for (const write of writes) {
      try {
        begin.run()
      } catch (refused) {
        write.reject(toStoreError(file, refused))
        continue
      }
      commitAll([write])
    }
  }

  return {
    write<T>(change: () => T, size = 0): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        waiting.push({ change, size, resolve: resolve as (value: unknown) => void, reject })
        schedule()
      })
    },
    flush() {
      while (waiting.length > 0) {
        const before = waiting.length
        commitSome()
        // Locked by another process: there is no time left to wait.
        if (waiting.length === before) {
          for (const write of waiting) write.reject(new StoreError('locked', file))
          waiting = []
        }
      }
    },
  }
}
