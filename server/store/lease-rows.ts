import type { Database } from 'better-sqlite3'
import type { InboxMessage, Owner } from '../engine/ports.ts'

type LeaseRow = Owner & { readonly renewed: number }

/** The rows of leases and messages. Writing functions are to be called inside a transaction. */
export type LeaseRows = {
  /** The living owner; null when there is none. */
  owner(run: string): Owner | null
  /** Takes or renews; gives the living owner who is in the way, or null when it was taken. */
  acquire(run: string, owner: Owner): Owner | null
  release(run: string, owner: Owner): void
  post(run: string, message: Omit<InboxMessage, 'id'>): void
  inbox(run: string, after: number): readonly InboxMessage[]
}

export function createLeaseRows(database: Database, alive: (owner: Owner, renewed: number, now: number) => boolean): LeaseRows {
  const select = database.prepare<[string], LeaseRow>('SELECT host, pid, token, renewed FROM leases WHERE run = ?')
  const replace = database.prepare<[string, string, number, string, number]>('INSERT OR REPLACE INTO leases (run, host, pid, token, renewed) VALUES (?, ?, ?, ?, ?)')
  const remove = database.prepare<[string, string]>('DELETE FROM leases WHERE run = ? AND token = ?')
  const insert = database.prepare<[string, string, string]>('INSERT INTO inbox (run, type, sender) VALUES (?, ?, ?)')
  const messages = database.prepare<[string, number], InboxMessage>('SELECT id, type, sender AS "by" FROM inbox WHERE run = ? AND id > ? ORDER BY id')

  function holder(run: string): Owner | null {
    const row = select.get(run)
    if (!row) return null
    const owner: Owner = { host: row.host, pid: row.pid, token: row.token }
    return alive(owner, row.renewed, Date.now()) ? owner : null
  }

  return {
    owner: holder,
    acquire(run, owner) {
      const by = holder(run)
      if (by && by.token !== owner.token) return by
      replace.run(run, owner.host, owner.pid, owner.token, Date.now())
      return null
    },
    release: (run, owner) => void remove.run(run, owner.token),
    post: (run, { type, by }) => void insert.run(run, type, by),
    inbox: (run, after) => messages.all(run, after),
  }
}
