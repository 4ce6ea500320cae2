import type { Analysis, GraphEdge } from '../../core/index.ts'

/** The edges that leave a node, in the order in which they are tried. */
export function edgesOut({ view }: Pick<Analysis, 'view'>, key: string): readonly GraphEdge[] {
  return view.edges.filter(({ from, kind }) => from === key && kind === 'flow').toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0))
}

/** What a node is called in a sentence. */
export function nameIn({ view }: Pick<Analysis, 'view'>, key: string): string {
  const node = view.nodes.find((each) => each.key === key)
  return node?.end ? 'the end' : `\`${node?.id ?? key}\``
}

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']

/**
 * What a flow edge does, in a sentence or two: which turn it has among those of its node, when it is
 * taken, how often, and what comes after.
 */
export function flowWords(analysis: Pick<Analysis, 'view'>, edge: GraphEdge): string {
  const out = edgesOut(analysis, edge.from)
  const at = out.findIndex(({ key }) => key === edge.key)
  const from = nameIn(analysis, edge.from)
  const turn = out.length > 1 ? `Tried ${ORDINALS[at] ?? `as number ${at + 1}`} of the ${out.length} ways out of ${from}. ` : `The only way out of ${from}. `
  const when = edge.condition === undefined ? 'Taken whenever its turn comes' : 'Taken when its condition holds'
  const budget = edge.budget ?? 1
  const often = budget === 1 ? 'once in one run' : `at most ${budget} times in one run`
  const next = out[at + 1]
  const then = next ? `; then edge ${at + 2}, to ${nameIn(analysis, next.to)}, is tried.` : edge.condition === undefined ? '; then the flow ends here.' : '; else the flow ends here.'
  return `${turn}${when}, ${often}${then}`
}
