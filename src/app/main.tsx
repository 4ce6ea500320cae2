import '@fontsource-variable/ibm-plex-sans/wght.css'
import '@fontsource/ibm-plex-mono/400.css'
import '@fontsource/ibm-plex-mono/400-italic.css'
import '@fontsource/ibm-plex-mono/500.css'
import '@fontsource/ibm-plex-mono/600.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { reduceRuns } from '../core/index.ts'
import { afterAsked, createClient, followShared } from './api/index.ts'
import { expose } from './expose.ts'
import { createLayoutEngine } from './layout/index.ts'
import { panes } from './panes.tsx'
import { App } from './shell/index.ts'
import { browserAnalystHost, browserHost, createAnalyst, createSession, documentCore, SessionProvider } from './state/index.ts'

const host = browserHost()
const asked = afterAsked((url, init) => fetch(url, init))
const session = createSession({
  core: documentCore,
  fold: reduceRuns,
  analyst: createAnalyst(browserAnalystHost()),
  backend: createClient(asked.fetch, followShared(host.pages), host.pages.id),
  layoutEngine: createLayoutEngine(),
  host,
})

// Only test builds and development let a script of the page's look inside.
if (import.meta.env.MODE !== 'production' || import.meta.env.VITE_HEDDLE_TEST === '1') expose(session)

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root element.')
createRoot(root).render(
  <StrictMode>
    <SessionProvider session={session}>
      <App panes={panes} />
    </SessionProvider>
  </StrictMode>,
)

void session.start(new URLSearchParams(location.search).get('file')).finally(asked.forget)
