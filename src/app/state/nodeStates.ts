import type { Host } from './host.ts'
import { isRunning, shownState, type RunStore, type RunStoreState, type ShownState } from './run.ts'

/** How each node of the shown run fares, for panes that draw very many of them. */
export type NodeStates = {
  /** The same object while nothing about the node changes. */
  get(node: string): ShownState
  /** Calls back when what `get` gives has changed. */
  subscribe(node: string, listener: () => void): () => void
  close(): void
}

/** As many listeners are told at once, and more only if the frames before show that there is time. */
const AT_ONCE = 60
const MOST = 2000
/** Milliseconds of a frame that drawing what changed may take. */
const SLICE = 8

/**
 * Follows the run store and tells each listener of its own node alone. When very many nodes change in one
 * moment, as when a finished run is shown, they are told a part with every frame: no frame is late for it.
 */
export function createNodeStates(run: RunStore, host: Pick<Host, 'now' | 'frame'>): NodeStates {
  const listeners = new Map<string, Set<() => void>>()
  /** What the listeners of a node were told last. */
  const told = new Map<string, ShownState>()
  const waiting = new Set<string>()
  let portion = AT_ONCE
  let isTelling = false

  function follow(state: RunStoreState, before: RunStoreState): void {
    if (state.current?.nodes === before.current?.nodes && state.lostAt === before.lostAt && isRunning(state) === isRunning(before)) return
    for (const [node, known] of told) {
      if (shownState(state, node) !== known) waiting.add(node)
    }
    if (!isTelling && waiting.size > 0) tell()
  }

  function tell(): void {
    const state = run.getState()
    const began = host.now()
    let count = 0
    for (const node of waiting) {
      if (count === portion) break
      waiting.delete(node)
      const next = shownState(state, node)
      if (next === told.get(node) || !told.has(node)) continue
      count += 1
      told.set(node, next)
      for (const listener of listeners.get(node) ?? []) listener()
    }
    isTelling = waiting.size > 0
    if (!isTelling) {
      portion = AT_ONCE
      return
    }
    const done = count
    // What was told is drawn at the end of this turn, before a promise that is made after it.
    void Promise.resolve().then(() => {
      const took = Math.max(1, host.now() - began)
      portion = Math.min(MOST, Math.max(AT_ONCE / 2, Math.round((done * SLICE) / took)))
    })
    host.frame(tell)
  }

  const stop = run.subscribe(follow)
  return {
    get: (node) => told.get(node) ?? shownState(run.getState(), node),
    subscribe(node, listener) {
      const own = listeners.get(node) ?? new Set()
      if (own.size === 0) {
        listeners.set(node, own)
        told.set(node, shownState(run.getState(), node))
      }
      own.add(listener)
      return () => {
        own.delete(listener)
        if (own.size > 0) return
        listeners.delete(node)
        told.delete(node)
        waiting.delete(node)
      }
    },
    close: stop,
  }
}
