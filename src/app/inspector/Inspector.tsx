import { memo, useDeferredValue, useMemo, type ReactNode } from 'react'
import type { Analysis, Dialect, Projection } from '../../core/index.ts'
import { useDocument, useSelection, useSession, type Selection } from '../state/index.ts'
import { AsOf } from './asOf.ts'
import { Broken } from './Broken.tsx'
import { DocumentForm } from './DocumentForm.tsx'
import { EdgeForm } from './EdgeForm.tsx'
import { Head } from './Head.tsx'
import { NodePane } from './NodePane.tsx'
import { SeveralForm } from './SeveralForm.tsx'
import { useFocusRequest } from './useFocusRequest.ts'
import { useFormAnalysis } from './useFormAnalysis.ts'
import './inspector.css'
import './fields.css'

/** A form for what is selected: a node, an edge, several nodes, or the document itself. */
export function Inspector() {
  const body = useFocusRequest()
  return (
    <section className="inspector" data-testid="inspector" aria-label="Inspector" ref={body} tabIndex={-1}>
      <Selected />
    </section>
  )
}

function Selected() {
  const now = useShown()
  const late = useDeferredValue(now)
  // What is typed in the text is seen there and on its card first: the form of the same thing follows when both are drawn.
  return <Form {...(now.typed && late.path === now.path && late.selection === now.selection ? late : now)} />
}

/** What there is to show, all of one moment. */
type Shown = {
  readonly selection: Selection
  readonly projection: Projection | null
  readonly path: string | null
  readonly textOnly: string | null
  readonly analysis: Analysis | null
  /** It became so by typing in the text. */
  readonly typed: boolean
}

function useShown(): Shown {
  const selection = useSelection()
  const projection = useDocument((state) => state.projection)
  const path = useDocument((state) => state.path)
  const textOnly = useDocument((state) => state.textOnly)
  const typed = useDocument(({ change }) => change?.origin === 'text')
  const analysis = useFormAnalysis()
  return useMemo(() => ({ selection, projection, path, textOnly, analysis, typed }), [selection, projection, path, textOnly, analysis, typed])
}

const Form = memo(function Form({ selection, projection, path, textOnly, analysis }: Shown) {
  const session = useSession()
  const [key, ...others] = selection.nodes
  const first = projection?.view.nodes.find((node) => node.key === key)
  if (textOnly !== null) return <Empty note="This file is edited as text only." />
  if (!projection) return <Empty note="Open a workflow to see its fields." />
  if (projection.stale) return first && others.length === 0 ? <Broken title={first.id} kind={first.kind} /> : <Broken title="Inspector" />
  const dialect = analysis && session.core.reader()?.dialect(analysis.dialect)
  if (!analysis || !dialect) return <Empty note="Reading the file." />
  const edge = selection.edge === null ? undefined : analysis.view.edges.find((each) => each.key === selection.edge)
  return <AsOf value={analysis.revision}>{form({ analysis, dialect })}</AsOf>

  function form(read: { readonly analysis: Analysis; readonly dialect: Dialect }): ReactNode {
    if (edge) return <EdgeForm key={edge.key} edge={edge} {...read} />
    if (others.length > 0) return <SeveralForm key={selection.nodes.join('\n')} keys={selection.nodes} {...read} />
    if (key !== undefined) return <NodePane key={`${path} ${first?.index ?? key}`} nodeKey={key} {...read} />
    return <DocumentForm {...read} />
  }
})

function Empty({ note }: { readonly note: string }) {
  return (
    <>
      <Head title="Inspector" />
      <p className="inspector-note">{note}</p>
    </>
  )
}
