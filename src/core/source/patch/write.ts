import { unreachable } from '../../diagnostic.ts'
import type { Json, Path } from '../../diagnostic.ts'
import { isMerge } from '../find.ts'
import { editsInScalar } from '../scalar-map.ts'
import type { PathOp, Source, SourceMap, SourceNode, SourceScalar } from '../tree.ts'
import { colonOf, deleteLines, deletePart, deleteWithKey, insertPart, replaceBlock } from './block.ts'
import { setComment } from './comment.ts'
import { says, showsText } from './expand.ts'
import { commentsIn, extentOf, isBlockScalar, partsOf } from './extent.ts'
import type { Container } from './extent.ts'
import { deleteFlow, insertFlow, moveFlow } from './flow.ts'
import type { FlowStyle } from './flow.ts'
import { flowStyle } from './flow-style.ts'
import { forms, isUnended, refuse, replace } from './form.ts'
import type { Form, Forms } from './form.ts'
import { layoutAt } from './layout.ts'
import { eolNear, isBlank, lineStart } from './lines.ts'
import { isInFlow, locate } from './locate.ts'
import type { Located, Step } from './locate.ts'
import { modelsAt } from './models.ts'
import { movePart } from './move.ts'
import { obstacleTo, obstacleToKey, obstacleToMove, obstacleToRemoval } from './obstacle.ts'
import type { Uses } from './obstacle.ts'
import { canBeSingle, printDouble, printQuoted } from './print-scalar.ts'
import { afterColon, afterDash, blockMap, printKey } from './print-value.ts'
import type { Models } from './print-value.ts'
import { isPlaceholder, oneLineForms } from './scalar.ts'
import { replaceValue } from './value.ts'

/** Ways to write one operation into the text, the best first, or why it may not be written. */
export function writeOp(source: Source, op: PathOp, uses: Uses): Forms {
  const located = locate(source, op.path)
  const within = op.op === 'set' || op.op === 'insert' || op.op === 'move'
  const obstacle = obstacleTo(located, op.path, uses, within)
  if (obstacle) return { ok: false, diagnostics: [obstacle] }
  const { steps, node, missing } = located
  const last = steps.at(-1)
  if (op.op === 'set' && missing.length === 0) return writeSet(source, op, last, node, steps, uses)
  if (op.op === 'set' || (op.op === 'insert' && missing.length > 0)) {
    const value = op.op === 'set' ? op.value : [op.value]
    return writeNewKey(source, op.path, located, value, op.keyOrder ?? [])
  }
  if (missing.length > 0 || (!last && op.op !== 'insert' && op.op !== 'move')) return nowhere(op.path)
  switch (op.op) {
    case 'insert': return writeInsert(source, op, located)
    case 'delete': return last ? writeDelete(source, op.path, last, steps, node, uses) : nowhere(op.path)
    case 'rename': return last ? writeRename(source, op, last, uses) : nowhere(op.path)
    case 'move': return writeMove(source, op, located, uses)
    case 'comment': return last ? setComment(source, last, op.text) : nowhere(op.path)
    default: return unreachable(op)
  }
}

function nowhere(path: Path): Forms {
  return refuse('refused/syntax', `There is nothing at \`${path.join('.')}\` in this file. It may have changed meanwhile: try again.`, { start: 0, end: 0 })
}

function writeSet(
  source: Source, op: Extract<PathOp, { op: 'set' }>, last: Step | undefined, node: SourceNode | null, steps: readonly Step[], uses: Uses,
): Forms {
  if (says(node, op.value, showsText(source, op)) && (node !== null || last)) return forms([])
  if (node) {
    const torn = obstacleToRemoval(node, node.range, op.path, uses)
    if (torn) return { ok: false, diagnostics: [torn] }
    if ((node.kind === 'map' || node.kind === 'list') && node.style === 'flow' && commentsIn(source, node.range.start, node.range.end).length > 0) {
      return refuse('refused/flow-comment', 'There is a comment inside of these brackets, which a new value would lose. Make the change in the text.', node.range)
    }
  }
  if (!last) return writeRoot(source, op.value)
  const whole = writeWhole(source, op, last, node, steps)
  const pieces = node?.kind === 'scalar' && op.pieces ? editsInScalar(source, node, op.pieces) : null
  return pieces && whole.ok ? forms(pieces.map(({ range, text }) => replace(range.start, range.end, text)), ...whole.value) : whole
}

function writeWhole(source: Source, op: Extract<PathOp, { op: 'set' }>, last: Step, node: SourceNode | null, steps: readonly Step[]): Forms {
  const models = [...(node ? [node] : []), ...modelsAt(source, steps)]
  const layout = layoutAt(source, partsOf(last.container)[last.index]?.range.start ?? 0, models)
  if (!isInFlow(steps)) return forms(...replaceValue(source, last.container, last.index, op.value, layout, models))
  return writeFlowValue(source, last, node, op.value, steps, models)
}

function writeFlowValue(source: Source, last: Step, node: SourceNode | null, value: Json, steps: readonly Step[], models: Models): Forms {
  const part = partsOf(last.container)[last.index]
  if (!part) return forms()
  const layout = layoutAt(source, part.range.start, models)
  const style = flowStyle(source, steps, layout)
  const { range } = node ?? part
  const texts = typeof value === 'string' && !style.isJson && (!node || node.kind === 'scalar')
    ? oneLineForms(node?.kind === 'scalar' && !isPlaceholder(source, node) ? node : null, value, 'flow', layout)
    : [style.print(value, marginOf(source, range.start), models)]
  if (node && node.range.end > node.range.start) return forms(...texts.map((text): Form => [replace(node.range.start, node.range.end, text)]))
  if (!('key' in part)) return forms()
  const colon = colonOf(source.text, part)
  if (colon === null) return forms(...texts.map((text): Form => [replace(part.key.range.end, part.key.range.end, `: ${text}`)]))
  const at = node ? node.range.end : colon + 1
  return forms(...texts.map((text): Form => [replace(at, at, ` ${text}`)]))
}

function marginOf(source: Source, at: number): string {
  const start = lineStart(source.text, at)
  return /^[ \t]*/.exec(source.text.slice(start, at))?.[0] ?? ''
}

/** Adds a key, and the maps on the way to it that are not there yet. */
function writeNewKey(source: Source, path: Path, { steps, node, missing }: Located, value: Json, keyOrder: readonly string[]): Forms {
  const [first, ...rest] = missing
  const key = String(first)
  if (typeof first !== 'string' || rest.some((step) => typeof step !== 'string')) return nowhere(path)
  const nested = rest.reduceRight<Json>((inner, name) => ({ [name]: inner }), value)
  if (node?.kind === 'map' && (node.entries.length > 0 || (steps.length > 0 || source.format === 'json'))) {
    return addKey(source, node, steps, key, nested, rest.length > 0 ? [] : keyOrder)
  }
  const isFree = node === null || (node.kind === 'scalar' && node.value === null) || (node.kind === 'map' && node.entries.length === 0)
  if (!isFree) return refuse('refused/syntax', `\`${path.slice(0, path.length - missing.length).join('.') || 'The file'}\` holds no map, so \`${key}\` cannot be added to it. Change it in the text first.`, node.range)
  const last = steps.at(-1)
  if (!last) return writeRoot(source, { [key]: nested })
  const models = modelsAt(source, steps)
  const layout = layoutAt(source, 0, models)
  if (isInFlow(steps)) return writeFlowValue(source, last, node, { [key]: nested }, steps, models)
  return forms(...replaceValue(source, last.container, last.index, { [key]: nested }, layout, models))
}

function addKey(source: Source, map: SourceMap, steps: readonly Step[], key: string, value: Json, keyOrder: readonly string[]): Forms {
  const inside = [...steps, { container: map, index: 0 }]
  const models = modelsAt(source, steps).flatMap((node) =>
    node.kind === 'map' ? node.entries.filter(({ name }) => name === key).flatMap((entry) => entry.value ?? []) : [])
  const layout = layoutAt(source, map.range.start, [...models, map])
  const index = placeOf(map, key, keyOrder)
  if (map.style === 'flow') return insertFlow(source, map, index, key, value, flowStyle(source, inside, layout), models)
  const { column } = extentOf(source, map, 0)
  return forms(...[layout, { ...layout, literals: false }].flatMap((way) =>
    insertPart(source, map, index, `${printKey(key, layout.quote)}:${afterColon(value, column, way, models)}`)))
}

/** After the last key that comes before the new one in rendered order; first if none does; last when no order names it. */
function placeOf(map: SourceMap, key: string, keyOrder: readonly string[]): number {
  const rank = keyOrder.indexOf(key)
  if (rank < 0) return map.entries.length
  return map.entries.findLastIndex((entry) => {
    const other = entry.name === null ? -1 : keyOrder.indexOf(entry.name)
    return isMerge(entry) || (other >= 0 && other < rank)
  }) + 1
}

/** The whole of a file that holds nothing yet, or one value that is replaced. */
function writeRoot(source: Source, value: Json): Forms {
  const { text, root } = source
  const layout = layoutAt(source, text.length, [])
  if (source.format === 'json') {
    const printed = flowStyle(source, [], layout).print(value, '', [])
    return root ? forms([replace(root.range.start, root.range.end, printed)]) : forms([replace(text.length, text.length, printed + layout.eol)])
  }
  const isNested = typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0
  const printed = isNested ? blockMap(value as { [key: string]: Json }, 0, layout) : afterColon(value, 0, layout).trimStart()
  if (root) {
    const { start, end } = root.outer
    const lead = isBlank(text, lineStart(text, start), start) ? '' : layout.eol
    return forms([replace(start - (lead ? 1 : start - lineStart(text, start)), end, lead + printed)])
  }
  const marker = /(?:^|[\n\r])(?=\.\.\.(?:\s|$))/.exec(text)
  const at = marker ? marker.index + marker[0].length : text.length
  const before = text.slice(0, at)
  // A comment directly above would belong to the new key, and go with it.
  const gap = source.comments.some(({ start }) => start < at) ? layout.eol : ''
  const start = (isUnended(before) ? eolNear(text, at) : '') + gap
  return forms([replace(at, at, start + printed + layout.eol)])
}

function writeInsert(source: Source, op: Extract<PathOp, { op: 'insert' }>, { steps, node }: Located): Forms {
  const last = steps.at(-1)
  if (node?.kind === 'list') {
    if (op.index < 0 || op.index > node.items.length || !Number.isInteger(op.index)) return nowhere([...op.path, op.index])
    if (node.items.length > 0) return insertItem(source, node, steps, op.index, op.value)
    if (isInFlow(steps) || typeof op.value !== 'object' || op.value === null) return insertItem(source, node, steps, 0, op.value)
  } else if (node?.kind === 'map' || node?.kind === 'alias') {
    return refuse('refused/syntax', `\`${op.path.join('.')}\` holds a map, not a list. Change it in the text first.`, node.range)
  }
  const models = modelsAt(source, steps)
  const isOne = node?.kind === 'scalar' && node.value !== null
  const list = isOne ? [node.text, op.value] : [op.value]
  if (isOne && op.index === 0) list.reverse()
  if (!last) return writeRoot(source, list)
  const layout = layoutAt(source, partsOf(last.container)[last.index]?.range.start ?? 0, models)
  const bracketed = isOne ? withOneMore(node, op.index, op.value, flowStyle(source, steps, layout)) : []
  if (isInFlow(steps)) {
    const whole = writeFlowValue(source, last, node, list, steps, models)
    return whole.ok ? forms(...bracketed, ...whole.value) : whole
  }
  return forms(...bracketed, ...replaceValue(source, last.container, last.index, list, layout, models))
}

/** One value that stands for a list of one (`needs: build`), in brackets with another. */
function withOneMore(one: SourceScalar, index: number, value: Json, style: FlowStyle): readonly Form[] {
  if (isBlockScalar(one)) return []
  const more = style.print(value, '', [])
  const { start, end } = one.range
  const [open, close] = [`[${style.bracketPad}`, `${style.bracketPad}]`]
  return [index === 0
    ? [replace(start, start, `${open}${more},${style.space}`), replace(end, end, close)]
    : [replace(start, start, open), replace(end, end, `,${style.space}${more}${close}`)]]
}

function insertItem(source: Source, list: Container & { kind: 'list' }, steps: readonly Step[], index: number, value: Json): Forms {
  const near = [list.items[index], list.items[index - 1], ...list.items.slice(Math.max(0, index - 4), index + 4)]
  const models = index === list.items.length ? [list.items[index - 1], ...near] : near
  const nodes = models.flatMap((item) => item?.value ?? [])
  const layout = layoutAt(source, list.range.start, [list, ...nodes])
  if (list.style === 'flow') {
    return insertFlow(source, list, index, null, value, flowStyle(source, [...steps, { container: list, index }], layout), list.items.length > 0 ? nodes : modelsAt(source, steps))
  }
  const { column } = extentOf(source, list, 0)
  return forms(...[layout, { ...layout, literals: false }].flatMap((way) =>
    insertPart(source, list, index, `-${afterDash(value, column, way, nodes)}`)))
}

function writeDelete(source: Source, path: Path, { container, index }: Step, steps: readonly Step[], node: SourceNode | null, uses: Uses): Forms {
  const part = partsOf(container)[index]
  if (!part) return nowhere(path)
  const torn = obstacleToRemoval(node, part.range, path, uses)
  if (torn) return { ok: false, diagnostics: [torn] }
  const name = 'key' in part ? part.name : null
  const hidden = container.kind === 'map' && name !== null ? obstacleToKey(container, name, path) : null
  if (hidden) return { ok: false, diagnostics: [hidden] }
  if (container.style === 'flow') return deleteFlow(source, container, index)
  if (partsOf(container).length > 1) return forms(...deletePart(source, container, index))
  return emptyBlock(source, container, steps.slice(0, -1))
}

/** Takes the last part out of a block collection: a list goes with its key, a map becomes `{}`. */
function emptyBlock(source: Source, container: Container, steps: readonly Step[]): Forms {
  const around = steps.at(-1)
  if (!around) {
    const extent = extentOf(source, container, 0)
    return forms(...deleteLines(source.text, startOfRoot(source, extent.lead, extent.blanks), extent.end))
  }
  const part = partsOf(around.container)[around.index]
  if (!part) return forms()
  if (container.kind === 'list' && around.container.kind === 'map' && 'key' in part) {
    const hidden = part.name === null ? null : obstacleToKey(around.container, part.name, [part.name])
    if (hidden) return { ok: false, diagnostics: [hidden] }
    if (around.container.entries.length > 1) return forms(...deleteWithKey(source, around.container, around.index, container))
    return emptyBlock(source, around.container, steps.slice(0, -1))
  }
  const introducer = 'key' in part ? (colonOf(source.text, part) ?? part.range.end) + 1 : part.range.start + 1
  return forms(replaceBlock(source, container, introducer, container.kind === 'map' ? '{}' : '[]'))
}

/** One blank line goes with the only key of a file that begins with comments: `writeRoot` puts it there. */
function startOfRoot(source: Source, lead: number, blanks: number): number {
  if (blanks === lead || !source.comments.some(({ start }) => start < blanks)) return lead
  return lineStart(source.text, lead - 1)
}

function writeRename(source: Source, { path, to }: Extract<PathOp, { op: 'rename' }>, { container, index }: Step, uses: Uses): Forms {
  const entry = container.kind === 'map' ? container.entries[index] : undefined
  if (container.kind !== 'map' || !entry) return nowhere(path)
  const { key } = entry
  if (key.kind !== 'scalar' || key.tag !== undefined || (uses.get(key)?.length ?? 0) > 0) {
    return refuse(key.kind === 'alias' ? 'refused/alias' : key.tag === undefined ? 'refused/anchor' : 'refused/tag', 'This key has an alias, an anchor or a tag. Rename it in the text.', key.outer)
  }
  if (container.entries.some(({ name }, other) => name === to && other !== index)) {
    return refuse('refused/duplicate-key', `There is a key \`${to}\` in this map already. Choose another name, or remove that one first.`, key.range)
  }
  const hidden = obstacleToKey(container, to, path) ?? obstacleToKey(container, entry.name ?? '', path)
  if (hidden) return { ok: false, diagnostics: [hidden] }
  if (source.format === 'json') return forms([replace(key.range.start, key.range.end, flowStyle(source, [], layoutAt(source, 0, [])).printKey(to))])
  const quoted = key.style === 'single' && canBeSingle(to) ? printQuoted(to, 'single') : printDouble(to)
  const texts = key.style === 'plain' ? [printKey(to, layoutAt(source, key.range.start, []).quote), quoted] : [quoted]
  return forms(...texts.map((text): Form => [replace(key.range.start, key.range.end, text)]))
}

function writeMove(source: Source, { path, from, to }: Extract<PathOp, { op: 'move' }>, { node }: Located, uses: Uses): Forms {
  if (node?.kind !== 'list') return nowhere(path)
  const isPlace = (index: number): boolean => Number.isInteger(index) && index >= 0 && index < node.items.length
  if (!isPlace(from) || !isPlace(to)) return nowhere([...path, isPlace(from) ? to : from])
  if (from === to) return forms([])
  const [item, place] = [node.items[from], node.items[to]]
  const over = { start: Math.min(item?.range.end ?? 0, place?.range.start ?? 0), end: Math.max(item?.range.start ?? 0, place?.range.end ?? 0) }
  const torn = obstacleToMove(item?.value ?? null, over, [...path, from], uses)
  if (torn) return { ok: false, diagnostics: [torn] }
  return node.style === 'flow' ? moveFlow(source, node, from, to) : forms(...movePart(source, node, from, to))
}
