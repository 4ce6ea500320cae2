import { Tabs } from 'radix-ui'
import { useDocument, useRun, useSession, useView } from '../state/index.ts'
import { KIND_LABEL, KindTile } from '../shell/parts/index.ts'
import { DocumentForm } from './DocumentForm.tsx'
import { EdgeForm } from './EdgeForm.tsx'
import { IdField } from './IdField.tsx'
import { formNode } from './node-of.ts'
import { NodeForm } from './NodeForm.tsx'
import { PromptPreview } from './PromptPreview.tsx'
import { RunTab } from './RunTab.tsx'
import { useFocusRequest } from './useFocusRequest.ts'
import './inspector.css'

/** A form for what is selected: a node, an edge, several nodes, or the document itself. */
export function Inspector() {
  const body = useFocusRequest()
  return (
    <section className="inspector" data-testid="inspector" aria-label="Inspector" ref={body}>
      <Selected />
    </section>
  )
}

function Selected() {
  const selection = useView((state) => state.selection)
  const projection = useDocument((state) => state.projection)
  if (!projection) return <Head title="Inspector" />
  if (selection.edge !== null) {
    const edge = projection.view.edges.find(({ key }) => key === selection.edge)
    if (edge) return <EdgeForm edge={edge} readOnly={projection.stale} />
  }
  const [key, ...others] = selection.nodes
  if (key !== undefined && others.length === 0) return <SelectedNode nodeKey={key} />
  if (others.length > 0) {
    return (
      <>
        <Head title={`${selection.nodes.length} nodes selected`} />
        <p className="inspector-note">Delete removes them with every reference to them. Select one to edit its fields.</p>
      </>
    )
  }
  return <DocumentForm readOnly={projection.stale} />
}

function SelectedNode({ nodeKey }: { readonly nodeKey: string }) {
  const session = useSession()
  const projection = useDocument((state) => state.projection)
  const hasRun = useRun((state) => state.current !== null)
  const analysis = session.document.analysis()
  const shown = projection?.view.nodes.find(({ key }) => key === nodeKey)
  const form = formNode(analysis, analysis && session.core.dialect(analysis.dialect), nodeKey)
  if (!shown) return <Head title="Inspector" />
  if (!form || !analysis) {
    return (
      <>
        <Head title={shown.id} />
        <p className="inspector-note">No node has this id; it is only named by others. Add it on the canvas, or change the name where it is used.</p>
      </>
    )
  }
  if (projection?.stale) {
    return (
      <>
        <Head title={shown.id} kind={shown.kind} />
        <p className="inspector-note">Fields come back when the text parses.</p>
      </>
    )
  }
  const level = projection?.view.levels.findIndex((ids) => ids.includes(nodeKey)) ?? -1
  return (
    <Tabs.Root className="inspector-tabs" defaultValue="fields" key={shown.index}>
      <Head title={<IdField node={nodeKey} id={shown.id} />} kind={shown.kind} detail={level >= 0 ? `${KIND_LABEL[shown.kind]} · level ${level + 1}` : KIND_LABEL[shown.kind]} />
      <Tabs.List className="tabs" aria-label="Parts of the node">
        <Tabs.Trigger className="tab" value="fields">Fields</Tabs.Trigger>
        <Tabs.Trigger className="tab" value="prompt">Prompt preview</Tabs.Trigger>
        {hasRun && <Tabs.Trigger className="tab" value="run">Last run</Tabs.Trigger>}
      </Tabs.List>
      <Tabs.Content className="inspector-body" value="fields">
        <NodeForm key={nodeKey} form={form} dialect={session.core.dialect(analysis.dialect)} disabled={false} />
      </Tabs.Content>
      <Tabs.Content className="inspector-body" value="prompt">
        <PromptPreview dialect={session.core.dialect(analysis.dialect)} model={analysis.reading?.model} form={form} />
      </Tabs.Content>
      <Tabs.Content className="inspector-body" value="run">
        <RunTab id={shown.id} kind={shown.kind} />
      </Tabs.Content>
    </Tabs.Root>
  )
}

type HeadProps = { readonly title: React.ReactNode; readonly kind?: React.ComponentProps<typeof KindTile>['kind']; readonly detail?: string }

function Head({ title, kind, detail }: HeadProps) {
  return (
    <header className="pane-head inspector-head">
      {kind && <KindTile kind={kind} small />}
      <h2 className={kind ? 'mono inspector-title' : undefined}>{title}</h2>
      {detail !== undefined && <span className="inspector-detail">{detail}</span>}
    </header>
  )
}
