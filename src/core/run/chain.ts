import type { Json } from '../diagnostic.ts'
import { canonicalJson } from '../text/canonical.ts'
import type { RunEvent, RunEventBody } from './event.ts'

/** SHA-256 of a text's UTF-8 bytes, in lower-case hex. Passed in: the core has no cryptography of its own. */
export type Digest = (text: string) => string

/** The end of a log: how many events it has, and the hash of the last one. */
export type ChainHead = { readonly seq: number; readonly hash: string }

/** What stands before the first event. */
export const GENESIS: ChainHead = { seq: 0, hash: '0'.repeat(64) }

/**
 * Makes the record that follows `head`, and the JSON of all but its `hash`, which is that of its canonical form.
 * The text keeps values as they came: what a template writes of an object goes by the order of its keys, in the
 * process that made it as in one that reads it. Nothing in the body can take the place of what the log says of it.
 */
export function sealEvent(run: string, head: ChainHead, at: string, body: RunEventBody, digest: Digest): { readonly event: RunEvent; readonly text: string } {
  const place = { at, prev: head.hash, run, seq: head.seq + 1, v: 1, hash: undefined }
  // Not a spread: adding properties to a spread object takes fifty times as long.
  const record: object & { hash?: string | undefined } = Object.assign({}, place, body, place)
  const canonical = canonicalJson(record as Json)
  const text = JSON.stringify(record)
  record.hash = digest(canonical)
  return { event: record as RunEvent, text }
}

/** The text whose digest is the event's `hash`. */
export function sealedText(event: RunEvent): string {
  const { hash: _, ...record } = event
  return canonicalJson(record as unknown as Json)
}

/** `seq` is the first bad event, or the first one that is missing. */
export type ChainCheck =
  | { readonly ok: true; readonly head: ChainHead }
  | { readonly ok: false; readonly seq: number; readonly reason: string; readonly head: ChainHead }

/**
 * Checks events in order: numbers without gaps, each hash over its own record, each bound to the one
 * before. A long log is checked in pages by handing the head of one page to the next. `end` is the head
 * that the run's row names: with it a log that was cut off is found too.
 */
export function verifyChain(
  events: Iterable<RunEvent>,
  digest: Digest,
  options: { readonly run?: string; readonly from?: ChainHead; readonly end?: ChainHead } = {},
): ChainCheck {
  let head = options.from ?? GENESIS
  const bad = (seq: number, reason: string): ChainCheck => ({ ok: false, seq, reason, head })
  for (const event of events) {
    const seq = head.seq + 1
    if (event.seq !== seq) {
      return event.seq > seq
        ? bad(seq, `event ${seq} is missing: event ${event.seq} follows event ${head.seq}`)
        : bad(event.seq, `event ${event.seq} stands after event ${head.seq}`)
    }
    if (options.run !== undefined && event.run !== options.run) return bad(seq, `event ${seq} belongs to run ${event.run}`)
    if (event.prev !== head.hash) return bad(seq, `event ${seq} does not follow from event ${head.seq}: one of the two was replaced`)
    if (hashOf(event, digest) !== event.hash) return bad(seq, `event ${seq} (${event.type}) was changed after it was recorded`)
    head = { seq, hash: event.hash }
  }
  const end = options.end
  if (end && end.seq > head.seq) return bad(head.seq + 1, `event ${head.seq + 1} is missing: the log was cut off, the run has ${end.seq} events`)
  if (end && (end.seq !== head.seq || end.hash !== head.hash)) {
    return bad(head.seq, `the log ends with event ${head.seq}, which is not the one that the run's row names (event ${end.seq})`)
  }
  return { ok: true, head }
}

/** A record that is no JSON any more has no hash. */
function hashOf(event: RunEvent, digest: Digest): string | null {
  try {
    return digest(sealedText(event))
  } catch {
    return null
  }
}

/**
 * The hash of a visit's output, chained over the visits before it: those that it needed, in the order
 * of its needs. It depends on nothing else (not on times, nor on what ran beside it), so that a second
 * execution can be compared with it. Hashed are the hashes before, a letter and the output: a text as it
 * is (`t`), anything else as canonical JSON (`j`).
 */
export function outputHash(output: Json, before: readonly string[], digest: Digest): string {
  const start = before.length === 0 ? '' : `${before.join(' ')} `
  // A lone surrogate has no bytes of its own in UTF-8.
  return typeof output === 'string' && !/\p{Surrogate}/u.test(output) ? digest(`${start}t ${output}`) : digest(`${start}j ${canonicalJson(output)}`)
}
