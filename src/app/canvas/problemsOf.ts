import type { Diagnostic, GraphView } from '../../core/index.ts'
import type { Problem } from '../state/index.ts'

/** What is wrong with a node or an edge, in numbers and words. */
export type Problems = {
  readonly errors: number
  readonly warnings: number
  /** All messages, for the tooltip. */
  readonly messages: string
}

export type NodeProblems = Problems & {
  /** Has it no prompt? Said in place of it. */
  readonly noPrompt: boolean
}

const NONE: NodeProblems = { errors: 0, warnings: 0, messages: '', noPrompt: false }

/** The problems of each node, by key; nodes without any share one value. */
export function problemsOf(view: GraphView, diagnostics: readonly Diagnostic[], before: ReadonlyMap<string, NodeProblems>): ReadonlyMap<string, NodeProblems> {
  const byNode = groupedBy(diagnostics, ({ node }) => node)
  return new Map(
    view.nodes.map(({ key, id, ghost }) => {
      const list = ghost ? undefined : (byNode.get(key) ?? byNode.get(id))
      if (!list) return [key, NONE]
      const found: NodeProblems = { ...tally(list), noPrompt: list.some(({ code }) => code === 'node/missing-prompt') }
      const former = before.get(key)
      // The same object while nothing about it changed: a node is drawn again only for its own sake.
      return [key, former && isSame(former, found) && former.noPrompt === found.noPrompt ? former : found]
    }),
  )
}

/** The problems of each edge that has some, by key: the same map while there are the same. */
export function edgeProblemsOf(diagnostics: readonly Problem[], before: ReadonlyMap<string, Problems>): ReadonlyMap<string, Problems> {
  const after = new Map(
    [...groupedBy(diagnostics, ({ edge }: Problem) => edge)].map(([key, list]) => {
      const found = tally(list)
      const former = before.get(key)
      return [key, former && isSame(former, found) ? former : found]
    }),
  )
  return after.size === before.size && [...after].every(([key, problems]) => before.get(key) === problems) ? before : after
}

/** How grave the gravest of some problems is; undefined without any. */
export function toneOf(problems: Problems | undefined): 'error' | 'warning' | undefined {
  if (problems === undefined) return undefined
  return problems.errors > 0 ? 'error' : problems.warnings > 0 ? 'warning' : undefined
}

/** How many errors and warnings there are, for screen readers: "1 error", "2 warnings". */
export function countWords({ errors, warnings }: Problems): readonly string[] {
  const counted = (count: number, word: string) => (count === 0 ? [] : [count === 1 ? `1 ${word}` : `${count} ${word}s`])
  return [...counted(errors, 'error'), ...counted(warnings, 'warning')]
}

function groupedBy(diagnostics: readonly Problem[], ownerOf: (problem: Problem) => string | undefined): ReadonlyMap<string, readonly Problem[]> {
  const groups = new Map<string, Problem[]>()
  for (const problem of diagnostics) {
    const owner = problem.severity === 'info' ? undefined : ownerOf(problem)
    if (owner === undefined) continue
    const list = groups.get(owner)
    if (list) list.push(problem)
    else groups.set(owner, [problem])
  }
  return groups
}

function tally(list: readonly Diagnostic[]): Problems {
  const errors = list.filter(({ severity }) => severity === 'error').length
  return { errors, warnings: list.length - errors, messages: list.map(({ message }) => message.replaceAll('`', '')).join('\n') }
}

function isSame(a: Problems, b: Problems): boolean {
  return a.errors === b.errors && a.warnings === b.warnings && a.messages === b.messages
}
