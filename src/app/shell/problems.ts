import { nodeIndexOf, type Diagnostic } from '../../core/index.ts'
import { showInPanes, type Problem, type Session } from '../state/index.ts'

/** The key of the node that a problem is of; null for one of the whole file. */
export function nodeOfProblem({ document, core }: Session, { path, node }: Diagnostic): string | null {
  const { projection } = document.getState()
  const dialect = projection && core.reader()?.dialect(projection.dialect)
  if (!projection || !dialect) return null
  const index = nodeIndexOf(dialect, path)
  const found = projection.view.nodes.find((each) => (index === undefined ? !each.ghost && each.id === node : each.index === index))
  return found?.key ?? null
}

type Showing = {
  /** Where the keyboard goes. */
  readonly focus?: 'text' | 'canvas'
  /** Its edge is shown, even where that is but a name in a node. */
  readonly at?: 'edge'
}

/** Shows a problem on its node, or on its edge where edges are things of their own, and in the text. */
export function showProblem(session: Session, problem: Problem, { focus, at }: Showing = {}): void {
  const edge = at === 'edge' || !isOfNode(session, problem) ? problem.edge : undefined
  showInPanes(session.view, { key: nodeOfProblem(session, problem), edge, range: problem.range, ...(focus && { focus }) })
}

/** Does it stand in the text of a node? */
function isOfNode({ document, core }: Session, { path }: Diagnostic): boolean {
  const { projection } = document.getState()
  const dialect = projection && core.reader()?.dialect(projection.dialect)
  return dialect ? nodeIndexOf(dialect, path) !== undefined : false
}

/** The last problem that was gone to, by what it says: it may stand elsewhere by now. */
const visited = new WeakMap<Session, Diagnostic>()

/** Goes to the next problem of the file, or the previous one, and says it. The keyboard stays in its pane. */
export function goToProblem(session: Session, step: 1 | -1): void {
  const problems = session.document.getState().projection?.diagnostics ?? []
  const before = visited.get(session)
  const at = before ? problems.findIndex(({ code, message, path }) => code === before.code && message === before.message && path.join('/') === before.path.join('/')) : -1
  const next = at < 0 ? (step === 1 ? 0 : problems.length - 1) : (at + step + problems.length) % problems.length
  const problem = problems[next]
  if (!problem) return
  visited.set(session, problem)
  const inText = document.activeElement?.closest('[data-testid="text-pane"]') != null
  showProblem(session, problem, { focus: inText || (nodeOfProblem(session, problem) === null && problem.edge === undefined) ? 'text' : 'canvas' })
  session.view.dispatch({ type: 'announce', text: `Problem ${next + 1} of ${problems.length}. ${problem.node === undefined ? '' : `${problem.node}: `}${problem.message}` })
}
