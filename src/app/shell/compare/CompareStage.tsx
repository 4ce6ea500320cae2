import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useEffect, useMemo, useRef, useState } from 'react'
import { unreachable } from '../../../core/index.ts'
import { useDocument, useSession, type Sheet } from '../../state/index.ts'
import { Button } from '../parts/index.ts'
import { changeOf } from './merging.ts'
import { formatOfPath, inFormat } from './sameFormat.ts'
import { revertEdits } from './revert.ts'
import { ThreeWay } from './ThreeWay.tsx'
import { TwoWay } from './TwoWay.tsx'
import './compare.css'

type With = Extract<Sheet, { type: 'compare' }>['with']

const TITLE: { readonly [Key in With]: string } = {
  saved: 'Compare with the saved file',
  head: 'Compare with the last commit',
  clash: 'Two versions of this file',
}

/** The open text beside another version of it, over the whole page. */
export function CompareStage({ with: other, onClose }: { readonly with: With; readonly onClose: () => void }) {
  const path = useDocument((state) => state.path)
  const before = useRef<HTMLElement | null>(null)
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="dialog-scrim" />
        <Dialog.Content
          className="sheet-stage"
          data-testid="compare"
          aria-describedby={undefined}
          onOpenAutoFocus={() => {
            before.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            before.current?.focus({ preventScroll: true })
          }}
        >
          <div className="sheet-head">
            <Dialog.Title className="dialog-title">{TITLE[other]}</Dialog.Title>
            <span className="mono">{path}</span>
            <Dialog.Close asChild>
              <Button icon aria-label="Close"><X className="icon" /></Button>
            </Dialog.Close>
          </div>
          <Body with={other} onClose={onClose} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Body({ with: other, onClose }: { readonly with: With; readonly onClose: () => void }) {
  switch (other) {
    case 'saved':
      return <WithSaved />
    case 'head':
      return <WithHead />
    case 'clash':
      return <WithClash onClose={onClose} />
    default:
      return unreachable(other)
  }
}

function WithSaved() {
  const saved = useDocument((state) => state.saved?.text)
  if (saved === undefined) return <p className="sheet-note">This file is not on disk yet.</p>
  return <WithText name="Saved" text={saved} />
}

type Committed = { readonly state: 'asking' } | { readonly state: 'none'; readonly why: string } | { readonly state: 'text'; readonly text: string; readonly commit: string }

function WithHead() {
  const { backend } = useSession()
  const path = useDocument((state) => state.path)
  const [committed, setCommitted] = useState<Committed>({ state: 'asking' })
  useEffect(() => {
    let current = true
    if (path !== null) {
      void backend.committed(path).then((answer) => {
        if (!current) return
        if (!answer.ok) setCommitted({ state: 'none', why: answer.failure.message })
        else if (answer.value.text === null) setCommitted({ state: 'none', why: answer.value.reason ?? 'There is no committed version of this file: it is in no git repository, or in no commit yet.' })
        else setCommitted({ state: 'text', text: answer.value.text, commit: answer.value.commit ?? '' })
      })
    }
    return () => {
      current = false
    }
  }, [backend, path])
  switch (committed.state) {
    case 'asking':
      return <p className="sheet-note" aria-busy="true">Asking git for the committed version…</p>
    case 'none':
      return <p className="sheet-note">{committed.why}</p>
    case 'text':
      return <WithText name={committed.commit === '' ? 'Last commit' : `Last commit, ${committed.commit.slice(0, 7)}`} text={committed.text} />
    default:
      return unreachable(committed)
  }
}

function WithText({ name, text: written }: { readonly name: string; readonly text: string }) {
  const { document } = useSession()
  const open = useDocument((state) => state.document)
  const path = useDocument((state) => state.path)
  const textNow = open?.text ?? ''
  const format = open?.format ?? 'yaml'
  const from = formatOfPath(path)
  const text = useMemo(() => inFormat(written, from, format), [written, from, format])
  const summary = useMemo(() => changeOf(text, textNow, format), [text, textNow, format])
  return (
    <TwoWay
      left={{ name: from === format ? name : `${name}, as ${format.toUpperCase()}`, text }}
      right={{ name: 'Now, in the editor', text: textNow }}
      summary={summary}
      off={open === null ? 'No file is open.' : null}
      onRevert={(change) => {
        document.dispatch({ type: 'seal' })
        document.dispatch({ type: 'edit', edits: revertEdits(text, textNow, change), origin: 'file', label: 'Revert a change' })
      }}
    />
  )
}

function WithClash({ onClose }: { readonly onClose: () => void }) {
  const { files } = useSession()
  const clash = useDocument((state) => state.clash)
  const open = useDocument((state) => state.document)
  const path = useDocument((state) => state.path)
  useEffect(() => {
    if (clash === null) onClose()
  }, [clash, onClose])
  const format = open?.format ?? 'yaml'
  const shown = useMemo(() => {
    const from = formatOfPath(path)
    return clash === null ? null : { ...clash, base: clash.base === null ? null : inFormat(clash.base, from, format), theirs: inFormat(clash.theirs, from, format) }
  }, [clash, path, format])
  if (shown === null || open === null) return null
  return (
    <ThreeWay
      // Other versions are another question: what was chosen does not carry over.
      key={`${shown.etag} ${open.revision}`}
      mine={open.text}
      clash={shown}
      format={open.format}
      onResolve={(resolution) => void files.resolve(resolution)}
    />
  )
}
