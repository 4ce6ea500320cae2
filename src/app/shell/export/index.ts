import type { Format } from '../../../core/index.ts'
import type { Session } from '../../state/index.ts'
import { sayNotLoaded, withReader } from '../parts/index.ts'
import type { ExportForm } from './form.ts'

export type { ExportForm } from './form.ts'

// What writes other forms comes when one is asked for.
const loadExporting = withReader(() => import('./exporting.ts'))

/** Writes the open workflow, saved or not, in another form to the user's disk. */
export async function exportAs(session: Session, form: ExportForm): Promise<void> {
  const exporting = await loadExporting(session).catch(() => sayNotLoaded(session))
  await exporting?.exportAs(session, form)
}

/** Writes the open workflow as a file of its own in a format, and opens it. */
export async function copyAs(session: Session, format: Format): Promise<void> {
  const exporting = await loadExporting(session).catch(() => sayNotLoaded(session))
  await exporting?.copyAs(session, format)
}

/** Puts the open workflow on the clipboard, as a diagram for a text or as a picture. */
export async function copyAsText(session: Session, form: 'mermaid' | 'svg'): Promise<void> {
  const exporting = await loadExporting(session).catch(() => sayNotLoaded(session))
  await exporting?.copyAsText(session, form)
}

/** Asks for it before somebody does. */
export function prepareExporting(session: Session): void {
  loadExporting(session).catch(() => {})
}
