import type { Path } from '../diagnostic.ts'
import { blockLine, isNothing, isTextBelow, lineAfter, lineBefore, parseLine, withoutComment, type BlockLine } from './block-lines.ts'
import { lineStart } from '../source/patch/lines.ts'
import { placeInFlow } from './place-flow.ts'
import type { Place } from './place.ts'

/** Lines looked at for a bracket that opens above the caret. */
const LOOK_BACK = 200

/** The place of an offset in block style; null in comments and in texts. */
export function placeInBlock(text: string, offset: number): Place | null {
  const start = lineStart(text, offset)
  // Before a byte order mark nothing is written.
  if (offset === 0 && text.startsWith('\uFEFF')) return null
  const inBrackets = bracketAbove(text, start, offset)
  if (inBrackets !== undefined) return inBrackets
  const before = parseLine(text.slice(start, offset), start)
  const whole = blockLine(text, start)
  const rest = before.text.slice(before.column)
  // Neither a comment nor behind one; nor in a dash that has no space behind it yet.
  if (rest.startsWith('#') || /^\s*-$/.test(before.text) || /^(?:---|\.\.\.|%)/.test(before.text)) return null
  const way = wayTo(text, before)
  if (way === null) return null
  if (before.key) return valueBehindKey(text, offset, before, whole, way)
  if (/^[[{]/.test(rest)) return placeInFlow(text, start + before.column, offset, way.path, 'flow', { limit: endOfBlock(text, whole), holder: keysAround(text, whole, way) })
  if (/^[&*!|>%@`]/.test(rest) || rest.endsWith(':') || /\s#/.test(rest)) return null
  const word = wordAt(text, start + before.column, offset)
  if (word === null) return null
  return {
    path: way.path,
    role: 'open',
    style: 'block',
    ...word,
    siblings: new Map([...way.keys, ...keysBelow(text, whole, way.column)]),
    around: keysAround(text, whole, way),
    listed: way.listAt === null ? [] : [...way.items, ...itemsBelow(text, whole, way.listAt)],
    column: way.column,
    dashed: before.dashes.length > 0,
    hasColon: /^\s*:(?:\s|$)/.test(text.slice(word.range.end, word.range.end + 20)),
    needsComma: false,
  }
}

function valueBehindKey(text: string, offset: number, before: BlockLine, whole: BlockLine, way: Way): Place | null {
  const { name, value, valueStart } = before.key!
  const path = [...way.path, name]
  if (offset < valueStart || (valueStart === offset && !/\s/.test(text[offset - 1] ?? ''))) return null
  if (/^[[{]/.test(value)) return placeInFlow(text, valueStart, offset, path, 'flow', { limit: endOfBlock(text, whole), holder: keysBeside(text, whole, way, name) })
  if (/^[|>&*!#]/.test(text.slice(valueStart, offset)) || /\s#/.test(text.slice(valueStart, offset))) return null
  const word = wordAt(text, valueStart, offset)
  if (word === null) return null
  return { path, role: 'value', style: 'block', ...word, siblings: keysBeside(text, whole, way, name), around: keysAround(text, whole, way), listed: [], column: way.column, dashed: before.dashes.length > 0, hasColon: false, needsComma: false }
}

/** The keys of the map that a line is written in, with those below it; without the one being written. */
function keysBeside(text: string, line: BlockLine, way: Way, written: string): ReadonlyMap<string, string> {
  const keys = new Map([...way.keys, ...keysBelow(text, line, way.column)])
  keys.delete(written)
  return keys
}

function keysAround(text: string, line: BlockLine, { holder }: Way): ReadonlyMap<string, string> {
  return holder === null ? new Map() : new Map([...holder.keys, ...keysBelow(text, line, holder.column)])
}

/** The word that the caret stands in or behind. */
function wordAt(text: string, start: number, offset: number): Pick<Place, 'range' | 'typed' | 'quote'> | null {
  const first = text[start]
  const quote = offset > start && (first === '"' || first === "'") ? first : null
  if (quote) {
    const inner = text.slice(start + 1, offset)
    // Behind the closing quote there is nothing to add.
    if (quote === '"' ? /(?:^|[^\\])(?:\\\\)*"/.test(inner) : inner.replaceAll("''", '').includes("'")) return null
    const rest = /^[^\r\n]*?(?=["'\r\n]|$)/.exec(text.slice(offset))?.[0] ?? ''
    const end = offset + rest.length
    return { range: { start, end: text[end] === quote ? end + 1 : end }, typed: inner, quote }
  }
  const rest = /^[^\s:,#[\]{}]*/.exec(text.slice(offset, offset + 200))?.[0] ?? ''
  return { range: { start, end: offset + rest.length }, typed: text.slice(start, offset), quote }
}

/** The way to what is written on a line, and what else stands in the same map or list above. */
type Way = {
  readonly path: Path
  /** Where the content of the line stands. */
  readonly column: number
  /** Where the dashes of the list stand, when it is an entry that is being written or that may begin here. */
  readonly listAt: number | null
  readonly keys: ReadonlyMap<string, string>
  /** The map that holds what is written in, with its keys above. */
  readonly holder: { readonly column: number; readonly keys: ReadonlyMap<string, string> } | null
  readonly items: readonly string[]
}

/**
 * Walks up from the caret's line: what stands less deep holds what stands deeper. Null when one of
 * those is a text, whose lines mean nothing.
 */
function wayTo(text: string, from: BlockLine): Way | null {
  const path: (string | number)[] = []
  const keys = new Map<string, string>()
  const items: string[] = []
  let want: { type: 'map' | 'list'; column: number } = { type: 'map', column: from.column }
  let hasKeys = from.key !== null
  let hasDashes = false
  /** The map that is written in: only its keys are siblings. */
  let isInnermost = true
  let list: { column: number; count: number } | null = null
  let listColumn: number | null = null
  let holder: { readonly column: number; readonly keys: Map<string, string> } | null = null
  /** Is it the map of the holder that is read upwards now? */
  let isInHolder = false

  const enterItem = (dash: number): void => {
    path.push(0)
    want = { type: 'list', column: dash }
    listColumn ??= isInnermost && !hasKeys ? dash : null
    list = { column: dash, count: 0 }
    isInnermost = false
    isInHolder = false
  }
  const enterKey = (column: number, name: string): void => {
    path.push(name)
    want = { type: 'map', column }
    isInnermost = false
    list = null
    isInHolder = holder === null
    holder ??= { column, keys: new Map() }
  }

  const read = (line: BlockLine, own: boolean): boolean => {
    const { key, column, dashes } = line
    if (!own && key) {
      if (want.type === 'map' && column === want.column) {
        if (isInnermost) {
          hasKeys = true
          if (!keys.has(key.name)) keys.set(key.name, key.value)
        } else if (isInHolder && holder?.keys.has(key.name) === false) holder.keys.set(key.name, key.value)
      } else if (column < want.column || (want.type === 'list' && column === want.column)) {
        if (isTextBelow(key.value) || !(isNothing(key.value) || /^[[{]/.test(key.value))) return false
        enterKey(column, key.name)
      }
    } else if (!own && dashes.length > 0 && want.type === 'map' && column < want.column && !line.isEmpty) {
      const content = line.text.slice(column).trim()
      // A text in a list that goes on below.
      if (content !== '' && !content.startsWith('#') && !isNothing(content)) return false
    } else if (!own && dashes.length === 0 && column < want.column) return false
    for (const dash of [...dashes].reverse()) {
      if (want.type === 'map') {
        if (dash < want.column) {
          if (own || isBelow(line, want.column)) enterItem(dash)
        } else if (dash === want.column && isInnermost && !hasKeys) {
          hasDashes = true
          items.push(scalarOf(line))
        }
      } else if (dash === want.column) {
        if (!own && list?.column === dash) {
          list.count += 1
          path[path.length - 1] = list.count
          if (!hasKeys && listColumn === dash) items.push(scalarOf(line))
        }
      } else if (dash < want.column) enterItem(dash)
    }
    return true
  }

  if (!read(from, true)) return null
  // What stands deeper than what is looked for tells nothing: in a long file that is nearly all.
  for (let line = lineBefore(text, from.start, want.column); line !== null; line = lineBefore(text, line.start, want.column)) {
    if (/^(?:---|\.\.\.)(?:\s|$)/.test(line.text)) break
    if (line.isEmpty) continue
    if (!read(line, false)) return null
    if (want.type === 'map' && want.column === 0 && !isInnermost) break
  }
  return { path: path.toReversed(), column: from.column, listAt: hasDashes && !hasKeys ? from.column : listColumn, keys, holder, items }
}

/** Is the content behind the dash of a line, or what follows in deeper lines, at this column? */
function isBelow(line: BlockLine, column: number): boolean {
  return line.column >= column || line.key !== null || line.text.slice(line.column).trim() === '' || line.text.slice(line.column).startsWith('#')
}

/** The keys below the line that stand in the same map. */
function keysBelow(text: string, from: BlockLine, column: number): ReadonlyMap<string, string> {
  const keys = new Map<string, string>()
  for (let line = lineAfter(text, from); line !== null; line = lineAfter(text, line)) {
    if (line.isEmpty) continue
    if ((line.dashes[0] ?? line.column) < column) break
    if (line.column === column && line.dashes.length === 0 && line.key) keys.set(line.key.name, line.key.value)
  }
  return keys
}

/** The entries below the line that stand in the same list. */
function itemsBelow(text: string, from: BlockLine, column: number): readonly string[] {
  const items: string[] = []
  for (let line = lineAfter(text, from); line !== null; line = lineAfter(text, line)) {
    if (line.isEmpty) continue
    const first = line.dashes[0] ?? line.column
    if (first < column || (first === column && line.dashes.length === 0)) break
    if (line.dashes[0] === column) items.push(scalarOf(line))
  }
  return items
}

function scalarOf(line: BlockLine): string {
  return withoutComment(line.text.slice(line.column)).trim().replace(/^(["'])(.*)\1$/, '$2')
}

/**
 * When the caret stands in brackets that were opened in a line above: its place, or null where there is
 * none in them. Undefined when it does not.
 */
function bracketAbove(text: string, start: number, offset: number): Place | null | undefined {
  const here = parseLine(text.slice(start, offset), start)
  const column = here.dashes[0] ?? here.column
  let opening: BlockLine | null = null
  let line = lineBefore(text, start)
  for (let count = 0; line !== null && count < LOOK_BACK; count += 1) {
    const indent = line.dashes[0] ?? line.column
    if (!line.isEmpty && indent < column) {
      const value = line.key ? line.key.value : line.text.slice(line.column)
      if (/^(?:[&!]\S*\s+)*[[{]/.test(value)) opening = line
      else if (line.key || line.dashes.length > 0) break
    }
    line = lineBefore(text, line.start)
  }
  if (!opening) return undefined
  const from = (opening.key ? opening.key.valueStart : opening.start + opening.column) + (/[[{]/.exec(opening.key ? opening.key.value : opening.text.slice(opening.column))?.index ?? 0)
  const way = wayTo(text, opening)
  const probe = placeInFlow(text, from, start, [], 'flow', { limit: start })
  if (probe === null && !isWithin(text, from, start)) return undefined
  if (way === null) return null
  const holder = opening.key ? keysBeside(text, opening, way, opening.key.name) : keysAround(text, opening, way)
  return placeInFlow(text, from, offset, opening.key ? [...way.path, opening.key.name] : way.path, 'flow', { holder })
}

/** Are the brackets that open at `from` open at `offset` still? */
function isWithin(text: string, from: number, offset: number): boolean {
  let depth = 0
  let quote: string | null = null
  for (let at = from; at < offset; at += 1) {
    const unit = text[at]!
    if (quote) {
      if (unit === '\\' && quote === '"') at += 1
      else if (unit === quote) quote = null
    } else if (unit === '"' || unit === "'") quote = unit
    else if (unit === '[' || unit === '{') depth += 1
    else if (unit === ']' || unit === '}') depth -= 1
    if (depth === 0) return false
  }
  return depth > 0
}

/** Brackets that are not closed yet must not swallow the lines below: they end with the lines that stand deeper. */
function endOfBlock(text: string, from: BlockLine): number {
  const column = from.dashes[0] ?? from.column
  let end = from.start + from.text.length
  for (let line = lineAfter(text, from); line !== null; line = lineAfter(text, line)) {
    if (!line.isEmpty && (line.dashes[0] ?? line.column) <= column && !/^\s*[\]},]/.test(line.text)) break
    end = line.start + line.text.length
  }
  return end
}
