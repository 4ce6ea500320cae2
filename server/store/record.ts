import type { RunEvent, SummaryFold } from '../../src/core/index.ts'
import type { RunSummary } from '../engine/ports.ts'

/**
 * A record as it was sealed, and its hash. One that cannot be read, because somebody changed it, is given
 * as an event of a type that nothing folds, so that a check of the chain can name it.
 */
export function readRecord(run: string, seq: number, text: string, hash: string): RunEvent {
  const event = parse(text)
  if (!isRecord(event) || event['seq'] !== seq) return { v: 1, run, seq, at: '', prev: '', type: 'unreadable', hash } as unknown as RunEvent
  event.hash = hash
  return event as unknown as RunEvent
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isRecord(value: unknown): value is { [key: string]: unknown } {
  if (value === null || typeof value !== 'object') return false
  const record = value as { readonly [key: string]: unknown }
  return typeof record['type'] === 'string' && typeof record['run'] === 'string' && typeof record['at'] === 'string'
}

export function summaryOf(run: string, { workflow, file, started_by, status, created_at, ended_at, usage }: SummaryFold): RunSummary {
  return {
    run,
    workflow,
    ...(file === undefined ? {} : { file }),
    ...(started_by === undefined ? {} : { started_by }),
    status,
    created_at,
    ...(ended_at === undefined ? {} : { ended_at }),
    usage,
  }
}

/** The time of an event as the text of its record. Many events have the same one: it is written once. */
export function createTimes(): (at: number | readonly number[], place: number) => string {
  let last = Number.NaN
  let text = ''
  return (at, place) => {
    const time = typeof at === 'number' ? at : (at[place] ?? Number.NaN)
    if (time !== last) {
      text = new Date(time).toISOString()
      last = time
    }
    return text
  }
}
