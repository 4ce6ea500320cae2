import { unreachable, type RunEvent } from '../../core/index.ts'
import { useRun } from '../state/index.ts'
import './runs.css'

/** The newest are what one looks for; older ones are in the log. */
const MOST = 1000

/** The log of the run that is shown, newest first. */
export function EventsPanel() {
  const events = useRun((state) => state.events)
  if (events.length === 0) return <p className="runs-empty">No events yet.</p>
  const shown = events.slice(-MOST).toReversed()
  return (
    <table className="events">
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
        {shown.map((event) => (
          <tr key={event.seq}>
            <td className="runs-dim">{event.seq}</td>
            <td className="runs-dim">{new Date(event.at).toLocaleTimeString()}</td>
            <td className="mono">{event.type}</td>
            <td className="mono">{'node' in event ? event.node : ''}</td>
            <td className="events-what clip">{whatOf(event)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

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
    case 'call.begun':
      return event.what
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
