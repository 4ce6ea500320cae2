import type { Analysis, Command, Preview } from '../../core/index.ts'
import type { DocumentCore } from './core.ts'
import type { DocumentStore } from './documentState.ts'

/** What a command would do, in words and in keys to be marked on the canvas. */
export type Foresight = {
  readonly words: string
  readonly goneNodes: readonly string[]
  readonly goneEdges: readonly string[]
  /** Nodes that stay and suffer: left without input, naming what is gone, or with a new problem. */
  readonly hurt: readonly string[]
  /** Does anything suffer or go along that was not named itself? */
  readonly grave: boolean
}

/** What was foreseen, by what came of the trial: shown while a key is held, and told again when it is let go. */
const known = new WeakMap<Analysis, Foresight>()

/** What the command would do now; null when it would be refused. Nothing is changed. */
export function foresee(document: DocumentStore, core: Pick<DocumentCore, 'reader'>, command: Command): Foresight | null {
  const tried = document.tryOut(command)
  if (!tried) return null
  const found = known.get(tried.after)
  if (found) return found
  const preview = core.reader()?.preview(tried.before, tried.after)
  if (!preview) return null
  const foresight = foresightOf(preview)
  known.set(tried.after, foresight)
  return foresight
}

export function foresightOf(preview: Preview): Foresight {
  const { removedNodes, removedEdges, withoutInput, newProblems, dangling } = preview
  const nodes = removedNodes.filter(({ ghost }) => !ghost)
  const gone = new Set(removedNodes.map(({ key }) => key))
  const idOf = new Map([...removedNodes, ...withoutInput].map(({ key, id }) => [key, id]))
  const problems = newProblems.filter(({ severity }) => severity !== 'info')
  const sentences: string[] = []
  const edges = removedEdges.length === 1 ? `the edge from ${removedEdges[0]!.from} to ${removedEdges[0]!.to}` : `${removedEdges.length} edges`
  const what = [...(nodes.length > 0 ? [listed(nodes.map(({ id, key }) => (id === '' ? key : id)), 'nodes')] : []), ...(removedEdges.length > 0 ? [edges] : [])]
  if (what.length > 0) sentences.push(`Removes ${what.join(' and ')}.`)
  if (withoutInput.length > 0) sentences.push(`${listed(withoutInput.map(({ key }) => idOf.get(key) ?? key), 'nodes')} ${withoutInput.length === 1 ? 'is' : 'are'} left without input.`)
  for (const { node, field, names } of dangling.slice(0, 2)) sentences.push(`The ${field.replaceAll('_', ' ')} of ${node} still names ${names}.`)
  if (dangling.length > 2) sentences.push(`${dangling.length - 2} more texts do.`)
  if (problems.length > 0) sentences.push(problems.length === 1 ? problems[0]!.message : `${problems.length} new problems, such as: ${problems[0]!.message}`)
  const hurt = new Set([...withoutInput.map(({ key }) => key), ...dangling.map(({ node }) => node), ...problems.flatMap(({ node }) => (node === undefined ? [] : [node]))])
  return {
    words: sentences.join(' '),
    goneNodes: [...gone],
    goneEdges: removedEdges.map(({ key }) => key),
    hurt: [...hurt].filter((key) => !gone.has(key)),
    grave: hurt.size > 0 || (nodes.length > 0 && removedEdges.some(({ from, to }) => gone.has(from) && !gone.has(to))),
  }
}

/** `a`, `a and b`, `a, b and c`; of many the number alone. */
export function listed(names: readonly string[], many: string): string {
  if (names.length > 3) return `${names.length} ${many}`
  return names.length <= 1 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
