import { asksModel } from '../../core/index.ts'
import { useDocument, useSession, useView, useWorkspace } from '../state/index.ts'
import './Bottom.css'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { Toolbar } from './parts/index.ts'
import type { BottomPane } from './panes.ts'

/** Height of the strip of tabs, and so of the region when it is closed; see `--strip`. */
export const STRIP = 32

/** Problems, run and what else is about the whole file: a strip of tabs, and the open one's body. */
export function Bottom({ panes }: { readonly panes: readonly BottomPane[] }) {
  const { view, document } = useSession()
  const tab = useView((state) => state.tab)
  const open = useView(({ panels }) => panels.bottom)
  const shown = panes.find((pane) => pane.tab === tab) ?? panes[0]
  return (
    <footer className="bottom" data-region="bottom" aria-label="Problems and runs">
      <div className="strip">
        <Toolbar className="strip-tabs" label="Problems and runs">
          {panes.map(({ tab: name, label, Mark, Count }) => (
            <button
              key={name}
              type="button"
              className="strip-tab"
              data-testid={`tab-${name}`}
              aria-expanded={open && shown?.tab === name}
              onClick={() => view.dispatch({ type: 'tab', tab: name, toggle: true })}
            >
              {Mark && <Mark />}
              {label}
              {Count && (
                <span className="strip-count">
                  <Count />
                </span>
              )}
            </button>
          ))}
        </Toolbar>
        <span className="grow" />
        {open && shown?.Head && <shown.Head />}
        {!open && <Caret />}
        <DefaultModel />
      </div>
      <div className="bottom-body" inert={!open}>
        {shown && (
          <ErrorBoundary key={shown.tab} what={`the pane ${shown.label}`} rescue={() => rescued(document)}>
            <shown.Body />
          </ErrorBoundary>
        )}
      </div>
    </footer>
  )
}

function rescued(store: ReturnType<typeof useSession>['document']) {
  const { path, document } = store.getState()
  return path !== null && document ? { name: path.split('/').at(-1) ?? path, text: document.text } : null
}

function Caret() {
  const cursor = useView((state) => state.cursor)
  return cursor && <span className="strip-note">{`Ln ${cursor.line}, Col ${cursor.column}`}</span>
}

function DefaultModel() {
  const model = useWorkspace(({ defaultModel }) => defaultModel)
  // A file of tools, branches and gates alone asks no model.
  const asks = useDocument(({ projection }) => projection === null || projection.view.nodes.length === 0 || projection.view.nodes.some(({ kind, ghost }) => !ghost && asksModel(kind)))
  return model === '' || !asks ? null : <span className="strip-note strip-model clip">{model}</span>
}
