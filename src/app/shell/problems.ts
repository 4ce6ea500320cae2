import { nodeIndexOf, type Diagnostic } from '../../core/index.ts'
import { showInPanes, type Session } from '../state/index.ts'

/** The key of the node that a problem is of; null for one of the whole file. */
export function nodeOfProblem({ document, core }: Session, { path, node }: Diagnostic): string | null {
  const { projection } = document.getState()
  if (!projection) return null
  const index = nodeIndexOf(core.dialect(projection.dialect), path)
  const found = projection.view.nodes.find((each) => (index === undefined ? !each.ghost && each.id === node : each.index === index))
  return found?.key ?? null
}

/** Shows a problem on its node and in the text. */
export function showProblem(session: Session, problem: Diagnostic, focus?: 'text' | 'canvas'): void {
  showInPanes(session.view, { key: nodeOfProblem(session, problem), range: problem.range, ...(focus && { focus }) })
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
  showProblem(session, problem, inText || nodeOfProblem(session, problem) === null ? 'text' : 'canvas')
  session.view.dispatch({ type: 'announce', text: `Problem ${next + 1} of ${problems.length}. ${problem.node === undefined ? '' : `${problem.node}: `}${problem.message}` })
}
