import { GENESIS, initialRun, openFold, verifyChain, type ChainCheck, type ChainHead, type Digest, type RunEvent, type RunState } from '../../src/core/index.ts'
import { RunNotFound, RunTampered } from './errors.ts'
import type { RunStore } from './ports.ts'
import { createRecords, type Records } from './records.ts'

const PAGE = 1_000

/** The log in pages, in order. */
export async function* pages(store: Pick<RunStore, 'read'>, run: string, after = 0): AsyncGenerator<readonly RunEvent[], void, void> {
  for (let cursor = after; ; ) {
    const page = await store.read(run, cursor, PAGE)
    const last = page.at(-1)
    if (!last) return
    yield page
    cursor = last.seq
  }
}

/** The state of a run by its log; null when there is none. Its chain is not checked; rejects with RunTampered at an event without sense. */
export async function foldRun(store: Pick<RunStore, 'read'>, run: string): Promise<RunState | null> {
  const fold = openFold(initialRun(run))
  for await (const page of pages(store, run)) {
    for (const event of page) {
      try {
        fold.apply(event)
      } catch (cause) {
        // A record that was changed need not have the shape of one.
        throw new RunTampered(run, event.seq, `event ${event.seq} cannot be read (${cause instanceof Error ? cause.message : String(cause)})`)
      }
    }
  }
  return fold.seq === 0 ? null : fold.state()
}

/** What an attempt begins with. */
export type ReadRun = { readonly state: RunState; readonly records: Records }

/** Reads each event once: checks the chain, folds the state, gathers the records. Rejects with RunNotFound or RunTampered. */
export async function readRun(store: Pick<RunStore, 'read' | 'head'>, run: string, digest: Digest): Promise<ReadRun> {
  const end = await store.head(run)
  if (!end) throw new RunNotFound(run)
  const fold = openFold(initialRun(run))
  const records = createRecords()
  const check = await checkPages(store, run, digest, end, (event) => {
    fold.apply(event)
    records.add(event)
  })
  if (!check.ok) throw new RunTampered(run, check.seq, check.reason)
  return { state: fold.state(), records }
}

/** Checks the whole log against its own hashes and the head in the run's row. Rejects with RunNotFound. */
export async function checkRun(store: Pick<RunStore, 'read' | 'head'>, run: string, digest: Digest): Promise<ChainCheck> {
  const end = await store.head(run)
  if (!end) throw new RunNotFound(run)
  return checkPages(store, run, digest, end, () => {})
}

async function checkPages(store: Pick<RunStore, 'read'>, run: string, digest: Digest, end: ChainHead, onEvent: (event: RunEvent) => void): Promise<ChainCheck> {
  let from: ChainHead = GENESIS
  for await (const page of pages(store, run)) {
    // The run may be worked on: what came after the head was read is not judged by it.
    const known = page.filter((event) => event.seq <= end.seq)
    const check = verifyChain(known, digest, { run, from })
    if (!check.ok) return check
    from = check.head
    for (const event of known) onEvent(event)
    if (known.length < page.length) break
  }
  return verifyChain([], digest, { run, from, end })
}
