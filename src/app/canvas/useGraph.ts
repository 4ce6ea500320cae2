import { useMemo, useState } from 'react'
import type { GraphView } from '../../core/index.ts'
import { useDocument, useLayout, useSelection, type Positions } from '../state/index.ts'
import { useCanvas } from './canvasStore.ts'
import { buildCards, withHeld, type CardNode } from './picture.ts'
import { edgeProblemsOf, problemsOf, type NodeProblems, type Problems } from './problemsOf.ts'
import { weave, type Strand } from './weave.ts'

const EMPTY: GraphView = { nodes: [], edges: [], levels: [] }

export type Graph = {
  readonly nodes: CardNode[]
  readonly strands: ReadonlyMap<string, Strand>
  /** See `Woven`. */
  readonly moved: ReadonlyMap<string, Strand>
  readonly view: GraphView
  readonly positions: Positions
  /** Of the edges that have some. */
  readonly edgeProblems: ReadonlyMap<string, Problems>
}

/**
 * The graph in the shape that is drawn. An object is made anew only when something about it changed;
 * the status of a run is not part of it, since it changes far more often.
 */
export function useGraph(): Graph {
  const view = useDocument(({ projection }) => projection?.view) ?? EMPTY
  const diagnostics = useDocument(({ projection }) => projection?.diagnostics)
  const stale = useDocument(({ projection }) => projection?.stale === true)
  const positions = useLayout((state) => state.positions)
  const direction = useLayout((state) => state.direction)
  const held = useCanvas((state) => state.moving)
  const selection = useSelection()
  const [keep] = useState(createKeep)

  // While the text does not parse its problems are the text's, not those of nodes.
  const problems = useMemo(() => keep.problems((before) => problemsOf(view, stale ? [] : (diagnostics ?? []), before ?? new Map<string, NodeProblems>())), [keep, view, diagnostics, stale])
  const edgeProblems = useMemo(() => keep.edgeProblems((before) => edgeProblemsOf(stale ? [] : (diagnostics ?? []), before ?? new Map<string, Problems>())), [keep, diagnostics, stale])
  const settled = useMemo(() => {
    const cards = keep.cards((before) => buildCards(before ?? new Map<string, CardNode>(), { view, positions, problems, selection: selection.nodes, stale, direction }))
    return [...cards.values()]
  }, [keep, view, positions, problems, selection.nodes, stale, direction])
  const nodes = useMemo(() => (held ? withHeld(settled, held) : settled), [settled, held])
  const { strands, moved } = useMemo(() => keep.woven((before) => weave(before, view, positions, held, direction)), [keep, view, positions, held, direction])
  return { nodes, strands, moved, view, positions, edgeProblems }
}

/** What was drawn last, so that the next picture takes over what did not change. */
function createKeep() {
  return { problems: keeping<ReadonlyMap<string, NodeProblems>>(), edgeProblems: keeping<ReadonlyMap<string, Problems>>(), cards: keeping<ReadonlyMap<string, CardNode>>(), woven: keeping<ReturnType<typeof weave>>() }
}

function keeping<T>() {
  let last: T | null = null
  return (make: (before: T | null) => T): T => {
    last = make(last)
    return last
  }
}
