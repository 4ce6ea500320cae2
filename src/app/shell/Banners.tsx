import { CircleX, FileWarning } from 'lucide-react'
import { useDocument, useSession } from '../state/index.ts'
import { Banner } from './Banner.tsx'
import './Banners.css'
import { FileBanners } from './FileBanners.tsx'
import { lineOf } from './lineOf.ts'
import { Button, Keys } from './parts/index.ts'

/** What holds for the whole file and needs an answer, over the canvas. */
export function Banners() {
  return (
    <div className="banners">
      <FileBanners />
      <Stale />
      <TextOnly />
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

function TextOnly() {
  const reason = useDocument(({ textOnly }) => textOnly)
  if (reason === null) return null
  return (
    <Banner tone="warning" icon={<FileWarning className="icon" aria-hidden="true" />}>
      <strong>Text only.</strong> {reason}
    </Banner>
  )
}
