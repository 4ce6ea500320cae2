import { CircleCheck, TriangleAlert } from 'lucide-react'
import { Fragment, useId, type ReactNode } from 'react'
import type { Imported } from '../../../core/index.ts'
import { Prose } from '../parts/index.ts'

/** What the user has decided about one text. */
export type Draft = { readonly file: string; readonly wanted: boolean }

type Props = {
  readonly name: string
  readonly imported: Imported
  readonly draft: Draft
  /** The only text of the sheet: there is nothing to leave out. */
  readonly alone: boolean
  readonly hindrance: string | null
  readonly isTaken: boolean
  readonly onChange: (draft: Partial<Draft>) => void
}

const MOST_NODES = 24
const MOST_LISTED = 200

/** One text: what it is, the nodes that it becomes, what stays behind, and the file to be made. */
export function ImportCard({ name, imported, draft, alone, hindrance, isTaken, onChange }: Props) {
  const { what, nodes, notCarriedOver, text, fault } = imported
  const id = useId()
  return (
    <section className="import-card" aria-label={name} data-testid="import-card" data-kind={imported.kind}>
      <h3>
        <span className="mono clip">{name}</span>
        <span className="import-what">is {what}</span>
      </h3>
      {fault !== null && (
        <p className="import-failed">It does not parse and comes in as it is, to be mended here. <Prose text={fault} /></p>
      )}
      {nodes.length > 0 && (
        <div className="import-nodes" data-testid="import-nodes">
          <span>{nodes.length === 1 ? '1 node' : `${nodes.length} nodes`}</span>
          {nodes.slice(0, MOST_NODES).map((node, at) => (
            <span key={at} className="chip mono">{node}</span>
          ))}
          {nodes.length > MOST_NODES && <span>and {nodes.length - MOST_NODES} more</span>}
        </div>
      )}
      {imported.kind !== 'heddle' && <NotCarried list={notCarriedOver} />}
      <details className="import-text">
        <summary>Show the text</summary>
        <pre tabIndex={0}>{text.length > 100_000 ? `${text.slice(0, 100_000)}…` : text}</pre>
      </details>
      <div className="import-target">
        {!alone && (
          <label className="import-wanted">
            <input type="checkbox" checked={draft.wanted} onChange={(event) => onChange({ wanted: event.target.checked })} />
            Create
          </label>
        )}
        <label htmlFor={`${id}-file`}>File</label>
        <input
          id={`${id}-file`}
          className="input mono"
          value={draft.file}
          spellCheck={false}
          disabled={!draft.wanted}
          aria-invalid={hindrance !== null}
          aria-describedby={`${id}-note`}
          data-testid="import-file"
          onChange={(event) => onChange({ file: event.target.value })}
        />
      </div>
      <p id={`${id}-note`} className="import-note" data-wrong={hindrance !== null}>
        {hindrance ?? (isTaken ? 'There is a file of this name already: the new one gets a number.' : '')}
      </p>
    </section>
  )
}

function NotCarried({ list }: { readonly list: Imported['notCarriedOver'] }) {
  if (list.length === 0) {
    return (
      <p className="import-all">
        <CircleCheck className="icon icon-14" aria-hidden="true" />
        Everything in it was carried over.
      </p>
    )
  }
  return (
    <details className="import-left" open>
      <summary>
        <TriangleAlert className="icon icon-14" aria-hidden="true" />
        {list.length === 1 ? '1 thing is not carried over' : `${list.length} things are not carried over`}. The file keeps the list as comments.
      </summary>
      <div className="import-list" tabIndex={0} role="region" aria-label="Not carried over">
        <ul data-testid="not-carried-over">
          {list.slice(0, MOST_LISTED).map(({ what, line, why }, at) => (
            <li key={at}>
              <span className="mono">{breakable(what)}</span>
              <span className="import-line">line {line}</span>
              <span><Prose text={why} /></span>
            </li>
          ))}
        </ul>
        {list.length > MOST_LISTED && <p>and {list.length - MOST_LISTED} more</p>}
      </div>
    </details>
  )
}

/** A path may break before each of its steps. */
function breakable(path: string): ReactNode {
  return path.split(/(?=[.[])/).map((step, at) => (
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {step}
    </Fragment>
  ))
}
