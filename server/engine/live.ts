import { openFold, type NodeDelta, type RunEvent, type RunState } from '../../src/core/index.ts'

/** Events kept in memory for those who follow closely: at most so many, and about so many characters. */
const TAIL_EVENTS = 1_024
const TAIL_SIZE = 8 * 1024 * 1024

/** The live text kept of one node, in UTF-16 units; what goes beyond is shown when the node has completed. */
const LIVE_LIMIT = 1024 * 1024

type LiveText = { readonly visit: number; readonly pieces: string[]; length: number }

/** How far a reader of live texts has come: by node, in which text, and how many of its pieces. */
export type LiveCursor = Map<string, { readonly text: LiveText; pieces: number; offset: number }>

/**
 * What is known of a run that is worked on here: its state, its last events and the texts that are being
 * written. One for all who follow; each of them has only a cursor.
 */
export type LiveRun = {
  record(event: RunEvent): void
  write(node: string, visit: number, text: string): void
  clear(node: string): void
  /** A snapshot, live texts included. */
  state(): RunState
  readonly seq: number
  /** The events after a cursor; null when they are not in memory any more. */
  eventsAfter(seq: number, limit: number): readonly RunEvent[] | null
  /** The next live text that the reader has not had, or null. Moves the cursor. */
  nextDelta(cursor: LiveCursor): NodeDelta | null
  onChange(listener: () => void): () => void
  /** Wakes those who follow, for instance because the attempt has ended. */
  wake(): void
}

export function createLiveRun(run: string, from: RunState): LiveRun {
  const fold = openFold(from)
  const texts = new Map<string, LiveText>()
  const listeners = new Set<() => void>()
  let tail: RunEvent[] = []
  let sizes: number[] = []
  let first = 0
  let size = 0

  function wake(): void {
    for (const listener of listeners) listener()
  }

  function trim(): void {
    while (tail.length - first > TAIL_EVENTS || (size > TAIL_SIZE && tail.length - first > 1)) {
      size -= sizes[first]!
      first += 1
    }
    // Moved down now and then, so that each event is moved once on average.
    if (first > TAIL_EVENTS) {
      tail = tail.slice(first)
      sizes = sizes.slice(first)
      first = 0
    }
  }

  return {
    record(event) {
      fold.apply(event)
      tail.push(event)
      sizes.push(roughSize(event))
      size += sizes.at(-1)!
      trim()
      wake()
    },
    write(node, visit, text) {
      if (text === '') return
      let live = texts.get(node)
      if (live?.visit !== visit) {
        live = { visit, pieces: [], length: 0 }
        texts.set(node, live)
      }
      if (live.length >= LIVE_LIMIT) return
      const piece = text.slice(0, LIVE_LIMIT - live.length)
      live.pieces.push(piece)
      live.length += piece.length
      wake()
    },
    clear(node) {
      texts.delete(node)
    },
    state() {
      const state = fold.state()
      if (texts.size === 0) return state
      const reader = openFold(state)
      for (const [node, live] of texts) reader.apply({ type: 'node.output', run, node, visit: live.visit, text: live.pieces.join(''), offset: 0 })
      return reader.state()
    },
    get seq() {
      return fold.seq
    },
    eventsAfter(seq, limit) {
      const oldest = tail[first]
      if (seq >= fold.seq) return []
      if (!oldest || seq < oldest.seq - 1) return null
      const start = first + (seq - oldest.seq + 1)
      return tail.slice(start, start + limit)
    },
    nextDelta(cursor) {
      for (const [node, text] of texts) {
        let seen = cursor.get(node)
        if (seen?.text !== text) {
          seen = { text, pieces: 0, offset: 0 }
          cursor.set(node, seen)
        }
        if (seen.pieces === text.pieces.length) continue
        const piece = text.pieces.slice(seen.pieces).join('')
        const delta: NodeDelta = { type: 'node.output', run, node, visit: text.visit, text: piece, offset: seen.offset }
        seen.pieces = text.pieces.length
        seen.offset += piece.length
        return delta
      }
      return null
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    wake,
  }
}

function roughSize(event: RunEvent): number {
  if (event.type === 'node.completed') return typeof event.output === 'string' ? event.output.length : 4_096
  if (event.type === 'node.started') return typeof event.input === 'string' ? event.input.length : 4_096
  return 512
}
