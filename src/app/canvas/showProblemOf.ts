import type { Session } from '../state/index.ts'
import { showProblem } from '../shell/problems.ts'

/** Shows the gravest problem of an edge in all panes: the edge selected, its form open, its text in sight. */
export function showProblemOf(session: Session, edge: string): void {
  const own = (session.document.getState().projection?.diagnostics ?? []).filter((problem) => problem.edge === edge && problem.severity !== 'info')
  const problem = own.find(({ severity }) => severity === 'error') ?? own[0]
  if (problem) showProblem(session, problem, { at: 'edge' })
}
