import type { Diagnostic, Result } from '../diagnostic.ts'
import type { Command } from '../dialects/command.ts'
import { dialectNamed } from '../dialects/registry.ts'
import type { GraphEdge, GraphNode } from '../graph/view.ts'
import { analyse } from './analyse.ts'
import { applyCommand } from './apply.ts'
import { newProblems } from './new-problems.ts'
import type { Analysis, WorkflowDocument } from './types.ts'

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

/**
 * Carries a command out on a copy and compares: nothing is changed, and nothing is entered in the
 * history. One that would be refused is refused here, with the same words.
 *
 * @param analysis the last one made of the document; when it lags, the text is analysed first.
 */
export function previewCommand(document: WorkflowDocument, command: Command, analysis?: Analysis): Result<Preview> {
  const before = analyse(document, analysis)
  const changed = applyCommand(document, command, before)
  if (!changed.ok) return changed
  return { ok: true, value: previewOf(before, analyse(changed.value, before)) }
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
