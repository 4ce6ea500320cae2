import type { ReactNode } from 'react'
import type { Analysis } from '../../core/index.ts'
import { useDocument, useSelection, useSession } from '../state/index.ts'
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
  const session = useSession()
  const selection = useSelection()
  const projection = useDocument((state) => state.projection)
  const path = useDocument((state) => state.path)
  const textOnly = useDocument((state) => state.textOnly)
  const analysis = useFormAnalysis()
  const [key, ...others] = selection.nodes
  const first = projection?.view.nodes.find((node) => node.key === key)
  if (textOnly !== null) return <Empty note="This file is edited as text only." />
  if (!projection) return <Empty note="Open a workflow to see its fields." />
  if (projection.stale) return first && others.length === 0 ? <Broken title={first.id} kind={first.kind} /> : <Broken title="Inspector" />
  if (!analysis) return <Empty note="Reading the file." />
  const dialect = session.core.dialect(analysis.dialect)
  const edge = selection.edge === null ? undefined : analysis.view.edges.find((each) => each.key === selection.edge)
  return <AsOf value={analysis.revision}>{form(analysis)}</AsOf>

  function form(read: Analysis): ReactNode {
    if (edge) return <EdgeForm key={edge.key} edge={edge} analysis={read} dialect={dialect} />
    if (others.length > 0) return <SeveralForm key={selection.nodes.join('\n')} keys={selection.nodes} analysis={read} dialect={dialect} />
    if (key !== undefined) return <NodePane key={`${path} ${first?.index ?? key}`} nodeKey={key} analysis={read} dialect={dialect} />
    return <DocumentForm analysis={read} dialect={dialect} />
  }
}

function Empty({ note }: { readonly note: string }) {
  return (
    <>
      <Head title="Inspector" />
      <p className="inspector-note">{note}</p>
    </>
  )
}
