import { convert, toMermaid, unreachable, type Format } from '../../../core/index.ts'
import type { Session } from '../../state/index.ts'
import { download } from '../download.ts'
import { copyText } from '../parts/copyText.ts'
import type { ExportForm } from './form.ts'
import { pictureOf } from './picture.ts'

type Made = { readonly text: string; readonly mediaType: string; readonly ending: string; /** What was lost on the way. */ readonly lost?: string } | { readonly why: string }

/** Writes the open workflow, saved or not, in another form to the user's disk. All of it is made on this page: no server is asked. */
export async function exportAs(session: Session, form: ExportForm): Promise<void> {
  const { path } = session.document.getState()
  if (path === null) return
  const name = path.split('/').at(-1)?.replace(/\.[^.]+$/, '') ?? 'workflow'
  if (form === 'png') return exportPng(session, name)
  const made = makeText(session, form, name)
  if ('why' in made) return tell(session, made.why, 'error')
  download(`${name}${made.ending}`, new Blob([made.text], { type: `${made.mediaType};charset=utf-8` }))
  if (made.lost !== undefined) tell(session, made.lost)
}

/**
 * Writes the open workflow as a file of its own in the other format, and opens it. A copy, since the
 * name of a file says its format: text of the other one under the old name could not be read again.
 */
export async function copyAs(session: Session, format: Format): Promise<void> {
  const { path } = session.document.getState()
  if (path === null) return
  const made = makeText(session, format, path)
  if ('why' in made) return tell(session, made.why, 'error')
  if ((await session.files.create(path.replace(/\.[^./]+$/, '') + made.ending, made.text)) && made.lost !== undefined) tell(session, made.lost)
}

/** Puts the open workflow on the clipboard, as a diagram for a text or as a picture. */
export async function copyAsText(session: Session, form: 'mermaid' | 'svg'): Promise<void> {
  const made = makeText(session, form, session.document.getState().path ?? '')
  if ('why' in made) return tell(session, made.why, 'error')
  await copyText(session, made.text, { done: form === 'mermaid' ? 'The Mermaid diagram is on the clipboard.' : 'The SVG is on the clipboard.', instead: 'Export a file instead.' })
}

function makeText(session: Session, form: Exclude<ExportForm, 'png'>, title: string): Made {
  const { document } = session.document.getState()
  if (document === null) return { why: 'No file is open.' }
  switch (form) {
    case 'yaml':
    case 'json': {
      const common = { mediaType: `application/${form}`, ending: `.${form}` }
      // In its own format a text goes out as it is, whatever is wrong with it.
      if (document.format === form) return { ...common, text: document.text }
      const analysis = session.document.analysis()
      if (analysis === null) return { why: 'This file is shown as text only: it cannot be converted here.' }
      const converted = convert(analysis.source, form)
      if (!converted.ok) return { why: converted.diagnostics[0]?.message ?? 'The text does not parse.' }
      const { text, diagnostics } = converted.value
      return { ...common, text, ...(diagnostics.length > 0 && { lost: diagnostics.map(({ message }) => message).join(' ') }) }
    }
    case 'mermaid': {
      const analysis = session.document.analysis()
      if (analysis === null || analysis.stale) return { why: analysis === null ? 'This file is shown as text only: there is no graph to draw.' : 'The text does not parse. Mend it before it is drawn.' }
      return { text: toMermaid(analysis.view, session.layout.getState().direction), mediaType: 'text/vnd.mermaid', ending: '.mmd' }
    }
    case 'svg': {
      const picture = pictureOf(session, title)
      return 'why' in picture ? picture : { text: picture.svg, mediaType: 'image/svg+xml', ending: '.svg' }
    }
    default:
      return unreachable(form)
  }
}

async function exportPng(session: Session, name: string): Promise<void> {
  // The fonts come with this part, which nobody needs who takes no picture.
  const [{ fontRules }, { pngOf }] = await Promise.all([import('./fonts.ts'), import('./png.ts')])
  const picture = pictureOf(session, name, await fontRules())
  if ('why' in picture) return tell(session, picture.why, 'error')
  const png = await pngOf(picture)
  if ('why' in png) return tell(session, png.why, 'error')
  download(`${name}.png`, png.blob)
  if (png.scale < 2) tell(session, `The graph is large: the picture was drawn at ${Math.round(png.scale * 100)} % of its size on the canvas. The SVG is sharp at any size.`)
}

function tell({ view }: Session, text: string, tone: 'info' | 'error' = 'info'): void {
  view.dispatch({ type: 'toast', tone, text })
}
