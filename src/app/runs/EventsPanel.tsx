import { memo, useLayoutEffect, useRef, type RefObject } from 'react'
import { unreachable, type RunEvent } from '../../core/index.ts'
import { useRun } from '../state/index.ts'
import { useRowsInView } from './useRowsInView.ts'
import './runs.css'

/** The height of a row, in pixels; see `.events td`. */
const ROW = 24

const NONE: readonly RunEvent[] = []

/** The log of the run that is shown, newest first. Only the rows in view are drawn. */
export function EventsPanel() {
  const events = useRun((state) => state.events)
  const { scroller, view } = useRowsInView({ count: events.length, row: ROW, overscan: 12 })
  useReadingPlace(scroller, events)
  const items = view.getVirtualItems()
  const first = items[0]?.start ?? 0
  const rest = view.getTotalSize() - (items.at(-1)?.end ?? 0)
  if (events.length === 0) return <p className="runs-empty">No events yet.</p>
  return (
    <div className="events-scroll" ref={scroller} tabIndex={0} role="region" aria-label="Events of the run">
      <table className="events" aria-rowcount={events.length + 1}>
        <colgroup>
          <col />
          <col />
          <col />
          <col />
          <col />
        </colgroup>
        <thead className="unseen">
          <tr>
            <th scope="col">Number</th>
            <th scope="col">Time</th>
            <th scope="col">Event</th>
            <th scope="col">Node</th>
            <th scope="col">What</th>
          </tr>
        </thead>
        <tbody>
          {first > 0 && <tr aria-hidden="true" style={{ height: first }} />}
          {items.map(({ index }) => {
            const event = events[events.length - 1 - index]!
            return <EventRow key={event.seq} event={event} place={index + 2} />
          })}
          {rest > 0 && <tr aria-hidden="true" style={{ height: rest }} />}
        </tbody>
      </table>
    </div>
  )
}

/** Who has scrolled down goes on reading the same rows while new ones come in above them. */
function useReadingPlace(scroller: RefObject<HTMLDivElement | null>, events: readonly RunEvent[]): void {
  const before = useRef(NONE)
  useLayoutEffect(() => {
    const [was, element] = [before.current, scroller.current]
    before.current = events
    if (element && element.scrollTop > 0 && was[0] === events[0]) element.scrollTop += (events.length - was.length) * ROW
  }, [scroller, events])
}

const EventRow = memo(function EventRow({ event, place }: { readonly event: RunEvent; readonly place: number }) {
  return (
    <tr aria-rowindex={place}>
      <td className="runs-dim">{event.seq}</td>
      <td className="runs-dim">{new Date(event.at).toLocaleTimeString()}</td>
      <td className="mono">{event.type}</td>
      <td className="mono">{'node' in event ? event.node : ''}</td>
      <td className="events-what clip">{whatOf(event)}</td>
    </tr>
  )
})

function whatOf(event: RunEvent): string {
  switch (event.type) {
    case 'run.created':
      return `${event.workflow}, ${event.plan.nodes.length} nodes`
    case 'run.resumed':
      return `${event.restored} restored`
    case 'run.interrupted':
      return event.reason
    case 'run.cancelling':
      return `by ${event.by}`
    case 'run.failed':
    case 'node.failed':
      return event.error.message
    case 'node.retrying':
      return `try ${event.attempt + 1} in ${event.delay} ms: ${event.error.message}`
    case 'model.called':
      return event.usage ? `${event.model}, ${event.usage.input} in, ${event.usage.output} out` : event.model
    case 'tool.called':
      return `${event.tool}${event.failed ? ' failed' : ''}: ${preview(event.result)}`
    case 'effect.requested':
      return `${event.effect} ${preview(event.data)}`
    case 'effect.approved':
      return `${event.effect}, by ${event.by}`
    case 'effect.rejected':
      return `${event.effect}: ${event.reason}`
    case 'edge.taken':
      return `${event.from} to ${event.to ?? 'the end'}${event.count > 1 ? `, for the ${event.count}. time` : ''}`
    case 'node.completed':
      return preview(event.output)
    case 'node.skipped':
      return event.reason
    case 'log':
      return event.message
    case 'step.recorded':
      return event.key
    case 'run.started':
    case 'run.cancelled':
    case 'run.completed':
    case 'node.scheduled':
    case 'node.started':
      return ''
    default:
      return unreachable(event)
  }
}

function preview(output: unknown): string {
  const text = typeof output === 'string' ? output : JSON.stringify(output)
  return text.slice(0, 200).replace(/\s+/g, ' ')
}
