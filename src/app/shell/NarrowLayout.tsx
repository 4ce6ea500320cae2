import { Group, Panel, Separator, useDefaultLayout } from 'react-resizable-panels'
import { Bottom, STRIP } from './Bottom.tsx'
import type { Regions } from './regions.ts'
import { sizes } from './sizes.ts'
import { useCollapse } from './useCollapse.ts'

/** Under 1,024 px: the canvas on top, text and inspector side by side under it, kinds in a pill. */
export function NarrowLayout({ stage, text, inspector, panes }: Regions) {
  const bottom = useCollapse('bottom', STRIP)
  const rows = useDefaultLayout({ id: 'narrow-rows', storage: sizes, onlySaveAfterUserInteractions: true })
  const columns = useDefaultLayout({ id: 'narrow-columns', storage: sizes, onlySaveAfterUserInteractions: true })
  return (
    <Group orientation="vertical" id="group-narrow-rows" defaultLayout={rows.defaultLayout} onLayoutChanged={rows.onLayoutChanged}>
      <Panel id="region-stage" minSize={160} defaultSize="55%">
        <div className="stage-place">
          {stage}
          <aside className="pill-place" aria-label="Kinds of nodes">
            <panes.Palette pill />
          </aside>
        </div>
      </Panel>
      <Separator className="separator" id="separator-stage" />
      <Panel id="region-pair" minSize={120}>
        <Group orientation="horizontal" id="group-pair" defaultLayout={columns.defaultLayout} onLayoutChanged={columns.onLayoutChanged}>
          <Panel id="region-text" minSize={220} defaultSize="50%">
            <div className="region" data-region="text">{text}</div>
          </Panel>
          <Separator className="separator" id="separator-pair" />
          <Panel id="region-inspector" minSize={220} defaultSize="50%">
            <div className="region" data-region="inspector">{inspector}</div>
          </Panel>
        </Group>
      </Panel>
      <Separator className="separator" id="separator-bottom" />
      <Panel id="region-bottom" collapsible collapsedSize={STRIP} minSize={170} maxSize="70%" defaultSize={202} groupResizeBehavior="preserve-pixel-size" panelRef={bottom.panelRef} onResize={bottom.onResize}>
        <Bottom panes={panes.bottom} />
      </Panel>
    </Group>
  )
}
