import type { Diagnostic, GraphView } from '../../core/index.ts'

export type NodeProblems = {
  readonly errors: number
  readonly warnings: number
  /** All messages, for the tooltip. */
  readonly messages: string
  /** Has it no prompt? Said in place of it. */
  readonly noPrompt: boolean
}

const NONE: NodeProblems = { errors: 0, warnings: 0, messages: '', noPrompt: false }

/** The problems of each node, by key; nodes without any share one value. */
export function problemsOf(view: GraphView, diagnostics: readonly Diagnostic[], before: ReadonlyMap<string, NodeProblems>): ReadonlyMap<string, NodeProblems> {
  const byNode = new Map<string, Diagnostic[]>()
  for (const diagnostic of diagnostics) {
    if (diagnostic.node === undefined || diagnostic.severity === 'info') continue
    const list = byNode.get(diagnostic.node)
    if (list) list.push(diagnostic)
    else byNode.set(diagnostic.node, [diagnostic])
  }
  return new Map(
    view.nodes.map(({ key, id, ghost }) => {
      const list = ghost ? undefined : (byNode.get(key) ?? byNode.get(id))
      if (!list) return [key, NONE]
      const errors = list.filter(({ severity }) => severity === 'error').length
      const found: NodeProblems = {
        errors,
        warnings: list.length - errors,
        messages: list.map(({ message }) => message.replaceAll('`', '')).join('\n'),
        noPrompt: list.some(({ code }) => code === 'node/missing-prompt'),
      }
      const former = before.get(key)
      // The same object while nothing about it changed: a node is drawn again only for its own sake.
      const same = former && former.errors === found.errors && former.warnings === found.warnings && former.messages === found.messages && former.noPrompt === found.noPrompt
      return [key, same ? former : found]
    }),
  )
}
