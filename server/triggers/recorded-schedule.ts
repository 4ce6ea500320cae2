import { analyse, openDocument, type Schedule } from '../../src/core/index.ts'
import { formatOfEnding } from '../../src/protocol/index.ts'
import type { RunStore } from '../engine/ports.ts'
import { triggerOfAnalysis } from '../workspace/inspect.ts'

/** The schedule that a file had when it was run, by the text in the record; null when that cannot be told. */
export async function recordedSchedule(store: Pick<RunStore, 'read'>, run: string): Promise<Schedule | null> {
  const [created] = await store.read(run, 0, 1)
  if (created?.type !== 'run.created') return null
  return triggerOfAnalysis(analyse(openDocument({ text: created.definition.text, format: formatOfEnding(created.file ?? '') ?? 'yaml' })))?.schedule ?? null
}
