import { CircleX, FileWarning, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useDocument, useSession, useWorkspace } from '../state/index.ts'
import './Banners.css'
import { lineOf } from './lineOf.ts'
import { Button, Keys } from './parts/index.ts'

/** What holds for the whole file and needs an answer, over the canvas. */
export function Banners() {
  return (
    <div className="banners">
      <Offline />
      <ClashBanner />
      <Stale />
      <TextOnly />
    </div>
  )
}

function Banner({ tone, icon, children, actions }: { readonly tone: 'error' | 'warning'; readonly icon: ReactNode; readonly children: ReactNode; readonly actions?: ReactNode }) {
  return (
    <div className="banner" data-tone={tone} role="status">
      {icon}
      <span className="banner-text">{children}</span>
      {actions && <span className="banner-actions">{actions}</span>}
    </div>
  )
}

function Stale() {
  const session = useSession()
  const stale = useDocument(({ projection }) => projection?.stale === true)
  const diagnostic = useDocument(({ projection }) => projection?.diagnostics.find(({ severity, range }) => severity === 'error' && range))
  const text = useDocument(({ document }) => document?.text)
  const drawn = useDocument(({ projection }) => (projection?.view.nodes.length ?? 0) > 0)
  if (!stale) return null
  const range = diagnostic?.range
  return (
    <Banner
      tone="error"
      icon={<CircleX className="icon" aria-hidden="true" />}
      actions={
        <>
          {range && text !== undefined && (
            <Button small look="line" onClick={() => session.view.dispatch({ type: 'request', request: { type: 'revealText', range, focus: true } })}>
              Go to line {lineOf(text, range.start)}
            </Button>
          )}
          <Button small look="line" onClick={() => session.undo()}>
            Undo <Keys keys={['Mod', 'Z']} />
          </Button>
        </>
      }
    >
      <strong>The text does not parse.</strong> {drawn ? 'This is the last graph that did. You can look, not edit.' : 'The graph is drawn as soon as it does.'}
    </Banner>
  )
}

function ClashBanner() {
  const { files, view } = useSession()
  const clash = useDocument((state) => state.clash)
  if (!clash) return null
  return (
    <Banner
      tone="warning"
      icon={<FileWarning className="icon" aria-hidden="true" />}
      actions={
        <>
          <Button small look="line" onClick={() => void files.resolve({ take: 'theirs' })}>Take theirs</Button>
          <Button small look="line" onClick={() => void files.resolve({ take: 'mine' })}>Keep mine</Button>
          <Button small look="line" onClick={() => view.dispatch({ type: 'sheet', sheet: { type: 'compare', with: 'clash' } })}>Compare</Button>
        </>
      }
    >
      <strong>The file changed on disk.</strong> {clash.found === 'on save' ? 'Nothing was written.' : 'You have unsaved edits.'} Both texts are kept until you choose.
    </Banner>
  )
}

function Offline() {
  const offline = useWorkspace((state) => state.offline)
  if (!offline) return null
  return (
    <Banner tone="warning" icon={<WifiOff className="icon" aria-hidden="true" />}>
      <strong>The server is away.</strong> You can go on editing. Nothing can be saved or run until it is back.
    </Banner>
  )
}

function TextOnly() {
  const reason = useDocument(({ textOnly }) => textOnly)
  if (reason === null) return null
  return (
    <Banner tone="warning" icon={<FileWarning className="icon" aria-hidden="true" />}>
      <strong>Text only.</strong> {reason}
    </Banner>
  )
}
