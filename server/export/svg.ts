import type { GraphEdge, GraphNode, GraphView } from '../../src/core/index.ts'

const WIDTH = 220
const HEIGHT = 64
const GAP_X = 80
const GAP_Y = 24
const MARGIN = 24

type Placed = GraphNode & { readonly x: number; readonly y: number }

/**
 * A view as an SVG picture, from left to right by level: text and vectors only, no script, no link, no
 * font of its own. Each column is centred; a node's place in it follows the nodes that it needs, so that
 * few edges cross (the barycentre rule of Sugiyama's method, one sweep).
 */
export function toSvg(view: GraphView, title: string): string {
  const placed = place(view)
  const byKey = new Map(placed.map((node) => [node.key, node]))
  const width = Math.max(...placed.map(({ x }) => x + WIDTH), WIDTH) + MARGIN
  const height = Math.max(...placed.map(({ y }) => y + HEIGHT), HEIGHT) + MARGIN
  const edges = view.edges.flatMap((edge) => {
    const [from, to] = [byKey.get(edge.from), byKey.get(edge.to)]
    return from && to ? [drawEdge(edge, from, to)] : []
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" font-family="system-ui, -apple-system, 'Segoe UI', sans-serif">
<title>${escape(title === '' ? 'Workflow' : title)}</title>
<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto-start-reverse"><path d="M0 0 8 4 0 8Z" fill="#5b6472"/></marker></defs>
<rect width="100%" height="100%" fill="#ffffff"/>
${[...edges, ...placed.map(drawNode)].join('\n')}
</svg>
`
}

function place(view: GraphView): readonly Placed[] {
  const levelled = new Set(view.levels.flat())
  const byId = new Map<string, GraphNode>()
  for (const node of view.nodes) if (!byId.has(node.key)) byId.set(node.key, node)
  const columns: (readonly GraphNode[])[] = view.levels.map((level) => level.flatMap((key) => byId.get(key) ?? []))
  // What has no level, on a cycle or only named, stands behind the rest.
  const rest = view.nodes.filter(({ key }) => !levelled.has(key))
  if (rest.length > 0) columns.push(rest)

  const sources = new Map<string, string[]>()
  for (const { from, to, kind } of view.edges) if (kind !== 'route') sources.set(to, [...(sources.get(to) ?? []), from])
  const tallest = Math.max(...columns.map(({ length }) => length), 1) * (HEIGHT + GAP_Y) - GAP_Y
  const rows = new Map<string, number>()
  return columns.flatMap((column, index) => {
    const weight = (node: GraphNode) => {
      const known = (sources.get(node.key) ?? []).flatMap((key) => rows.get(key) ?? [])
      return known.length === 0 ? Infinity : known.reduce((sum, row) => sum + row, 0) / known.length
    }
    const ordered = column.map((node) => ({ node, weight: weight(node) })).sort((a, b) => (a.weight === b.weight ? a.node.index - b.node.index : a.weight - b.weight))
    const top = MARGIN + (tallest - (ordered.length * (HEIGHT + GAP_Y) - GAP_Y)) / 2
    return ordered.map(({ node }, row) => {
      const y = top + row * (HEIGHT + GAP_Y)
      rows.set(node.key, y)
      return { ...node, x: MARGIN + index * (WIDTH + GAP_X), y }
    })
  })
}

function drawNode(node: Placed): string {
  const { x, y, id, kind, summary, ghost } = node
  const dash = ghost ? ' stroke-dasharray="5 4"' : ''
  const note = ghost ? 'not defined' : kind
  return `<g><title>${escape(`${id} (${note})`)}</title><rect x="${x}" y="${y}" width="${WIDTH}" height="${HEIGHT}" rx="10" fill="#f7f8fa" stroke="#5b6472"${dash}/><text x="${x + 14}" y="${y + 26}" font-size="14" font-weight="600" fill="#1d232b">${escape(cut(id === '' ? '(no id)' : id, 20))}</text><text x="${x + WIDTH - 14}" y="${y + 26}" font-size="11" text-anchor="end" fill="#5b6472">${note}</text><text x="${x + 14}" y="${y + 48}" font-size="12" fill="#3b434e">${escape(cut(summary, 32))}</text></g>`
}

function drawEdge({ kind, condition, broken }: GraphEdge, from: Placed, to: Placed): string {
  const [x1, y1, x2, y2] = [from.x + WIDTH, from.y + HEIGHT / 2, to.x, to.y + HEIGHT / 2]
  const bend = Math.max(40, Math.abs(x2 - x1) / 2)
  const dash = kind === 'route' || kind === 'reference' || broken ? ' stroke-dasharray="5 4"' : ''
  const label = condition === undefined ? '' : `<text x="${(x1 + x2) / 2}" y="${(y1 + y2) / 2 - 6}" font-size="11" text-anchor="middle" fill="#5b6472">${escape(cut(condition, 28))}</text>`
  return `<path d="M${x1} ${y1} C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}" fill="none" stroke="#5b6472" stroke-width="1.5"${dash} marker-end="url(#arrow)"/>${label}`
}

/** The first line, cut between characters as people count them. */
function cut(text: string, length: number): string {
  const [line = ''] = text.trim().split(/[\r\n\u2028\u2029]/)
  const characters = [...new Intl.Segmenter('en').segment(line)].map(({ segment }) => segment)
  return characters.length <= length ? line : `${characters.slice(0, length - 1).join('')}\u2026`
}

/** XML has no way to write most control characters and no half characters: they are shown as replacements. */
function escape(text: string): string {
  return text
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
    .replace(/\p{Surrogate}|[\uFFFE\uFFFF]/gu, '\uFFFD')
    .replace(/\p{Cc}/gu, (character) => (character === '\t' || character === '\n' ? ' ' : '\uFFFD'))
}
