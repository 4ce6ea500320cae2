import { ArrowRight, FileText, Unlink } from 'lucide-react'
import { isWithin, unreachable, type Analysis, type Dialect, type EdgeKind, type GraphEdge } from '../../core/index.ts'
import { Button, Keys, Prose } from '../shell/parts/index.ts'
import { useSession, type Session } from '../state/index.ts'
import { EdgeFields, edgeFieldsOf, EdgeTurn } from './EdgeFields.tsx'
import { edgesOut, flowWords } from './edge-words.ts'
import { EdgeFate } from './EdgeFate.tsx'
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
        detail={detailOf(edge, analysis)}
        problems={problems}
      >
        <EdgeTurn edge={edge} analysis={analysis} />
      </Head>
      <div className="inspector-body">
        <div className="form">
          <p className="inspector-about"><Prose text={edge.kind === 'flow' && edge.order !== undefined ? flowWords(analysis, edge) : meaningOf(edge.kind, from, to)} /></p>
          {problems.filter((problem) => path && !edgeFieldsOf(dialect).some(({ name }) => isWithin(problem.path, [...path, name]))).map((problem) => (
            <ProblemNote key={`${problem.code} ${problem.message}`} problem={problem} />
          ))}
          <EdgeEnd end="from" edge={edge} analysis={analysis} dialect={dialect} />
          <EdgeEnd end="to" edge={edge} analysis={analysis} dialect={dialect} />
          {path && <EdgeFields edge={edge} path={path} analysis={analysis} dialect={dialect} problems={problems} />}
          <EdgeFate edge={edge} from={from} to={to} ends={analysis.view.nodes.some(({ key, end }) => key === edge.to && end === true)} />
          <div className="inspector-foot">
            {path && (
              <Button look="line" onClick={() => goToText(session, dialect, edge.key)}>
                <FileText className="icon icon-14" aria-hidden="true" />
                Go to its text
              </Button>
            )}
            {!(dialect.ordered ?? false) && <Button
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
            </Button>}
          </div>
        </div>
      </div>
    </>
  )
}

/** Where the edge stands now: the form may be of a text that was changed since. */
function goToText({ document, view }: Session, dialect: Dialect, key: string): void {
  const now = document.analysis()
  const edge = now?.view.edges.find((each) => each.key === key)
  const path = edge && now?.reading && now.dialect === dialect.name && dialect.edgePath(now.reading.model, edge)
  const range = path && now?.reading?.origin.range(path)
  if (range) view.dispatch({ type: 'request', request: { type: 'revealText', range, focus: true } })
  else view.dispatch({ type: 'toast', text: 'The edge is not in the text any more.' })
}

function detailOf(edge: GraphEdge, analysis: Analysis): string {
  const out = edgesOut(analysis, edge.from)
  const at = out.findIndex(({ key }) => key === edge.key)
  const place = edge.order !== undefined && out.length > 1 ? ` ${at + 1} of ${out.length}` : ''
  return `${titleOf(edge.kind)}${place}${edge.back ? ', a way back' : ''}`
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
