import { useMemo } from 'react'
import { Keys, KindTile, Tip } from '../shell/parts/index.ts'
import { useDocument, useReader, useSession } from '../state/index.ts'
import './Files.css'
import { usePaletteDrag } from './usePaletteDrag.tsx'

/** The kinds that the open file's dialect offers: drag one onto the canvas, or click to add it after the selection. */
export function Palette({ pill }: { readonly pill?: boolean }) {
  const session = useSession()
  const dialect = useDocument(({ projection }) => projection?.dialect)
  const stale = useDocument(({ projection }) => projection?.stale)
  const reader = useReader()
  const kinds = useMemo(() => (dialect && reader?.dialect(dialect).palette) || [], [dialect, reader])
  const { start, wasDrag, ghost } = usePaletteDrag()
  if (kinds.length === 0) return null
  const off = stale ? session.graph.readOnly() : null
  const buttons = kinds.map((kind, index) => {
    const button = (
      <button
        key={kind.kind}
        type="button"
        className="palette-kind"
        data-testid={`palette-${kind.kind}`}
        aria-label={pill ? `Add ${kind.label}` : undefined}
        aria-disabled={off !== null}
        title={off ?? undefined}
        onPointerDown={(event) => {
          if (off === null) start(event, kind)
        }}
        onClick={() => {
          if (off === null && !wasDrag()) session.graph.add(kind)
        }}
      >
        <KindTile kind={kind.kind} />
        {!pill && (
          <>
            <span className="grow">
              <b>{kind.label}</b>
              <span className="palette-hint clip">{kind.hint}</span>
            </span>
            <Keys keys={[String(index + 1)]} />
          </>
        )}
      </button>
    )
    return pill ? (
      <Tip key={kind.kind} text={`${kind.label}: ${kind.hint.toLowerCase()}`} side="top">
        {button}
      </Tip>
    ) : (
      button
    )
  })
  return (
    <>
      {pill ? (
        <div className="palette-pill" role="group" aria-label="Add a node">
          {buttons}
        </div>
      ) : (
        <section aria-label="Add a node">
          <div className="palette-head">
            <h2 className="grow">Add a node</h2>
            <span>drag or click</span>
          </div>
          <div className="palette">{buttons}</div>
        </section>
      )}
      {ghost}
    </>
  )
}
