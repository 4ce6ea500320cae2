import { Tabs } from 'radix-ui'
import { useState } from 'react'
import type { Analysis, Dialect } from '../../core/index.ts'
import { Button, KIND_LABEL } from '../shell/parts/index.ts'
import { useRun, useSession } from '../state/index.ts'
import { Head } from './Head.tsx'
import { IdField } from './IdField.tsx'
import { formNode } from './node-of.ts'
import { NodeForm, problemsOfNode } from './NodeForm.tsx'
import { NodeMenu } from './NodeMenu.tsx'
import { PromptPreview } from './PromptPreview.tsx'
import { RunTab } from './RunTab.tsx'

type Props = { readonly nodeKey: string; readonly analysis: Analysis; readonly dialect: Dialect }

/** One node: its fields, what it is asked, and what the last run gave it. */
export function NodePane({ nodeKey, analysis, dialect }: Props) {
  const hasRun = useRun((state) => state.current !== null)
  const [tab, setTab] = useState('fields')
  const shown = analysis.view.nodes.find(({ key }) => key === nodeKey)
  const form = formNode(analysis, dialect, nodeKey)
  if (!shown) return <Head title="Inspector" />
  if (!form) return <Ghost id={shown.id} />
  const level = analysis.view.levels.findIndex((ids) => ids.includes(nodeKey))
  const asksModel = dialect.prompt(analysis.reading?.model, form.node.index, () => '') !== null
  const open = (tab === 'run' && !hasRun) || (tab === 'prompt' && !asksModel) ? 'fields' : tab
  return (
    <Tabs.Root className="inspector-tabs" value={open} onValueChange={setTab}>
      <Head
        title={<IdField node={nodeKey} id={shown.id} />}
        kind={shown.kind}
        detail={level >= 0 ? `${KIND_LABEL[shown.kind]} · level ${level + 1}` : KIND_LABEL[shown.kind]}
        problems={problemsOfNode(analysis, dialect, shown.index)}
      >
        <NodeMenu nodeKey={nodeKey} />
      </Head>
      <Tabs.List className="tabs" aria-label="Parts of the node">
        <Tabs.Trigger className="tab" value="fields">Fields</Tabs.Trigger>
        {asksModel && <Tabs.Trigger className="tab" value="prompt">Prompt preview</Tabs.Trigger>}
        {hasRun && <Tabs.Trigger className="tab" value="run">Last run</Tabs.Trigger>}
      </Tabs.List>
      <Tabs.Content className="inspector-body" value="fields" tabIndex={-1}>
        <NodeForm form={form} dialect={dialect} analysis={analysis} />
      </Tabs.Content>
      <Tabs.Content className="inspector-body" value="prompt" tabIndex={-1}>
        <PromptPreview dialect={dialect} model={analysis.reading?.model} form={form} />
      </Tabs.Content>
      <Tabs.Content className="inspector-body" value="run" tabIndex={-1}>
        <RunTab id={shown.id} kind={shown.kind} />
      </Tabs.Content>
    </Tabs.Root>
  )
}

function Ghost({ id }: { readonly id: string }) {
  const { graph } = useSession()
  return (
    <>
      <Head title={id} mono />
      <div className="inspector-body inspector-edge">
        <p>No node has this id; it is only named by others. Add it, or change the name where it is used.</p>
        <Button look="line" off={graph.readOnly()} onClick={() => graph.addGhost(id)}>Add a node called <code>{id}</code></Button>
      </div>
    </>
  )
}
