import type { DraftKeep, KeptDraft } from './host.ts'

const prefixOf = (workspace: string) => `heddle:draft:${workspace}:`
const keyOf = (workspace: string, path: string, session: string) => `${prefixOf(workspace)}${session}:${path}`

/**
 * Unsaved texts in this browser. Local storage is written at once, also while a page goes away, but is
 * small; what does not fit goes to the database, which takes a moment.
 */
export const browserKeep: DraftKeep = {
  write(workspace, draft) {
    const key = keyOf(workspace, draft.path, draft.session)
    try {
      localStorage.setItem(key, JSON.stringify(draft))
      void inDatabase('readwrite', (store) => store.delete(key))
      return true
    } catch {
      browserKeep.writeSoon(workspace, draft)
      return false
    }
  },
  writeSoon(workspace, draft) {
    const key = keyOf(workspace, draft.path, draft.session)
    // The older text here goes when the newer one stands in the database, and not before: with no database it is all there is.
    void inDatabase('readwrite', (store) => store.put(draft, key)).then((put) => {
      if (put !== null && savedAtOf(key) < draft.savedAt) forget(key)
    })
  },
  remove(workspace, path, session) {
    const key = keyOf(workspace, path, session)
    forget(key)
    void inDatabase('readwrite', (store) => store.delete(key))
  },
  async read(workspace, path) {
    const small = smallDrafts(workspace, path)
    const large = (await inDatabase<unknown[]>('readonly', (store) => store.getAll(within(workspace)))) ?? []
    return [...small, ...large.filter(isDraft)].filter((draft) => draft.path === path)
  },
}

function smallDrafts(workspace: string, path: string): readonly KeptDraft[] {
  const drafts: KeptDraft[] = []
  try {
    for (let index = 0; index < localStorage.length; index += 1) {
      const key = localStorage.key(index)
      if (key === null || !key.startsWith(prefixOf(workspace)) || !key.endsWith(`:${path}`)) continue
      const draft = smallDraft(key)
      if (draft) drafts.push(draft)
    }
  } catch {
    // Storage that is forbidden holds nothing of ours.
  }
  return drafts
}

/** Null where there is none, or a text that somebody else put there. */
function smallDraft(key: string): KeptDraft | null {
  try {
    const draft: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return isDraft(draft) ? draft : null
  } catch {
    return null
  }
}

function savedAtOf(key: string): string {
  return smallDraft(key)?.savedAt ?? ''
}

function forget(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Storage that is forbidden holds nothing either.
  }
}

function isDraft(value: unknown): value is KeptDraft {
  if (typeof value !== 'object' || value === null) return false
  const { path, text, session, savedAt } = value as { [key: string]: unknown }
  return typeof path === 'string' && typeof text === 'string' && typeof session === 'string' && typeof savedAt === 'string'
}

function within(workspace: string): IDBKeyRange {
  return IDBKeyRange.bound(prefixOf(workspace), `${prefixOf(workspace)}\uFFFF`)
}

const STORE = 'drafts'
let opening: Promise<IDBDatabase> | null = null

function database(): Promise<IDBDatabase> {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('heddle', 1)
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE))
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(new Error('the database of this browser cannot be opened')))
  })
  return opening
}

/** Null when this browser has no database to offer. */
async function inDatabase<T>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest): Promise<T | null> {
  try {
    const store = (await database()).transaction(STORE, mode).objectStore(STORE)
    const request = ask(store)
    return await new Promise<T | null>((resolve) => {
      request.addEventListener('success', () => resolve(request.result as T))
      request.addEventListener('error', () => resolve(null))
    })
  } catch {
    opening = null
    return null
  }
}
