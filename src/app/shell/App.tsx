import { Tooltip } from 'radix-ui'
import { useEffect } from 'react'
import { useDocument, useSession } from '../state/index.ts'
import './App.css'
import './base.css'
import './forced.css'
import { Banners } from './Banners.tsx'
import { Compare } from './compare/index.tsx'
import { rememberFocus } from './focusRegions.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { Intake } from './import/Intake.tsx'
import { NarrowLayout } from './NarrowLayout.tsx'
import { Overlays } from './Overlays.tsx'
import type { Panes } from './panes.ts'
import { SingleLayout } from './SingleLayout.tsx'
import { SkipLinks } from './SkipLinks.tsx'
import { Toasts } from './Toasts.tsx'
import { TopBar } from './TopBar.tsx'
import { useShortcuts } from './useShortcuts.ts'
import { useWidth } from './useWidth.ts'
import { WideLayout } from './WideLayout.tsx'

/** The page: a bar on top, regions that resize below it, and what lies over both. */
export function App({ panes }: { readonly panes: Panes }) {
  const session = useSession()
  const width = useWidth()
  useShortcuts()
  useLeaveGuard()
  useEffect(() => rememberFocus(), [])
  useStart()
  const rescue = () => {
    const { path, document } = session.document.getState()
    return path !== null && document ? { name: path.split('/').at(-1) ?? path, text: document.text } : null
  }
  const regions = {
    stage: (
      <main className="stage" data-region="canvas" aria-label="Canvas" tabIndex={-1}>
        <ErrorBoundary what="the canvas" rescue={rescue}>
          <panes.Canvas />
        </ErrorBoundary>
        <Banners />
      </main>
    ),
    files: (
      <ErrorBoundary what="the list of files" rescue={rescue}>
        <panes.Files />
      </ErrorBoundary>
    ),
    text: (
      <ErrorBoundary what="the text pane" rescue={rescue}>
        <panes.Text />
      </ErrorBoundary>
    ),
    inspector: (
      <ErrorBoundary what="the inspector" rescue={rescue}>
        <panes.Inspector />
      </ErrorBoundary>
    ),
  }
  return (
    <ErrorBoundary what="the page" rescue={rescue}>
      <Tooltip.Provider delayDuration={400} skipDelayDuration={200}>
        <div className="app" data-width={width}>
          <SkipLinks />
          <TopBar width={width} fileMenu={<panes.FileMenu />} />
          <panes.Tabs />
          <div className="app-body">
            {width === 'wide' ? (
              <WideLayout {...regions} panes={panes} />
            ) : width === 'narrow' ? (
              <NarrowLayout {...regions} panes={panes} />
            ) : (
              <SingleLayout {...regions} panes={panes} />
            )}
          </div>
        </div>
        <Compare />
        <Intake />
        <Overlays />
        <Toasts />
      </Tooltip.Provider>
    </ErrorBoundary>
  )
}

/** Who opened a file by a button that is gone with it goes on from the canvas, not from the top of the page. */
function useStart(): void {
  const session = useSession()
  const opened = useDocument((state) => (state.path === null ? null : state.opened))
  useEffect(() => {
    if (opened === null) return
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) session.view.dispatch({ type: 'request', request: { type: 'focusCanvas' } })
    }, 0)
    return () => clearTimeout(timer)
  }, [opened, session])
}

/** Asks before the page is left only when unsaved edits can be kept nowhere. */
function useLeaveGuard(): void {
  const { drafts } = useSession()
  useEffect(() => {
    const leave = (event: BeforeUnloadEvent) => {
      if (!drafts.keepAll()) event.preventDefault()
    }
    window.addEventListener('beforeunload', leave)
    return () => window.removeEventListener('beforeunload', leave)
  }, [drafts])
}
