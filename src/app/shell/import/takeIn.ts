import { importText, type Imported } from '../../../core/index.ts'
import type { Incoming, Session } from '../../state/index.ts'

/** Creates and opens workflows of Heddle at once; shows a sheet as soon as one text is something else, or broken. */
export async function takeIn(session: Session, incoming: readonly Incoming[]): Promise<void> {
  const results = incoming.flatMap(({ name, text }) => importText(name, text))
  const ready = results.flatMap((result): readonly Imported[] => (result.ok && result.value.kind === 'heddle' && result.value.fault === null ? [result.value] : []))
  if (ready.length < results.length) return session.view.dispatch({ type: 'sheet', sheet: { type: 'import', incoming } })
  for (const { file, text } of ready) if (!(await session.files.create(file, text))) return
  const [only] = ready
  const words = ready.length === 1 ? `${only!.file} came in as it was.` : `${ready.length} files came in as they were.`
  session.view.dispatch({ type: 'toast', text: words })
}
