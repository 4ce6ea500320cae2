import '@fontsource-variable/ibm-plex-sans/wght.css'
import '@fontsource/ibm-plex-mono/400.css'
import '@fontsource/ibm-plex-mono/400-italic.css'
import '@fontsource/ibm-plex-mono/500.css'
import '@fontsource/ibm-plex-mono/600.css'
import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { reduceRuns } from '../core/index.ts'
import { afterAsked, createClient, followLater, followShared } from './api/index.ts'
import { expose } from './expose.ts'
import { createLayoutEngine } from './layout/index.ts'
import { Canvas, panes } from './panes.tsx'
import { App, holdInput } from './shell/index.ts'
import { browserAnalystHost, browserHost, createAnalyst, createDocumentCore, createSession, SessionProvider } from './state/index.ts'

const host = browserHost()
const asked = afterAsked((url, init) => fetch(url, init))
let pictured = () => {}
const picture = new Promise<void>((resolve) => (pictured = resolve))
const session = createSession({
  core: createDocumentCore(() => import('./state/reader.ts').then((part) => part.reader)),
  fold: reduceRuns,
  analyst: createAnalyst(browserAnalystHost()),
  backend: createClient(asked.fetch, followLater(picture, followShared(host.pages)), host.pages.id),
  layoutEngine: createLayoutEngine(),
  host,
})

// Only test builds and development let a script of the page's look inside.
if (import.meta.env.MODE !== 'production' || import.meta.env.VITE_HEDDLE_TEST === '1') expose(session)

session.picture.onceShown(pictured)
const rendered = session.picture.hold()
holdInput(session)

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root element.')
const page = createRoot(root)

const started = session.start(new URLSearchParams(location.search).get('file'))
void started.finally(asked.forget)

/** The answers of a server that is near come before the page could be drawn twice: so long the first picture waits for them, in milliseconds. */
const PATIENCE = 300
const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE))
// What fails is an error where it is done; the page is drawn all the same.
const ready = Promise.all([firstShown(), Canvas.prepare(session)]).catch(() => {})
void Promise.race([ready, patience]).then(() => {
  // In one go: what comes after the first picture must not come between its parts.
  flushSync(() => {
    page.render(
      <StrictMode>
        <SessionProvider session={session}>
          <App panes={panes} />
        </SessionProvider>
      </StrictMode>,
    )
  })
  rendered()
})

/** Resolves when a file is open, or it is known that none will be. */
function firstShown(): Promise<unknown> {
  return Promise.race([
    started,
    new Promise<void>((resolve) => {
      const stop = session.document.subscribe(({ path }) => {
        if (path === null) return
        stop()
        resolve()
      })
    }),
  ])
}
