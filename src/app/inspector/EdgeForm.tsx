import { ArrowRight, FileText, Unlink } from 'lucide-react'
import { isWithin, unreachable, type Analysis, type Dialect, type EdgeKind, type GraphEdge } from '../../core/index.ts'
import { Button, Keys, Prose } from '../shell/parts/index.ts'
import { useSession } from '../state/index.ts'
import { EdgeEnd } from './EdgeEnd.tsx'
import { Head } from './Head.tsx'
import { ProblemNote } from './ProblemNote.tsx'

type Props = { readonly edge: GraphEdge; readonly analysis: Analysis; readonly dialect: Dialect }

/** What an edge means, where it leads, and the ways to change, find and remove it. */
export function EdgeForm({ edge, analysis, dialect }: Props) {
  const session = useSession()
  const idOf = (key: string) => analysis.view.nodes.find((node) => node.key === key)?.id ?? key
  const [from, to] = [idOf(edge.from), idOf(edge.to)]
  const { reading } = analysis
  const path = reading && dialect.edgePath(reading.model, edge)
  const range = path && reading.origin.range(path)
  const problems = path ? analysis.diagnostics.filter((problem) => isWithin(problem.path, path)) : []
  return (
    <>
      <Head
        title={
          <>
            <span className="clip">{from}</span>
            <ArrowRight className="icon icon-14" role="img" aria-label="to" />
            <span className="clip">{to}</span>
          </>
        }
        mono
        detail={titleOf(edge.kind)}
        problems={problems}
      />
      <div className="inspector-body">
        <div className="form">
          <p className="inspector-about"><Prose text={meaningOf(edge.kind, from, to)} /></p>
          {problems.map((problem) => (
            <ProblemNote key={`${problem.code} ${problem.message}`} problem={problem} />
          ))}
          <EdgeEnd end="from" edge={edge} analysis={analysis} dialect={dialect} />
          <EdgeEnd end="to" edge={edge} analysis={analysis} dialect={dialect} />
          {edge.condition !== undefined && <Fact label="If" value={edge.condition} />}
          {edge.budget !== undefined && <Fact label="May be taken" value={edge.budget === 1 ? 'once in a run' : `${edge.budget} times in a run`} />}
          <div className="inspector-foot">
            {range && (
              <Button look="line" onClick={() => session.view.dispatch({ type: 'request', request: { type: 'revealText', range, focus: true } })}>
                <FileText className="icon icon-14" aria-hidden="true" />
                Go to its text
              </Button>
            )}
            <Button
              look="line"
              className="button-danger"
              onClick={() => {
                session.graph.removeSelected()
                session.view.dispatch({ type: 'request', request: { type: 'focusCanvas' } })
              }}
            >
              <Unlink className="icon icon-14" aria-hidden="true" />
              {`Remove this ${titleOf(edge.kind).toLowerCase()}`}
              <Keys keys={['Delete']} />
            </Button>
          </div>
        </div>
      </div>
    </>
  )
}

function Fact({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div className="field">
      <div className="field-label"><span>{label}</span></div>
      <p className="field-fact mono">{value}</p>
    </div>
  )
}

function titleOf(kind: EdgeKind): string {
  switch (kind) {
    case 'need':
      return 'Need'
    case 'route':
      return 'Route'
    case 'flow':
      return 'Edge'
    case 'reference':
      return 'Reference'
    default:
      return unreachable(kind)
  }
}

function meaningOf(kind: EdgeKind, from: string, to: string): string {
  switch (kind) {
    case 'need':
      return `\`${to}\` runs after \`${from}\` and receives its result.`
    case 'route':
      return `\`${from}\` may name \`${to}\` as the way to go. A router names a way; it stops nobody.`
    case 'flow':
      return `After \`${from}\`, \`${to}\` may run.`
    case 'reference':
      return `\`${to}\` reads a value of \`${from}\`.`
    default:
      return unreachable(kind)
  }
}
