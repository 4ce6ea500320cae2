import { useMemo, useState } from 'react'
import type { GraphView } from '../../core/index.ts'
import { useDocument, useLayout, useView, type Positions } from '../state/index.ts'
import { useCanvas } from './canvasStore.ts'
import { buildCards, buildThreads, type CardNode, type ThreadEdge } from './picture.ts'
import { problemsOf, type NodeProblems } from './problemsOf.ts'

const EMPTY: GraphView = { nodes: [], edges: [], levels: [] }

/**
 * The graph in the shape that is drawn. An object is made anew only when something about it changed;
 * the status of a run is not part of it, since it changes far more often.
 */
export function useGraph(): { readonly nodes: CardNode[]; readonly edges: ThreadEdge[]; readonly view: GraphView; readonly positions: Positions } {
  const view = useDocument(({ projection }) => projection?.view) ?? EMPTY
  const diagnostics = useDocument(({ projection }) => projection?.diagnostics)
  const stale = useDocument(({ projection }) => projection?.stale === true)
  const settled = useLayout((state) => state.positions)
  const moving = useCanvas((state) => state.moving)
  const selection = useView((state) => state.selection)
  const [keep] = useState(createKeep)

  // While the text does not parse its problems are the text's, not those of nodes.
  const problems = useMemo(() => keep.problems((before) => problemsOf(view, stale ? [] : (diagnostics ?? []), before)), [keep, view, diagnostics, stale])
  const positions = useMemo(() => (moving ? new Map([...settled, ...moving]) : settled), [settled, moving])
  const nodes = useMemo(() => {
    const cards = keep.cards((before) => buildCards(before, { view, positions, problems, selection: selection.nodes, stale }))
    return [...cards.values()]
  }, [keep, view, positions, problems, selection.nodes, stale])
  const edges = useMemo(() => {
    const threads = keep.threads((before) => buildThreads(before, view, positions, selection.edge))
    return [...threads.values()]
  }, [keep, view, positions, selection.edge])
  return { nodes, edges, view, positions }
}

/** What was drawn last, by key, so that the next picture takes over what did not change. */
function createKeep() {
  return { problems: keeping<NodeProblems>(), cards: keeping<CardNode>(), threads: keeping<ThreadEdge>() }
}

function keeping<T>() {
  let last: ReadonlyMap<string, T> = new Map()
  return (make: (before: ReadonlyMap<string, T>) => ReadonlyMap<string, T>): ReadonlyMap<string, T> => {
    last = make(last)
    return last
  }
}
