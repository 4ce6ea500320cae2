import type { GraphEdge, GraphNode, GraphView } from '../graph/view.ts'
import { drawCard, noteLines } from './card.ts'
import { escaped } from './markup.ts'
import { fitted, widthOf } from './measure.ts'
import { CARD_SIZE, placesByLevel, sizeOf, type Direction, type Place } from './place.ts'
import { THEMES, type PictureTheme } from './theme.ts'
import { round, wayOf, type Box, type Way } from './ways.ts'

export type PictureOptions = {
  readonly title: string
  /** `light` unless said. */
  readonly theme?: 'light' | 'dark'
  /** Where nodes stand, by key; without it they are placed by level. What has no place is left out. */
  readonly positions?: ReadonlyMap<string, Place>
  readonly direction?: Direction
  /** Draw the levels as bands. */
  readonly bands?: boolean
  /** CSS put before the picture's own: `@font-face` rules with their data. */
  readonly fonts?: string
}

export type Picture = { readonly svg: string; readonly width: number; readonly height: number }

const MARGIN = 32
/** Beyond so many nodes edges go straight: nobody could follow them round others. */
const DETOURS = 400

const SANS = "'IBM Plex Sans Variable', 'IBM Plex Sans', system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Noto Sans CJK SC', 'Microsoft YaHei', sans-serif"
const MONO = "'IBM Plex Mono', ui-monospace, 'SF Mono', Menlo, Consolas, 'Noto Sans Mono', 'Noto Sans Mono CJK SC', monospace"

/**
 * A view as an SVG picture, as it stands on the canvas: real text and vectors, no script, no link, nothing
 * from elsewhere. Whatever ids and prompts hold stays text.
 */
export function drawPicture(view: GraphView, options: PictureOptions): Picture {
  const { title, theme: name = 'light', direction = 'right' } = options
  const theme = THEMES[name]
  const places = options.positions ?? placesByLevel(view, direction)
  const drawn = view.nodes.flatMap((node) => {
    const place = places.get(node.key)
    return place === undefined ? [] : [{ node, place }]
  })
  const boxes = drawn.map(({ node, place }) => boxOf(node, place))
  const ways = edgesOf(view, new Map(drawn.map((each) => [each.node.key, each])), direction, view.nodes.length <= DETOURS ? boxes : [])
  const bands = options.bands === true && direction === 'right' ? bandsOf(view, places) : []
  const all = bounds([...boxes, ...ways.map(({ way }) => way.reach)])
  const frame = { left: all.left - MARGIN, top: all.top - MARGIN - (bands.length > 0 ? 20 : 0), right: all.right + MARGIN, bottom: all.bottom + MARGIN }
  const width = Math.ceil(frame.right - frame.left)
  const height = Math.ceil(frame.bottom - frame.top)
  const into = new Set(view.edges.map(({ to }) => to))
  const outOf = new Set(view.edges.map(({ from }) => from))
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${round(frame.left)} ${round(frame.top)} ${width} ${height}" role="img">`,
    `<title>${escaped(title === '' ? 'Workflow' : title)}</title>`,
    `<style>${options.fonts ?? ''}text{font-family:${SANS};white-space:pre}.m{font-family:${MONO}}</style>`,
    `<rect x="${round(frame.left)}" y="${round(frame.top)}" width="${width}" height="${height}" fill="${theme.canvas}"/>`,
    ...bands.map((band) => drawBand(band, frame, theme)),
    ...ways.map(({ edge, way, to, from }) => drawEdge(edge, way, from, to, direction, theme)),
    ...drawn.map(({ node, place }) => drawCard(node, { x: round(place.x), y: round(place.y) }, theme, { into: into.has(node.key), outOf: outOf.has(node.key) }, direction)),
    ...ways.map(({ edge, way }) => drawLabel(edge, way, theme)).filter((label) => label !== ''),
    '</svg>',
  ]
  return { svg: `${parts.join('\n')}\n`, width, height }
}

type Standing = { readonly node: GraphNode; readonly place: Place }

function edgesOf(view: GraphView, standing: ReadonlyMap<string, Standing>, direction: Direction, boxes: readonly Box[]): readonly { readonly edge: GraphEdge; readonly way: Way; readonly from: Place; readonly to: Place }[] {
  return view.edges.flatMap((edge) => {
    const [source, target] = [standing.get(edge.from), standing.get(edge.to)]
    if (source === undefined || target === undefined) return []
    const [a, b] = [sizeOf(source.node), sizeOf(target.node)]
    const from = direction === 'right' ? { x: source.place.x + a.width + 4, y: source.place.y + a.height / 2 } : { x: source.place.x + a.width / 2, y: source.place.y + a.height + 4 }
    const to = direction === 'right' ? { x: target.place.x - 6, y: target.place.y + b.height / 2 } : { x: target.place.x + b.width / 2, y: target.place.y - 6 }
    return [{ edge, way: wayOf(from, to, direction, boxes), from, to }]
  })
}

function drawEdge({ kind, broken }: GraphEdge, { path }: Way, from: Place, to: Place, direction: Direction, theme: PictureTheme): string {
  const colour = broken ? theme.failed : kind === 'route' ? theme.kinds.router[0] : theme.thread
  const dash = broken ? ' stroke-dasharray="5 4"' : kind === 'route' ? ' stroke-dasharray="7 4"' : kind === 'reference' ? ' stroke-dasharray="1.5 4" stroke-linecap="round"' : ''
  const [x, y] = [round(to.x), round(to.y)]
  const tip = direction === 'right' ? `M${x - 5} ${y - 4.5}L${x + 0.5} ${y}L${x - 5} ${y + 4.5}` : `M${x - 4.5} ${y - 5}L${x} ${y + 0.5}L${x + 4.5} ${y - 5}`
  const [sx, sy] = [round(from.x), round(from.y)]
  const diamond = kind !== 'route' ? '' : `<path d="${direction === 'right' ? `M${sx + 2} ${sy}l5 -5l5 5l-5 5z` : `M${sx} ${sy + 2}l5 5l-5 5l-5 -5z`}" fill="${theme.canvas}" stroke="${colour}" stroke-width="1.5"/>`
  return `<g fill="none" stroke="${colour}" stroke-width="1.5"><path d="${path}"${dash}/><path d="${tip}" stroke-linecap="round" stroke-linejoin="round"/>${diamond}</g>`
}

/** What decides on an edge stands over it, on the colour of the canvas: its turn, its condition, and how often it may be taken. */
function drawLabel({ condition, order, budget = 1, back }: GraphEdge, { middle }: Way, theme: PictureTheme): string {
  if (condition === undefined && budget === 1 && !back) return ''
  const parts = [condition === undefined || order === undefined ? '' : String(order + 1), condition ?? '', budget > 1 || back ? `×${budget}` : '']
  const words = fitted(parts.filter((part) => part !== '').join('  '), 200, 11, true)
  const width = widthOf(words, 11, true) + 12
  return `<g><rect x="${round(middle.x - width / 2)}" y="${round(middle.y - 9)}" width="${round(width)}" height="18" rx="4" fill="${theme.panel}" stroke="${theme.line}"/><text x="${round(middle.x)}" y="${round(middle.y + 4)}" class="m" font-size="11" text-anchor="middle" fill="${theme.text2}">${escaped(words)}</text></g>`
}

/** The level, and the column in which most of its nodes stand. */
function bandsOf(view: GraphView, places: ReadonlyMap<string, Place>): readonly { readonly level: number; readonly x: number }[] {
  let last = -Infinity
  return view.levels.flatMap((keys, level) => {
    const counts = new Map<number, number>()
    for (const key of keys) {
      const x = places.get(key)?.x
      if (x !== undefined) counts.set(x, (counts.get(x) ?? 0) + 1)
    }
    const x = [...counts].toSorted((a, b) => b[1] - a[1] || a[0] - b[0])[0]?.[0]
    if (x === undefined || x <= last) return []
    last = x
    return [{ level: level + 1, x: x - 22 }]
  })
}

function drawBand({ level, x }: { readonly level: number; readonly x: number }, frame: Box, theme: PictureTheme): string {
  const rule = level === 1 ? '' : `<path d="M${round(x)} ${round(frame.top)}V${round(frame.bottom)}" stroke="${theme.line}" stroke-dasharray="3 3"/>`
  return `<g>${rule}<text x="${round(x + 22)}" y="${round(frame.top + 22)}" font-size="11" fill="${theme.text2}">Level ${level}</text></g>`
}

function boxOf(node: GraphNode, { x, y }: Place): Box {
  const { width, height } = sizeOf(node)
  return { left: x, right: x + width, top: y - noteRoom(node, width), bottom: y + height }
}

function noteRoom(node: GraphNode, width: number): number {
  const lines = noteLines(node, width).length
  return lines === 0 ? 0 : 6 + 16 * lines
}

/** Around all of them: a loop, since ten thousand numbers are too many for the arguments of a call. */
function bounds(boxes: readonly Box[]): Box {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const box of boxes) {
    left = Math.min(left, box.left)
    right = Math.max(right, box.right)
    top = Math.min(top, box.top)
    bottom = Math.max(bottom, box.bottom)
  }
  return left === Infinity ? { left: 0, right: CARD_SIZE.width, top: 0, bottom: CARD_SIZE.height } : { left, right, top, bottom }
}
