import type { Diagnostic } from '../diagnostic.ts'
import { dialectNamed } from '../dialects/registry.ts'
import type { GraphEdge, GraphNode } from '../graph/view.ts'
import { newProblems } from './new-problems.ts'
import type { Analysis } from './types.ts'

/** What a command would do to the graph, told before it is done. */
export type Preview = {
  readonly removedNodes: readonly GraphNode[]
  readonly addedNodes: readonly GraphNode[]
  readonly removedEdges: readonly GraphEdge[]
  readonly addedEdges: readonly GraphEdge[]
  /** Nodes that stay, and to which nothing leads any more. */
  readonly withoutInput: readonly GraphNode[]
  /** Problems that are not there now. */
  readonly newProblems: readonly Diagnostic[]
  /** Texts of nodes that stay, naming one that goes: they are left for a person to look at. */
  readonly dangling: readonly { readonly node: string; readonly field: string; readonly names: string }[]
}

/** What lies between two analyses, the second of them of the document after a command. */
export function previewOf(before: Analysis, after: Analysis): Preview {
  const stays = new Map(after.view.nodes.map((node) => [node.key, node]))
  const was = new Set(before.view.nodes.map(({ key }) => key))
  const removedNodes = before.view.nodes.filter(({ key }) => !stays.has(key))
  const fed = new Set(after.view.edges.map(({ to }) => to))
  const wasFed = new Set(before.view.edges.map(({ to }) => to))
  return {
    removedNodes,
    addedNodes: after.view.nodes.filter(({ key }) => !was.has(key)),
    removedEdges: without(before.view.edges, after.view.edges),
    addedEdges: without(after.view.edges, before.view.edges),
    withoutInput: after.view.nodes.filter(({ key }) => wasFed.has(key) && !fed.has(key)),
    newProblems: newProblems(before.diagnostics, after.diagnostics),
    dangling: danglingIn(after, removedNodes),
  }
}

function without(edges: readonly GraphEdge[], others: readonly GraphEdge[]): readonly GraphEdge[] {
  const keys = new Set(others.map(({ key }) => key))
  return edges.filter(({ key }) => !keys.has(key))
}

function danglingIn({ dialect, reading }: Analysis, removed: readonly GraphNode[]): Preview['dangling'] {
  if (reading === null) return []
  return removed.filter(({ ghost, id }) => !ghost && id !== '').flatMap(({ id }) => dialectNamed(dialect).mentions(reading, id).map(({ node, field }) => ({ node, field, names: id })))
}
