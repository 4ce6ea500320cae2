import { Group, Panel, Separator, useDefaultLayout } from 'react-resizable-panels'
import { Bottom, STRIP } from './Bottom.tsx'
import { useDocument, useWorkspace } from '../state/index.ts'
import type { Regions } from './regions.ts'
import { sizes } from './sizes.ts'
import { useCollapse } from './useCollapse.ts'

/** Files and kinds left, the canvas in the middle, text above inspector right, the rest below. */
export function WideLayout({ stage, files, text, inspector, panes }: Regions) {
  const left = useCollapse('left', 0)
  const file = useDocument(({ path }) => path !== null)
  const opening = useWorkspace((state) => state.opening !== null || state.status === 'loading')
  const right = useCollapse('right', 0, file || opening)
  const bottom = useCollapse('bottom', STRIP)
  const rows = useDefaultLayout({ id: 'rows', storage: sizes, onlySaveAfterUserInteractions: true })
  const columns = useDefaultLayout({ id: 'columns', storage: sizes, onlySaveAfterUserInteractions: true })
  const split = useDefaultLayout({ id: 'split', storage: sizes, onlySaveAfterUserInteractions: true })
  return (
    <Group orientation="vertical" id="group-rows" defaultLayout={rows.defaultLayout} onLayoutChanged={rows.onLayoutChanged}>
      <Panel id="region-main" minSize={160}>
        <Group orientation="horizontal" id="group-columns" defaultLayout={columns.defaultLayout} onLayoutChanged={columns.onLayoutChanged}>
          <Panel id="region-left" collapsible minSize={180} maxSize={360} defaultSize={216} groupResizeBehavior="preserve-pixel-size" panelRef={left.panelRef} onResize={left.onResize}>
            <aside className="region left" data-region="files" aria-label="Files and kinds" inert={!left.open}>
              {files}
              {file && <hr className="left-rule" />}
              <panes.Palette />
            </aside>
          </Panel>
          <Separator className="separator" id="separator-left" />
          <Panel id="region-stage" minSize={280}>
            <div className="stage-place">
              {stage}
              {!left.open && (
                <aside className="pill-place" aria-label="Kinds of nodes">
                  <panes.Palette pill />
                </aside>
              )}
            </div>
          </Panel>
          <Separator className="separator" id="separator-right" />
          <Panel id="region-right" collapsible minSize={320} maxSize="50%" defaultSize={424} groupResizeBehavior="preserve-pixel-size" panelRef={right.panelRef} onResize={right.onResize}>
            <aside className="region" aria-label="Text and inspector" inert={!right.open}>
              <Group orientation="vertical" id="group-split" defaultLayout={split.defaultLayout} onLayoutChanged={split.onLayoutChanged}>
                <Panel id="region-text" minSize={80} defaultSize="56%">
                  <div className="region" data-region="text">{text}</div>
                </Panel>
                <Separator className="separator" id="separator-split" />
                <Panel id="region-inspector" minSize={80} defaultSize="44%">
                  <div className="region" data-region="inspector">{inspector}</div>
                </Panel>
              </Group>
            </aside>
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
