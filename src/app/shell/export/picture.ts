import { drawPicture, type Picture } from '../../../core/index.ts'
import type { Session } from '../../state/index.ts'

/** The open workflow as it stands on the canvas, or why it cannot be drawn. */
export function pictureOf({ document, layout, view }: Session, title: string, fonts?: string): Picture | { readonly why: string } {
  const analysis = document.analysis()
  if (analysis === null) return { why: 'This file is shown as text only: there is no graph to draw.' }
  if (analysis.stale) return { why: 'The text does not parse. Mend it before it is drawn.' }
  if (analysis.view.nodes.length === 0) return { why: 'There are no nodes to draw yet.' }
  const { positions, direction } = layout.getState()
  const placed = analysis.view.nodes.every(({ key }) => positions.has(key))
  return drawPicture(analysis.view, {
    title,
    direction,
    bands: view.getState().bands,
    theme: window.document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light',
    // While a layout is being made some nodes have no place: a picture without them would not be the workflow.
    ...(placed && { positions }),
    ...(fonts !== undefined && { fonts }),
  })
}
