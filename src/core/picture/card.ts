import type { GraphNode, NodeKind } from '../graph/view.ts'
import { escaped } from './markup.ts'
import { fitted, widthOf, wrapped } from './measure.ts'
import { sizeOf, type Direction, type Place } from './place.ts'
import type { PictureTheme } from './theme.ts'
import { round } from './ways.ts'

const LABEL: { readonly [kind in NodeKind]: string } = {
  agent: 'Agent', model: 'Model', verifier: 'Verifier', critic: 'Critic', router: 'Router', tool: 'Tool', branch: 'Branch', gate: 'Gate',
}

/** What stands on a tile, in lines of 1.4 on a field of 14 by 14. */
const SIGNS: { readonly [kind in NodeKind]: string } = {
  agent: 'M3 5.5h8v6H3zM7 5.5V2.5H5M5.5 8v1M8.5 8v1M1.5 8.5H3M11 8.5h1.5',
  model: 'M2 3h10M5 7h7M5 11h7M2 6.500v5',
  verifier: 'M7 1.5 12 3.200v4c0 2.8-2.2 4.5-5 5.5-2.8-1-5-2.7-5-5.500v-4zM4.8 7l1.6 1.600L9.4 5.6',
  critic: 'M2 10c2 0 3-1.2 3-3.500V4H2v3.500h3M8.5 10c2 0 3-1.2 3-3.500V4h-3v3.500h3',
  router: 'M7 1.500v11M3 3h6.500L11.5 5 9.5 7H3z',
  tool: 'M12 3.500a3 3 0 0 1-4 3.600L3.6 11.500a1.2 1.2 0 0 1-1.6-1.600L6.4 5.500A3 3 0 0 1 10 1.600L8.3 3.300l.4 1.6 1.6.4z',
  branch: 'M7 12.500V8.500L3 4.500V2M7 8.500l4-4V2M1.5 3.5 3 2l1.5 1.500M9.5 3.5 11 2l1.5 1.5',
  gate: 'M2.5 12c0-2.5 1.6-4 4-4 .8 0 1.5.2 2 .5M6.5 5.800a2 2 0 1 0 0-4 2 2 0 0 0 0 4M9 10l1.2 1.300L12.5 9',
}

/** A node as it stands on the canvas: who works, at what, and the first lines of what it does. */
export function drawCard(node: GraphNode, { x, y }: Place, theme: PictureTheme, threads: { readonly into: boolean; readonly outOf: boolean }, direction: Direction): string {
  const { width, height } = sizeOf(node)
  const { kind, ghost } = node
  const [ink, tile] = theme.kinds[kind]
  const name = node.id === '' ? '(no id)' : node.id
  const label = ghost ? 'unknown' : LABEL[kind]
  const radius = kind === 'branch' ? 20 : kind === 'tool' ? 2 : 9
  const frame = ghost ? `fill="${theme.panel}" stroke="${theme.failed}" stroke-dasharray="5 4"` : `fill="${theme.card}" stroke="${theme.line}"`
  const double = kind === 'gate' && !ghost ? `<rect x="${x - 3}" y="${y - 3}" width="${width + 6}" height="${height + 6}" rx="12" fill="none" stroke="${theme.line}"/>` : ''
  const labelWidth = kind === 'branch' ? 0 : widthOf(label, 11, false) + 8
  const top = kind === 'branch' ? y + 8 : y + 10
  const left = kind === 'branch' ? x + 9 : x + 12
  const id = text(fitted(name, width - 24 - 32 - labelWidth, 13, true), left + 32, top + 16.5, `class="m" font-size="13" font-weight="500" fill="${theme.text}"`)
  const kindName = kind === 'branch' ? '' : text(label, x + width - 12, top + 16, `font-size="11" text-anchor="end" fill="${theme.text3}"`)
  const words = kind === 'branch' ? [] : ghost ? ['No node has this id.'] : wrapped(node.summary, width - 26, 12, 2)
  const summary = words.map((line, at) => text(line, x + 12, y + 51 + at * 16, `font-size="12" fill="${theme.text2}"`)).join('')
  const note = drawNote(noteLines(node, width), x, y, theme, direction)
  return `<g><title>${escaped(`${name} (${label.toLowerCase()})`)}</title>${note}${double}<rect x="${x + 0.5}" y="${y + 0.5}" width="${width - 1}" height="${height - 1}" rx="${radius}" ${frame}/>${eyelets(node, x, y, theme, threads, direction)}${ghost ? '' : drawTile(kind, left, top, ink, tile)}${id}${kindName}${summary}</g>`
}

function drawTile(kind: NodeKind, x: number, y: number, ink: string, tile: string): string {
  const shape = kind === 'verifier' || kind === 'branch'
    ? `<circle cx="${x + 12}" cy="${y + 12}" r="12" fill="${tile}"/>`
    : kind === 'router'
      ? `<rect x="${x + 3}" y="${y + 3}" width="18" height="18" rx="4" fill="${tile}" transform="rotate(45 ${x + 12} ${y + 12})"/>`
      : `<rect x="${x}" y="${y}" width="24" height="24" rx="${kind === 'tool' ? 2 : kind === 'critic' || kind === 'gate' ? 9 : 6}" fill="${tile}"/>`
  return `${shape}<path d="${SIGNS[kind]}" transform="translate(${x + 5} ${y + 5})" fill="none" stroke="${ink}" stroke-width="1.4" stroke-linecap="round" stroke-linejoin="round"/>`
}

/** The lines of a note that are shown above its node. */
export function noteLines({ note }: GraphNode, width: number): readonly string[] {
  return note === undefined || note === '' ? [] : wrapped(note, width - 24, 12, 3)
}

function drawNote(lines: readonly string[], x: number, y: number, theme: PictureTheme, direction: Direction): string {
  if (lines.length === 0) return ''
  // Where the graph runs down, threads come in at the top: they pass under the note.
  const bottom = y - (direction === 'right' ? 6 : 11)
  const top = bottom - lines.length * 16
  const sign = `<path d="M${x + 3} ${round(top + 2.5)}h10v8h-5l-3 3v-3h-2z" fill="none" stroke="${theme.text3}" stroke-linejoin="round"/>`
  return sign + lines.map((line, at) => text(line, x + 20, top + 12 + at * 16, `font-size="12" fill="${theme.text2}"`)).join('')
}

/** Where threads come in and go out. */
function eyelets(node: GraphNode, x: number, y: number, theme: PictureTheme, { into, outOf }: { readonly into: boolean; readonly outOf: boolean }, direction: Direction): string {
  const { width, height } = sizeOf(node)
  const eyelet = (cx: number, cy: number): string => {
    const [w, h] = direction === 'right' ? [7, 15] : [15, 7]
    return `<rect x="${round(cx - w / 2)}" y="${round(cy - h / 2)}" width="${w}" height="${h}" rx="3.5" fill="${theme.canvas}" stroke="${theme.thread}"/>`
  }
  const [before, behind]: readonly [readonly [number, number], readonly [number, number]] = direction === 'right'
    ? [[x - 0.5, y + height / 2], [x + width + 0.5, y + height / 2]]
    : [[x + width / 2, y - 0.5], [x + width / 2, y + height + 0.5]]
  return (into ? eyelet(...before) : '') + (outOf ? eyelet(...behind) : '')
}

function text(words: string, x: number, y: number, attributes: string): string {
  return `<text x="${round(x)}" y="${round(y)}" ${attributes}>${escaped(words)}</text>`
}
