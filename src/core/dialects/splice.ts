import type { Source, SourceEntry, SourceList, SourceMap } from '../source/tree.ts'
import type { Range, TextEdit } from '../text/edit.ts'

/**
 * Small edits for quick fixes, made without reading the text again, since they are offered at every
 * keystroke. Each is null where the place is not as simple as it takes it to be: fixes are offers.
 */

/** Removes items from a list, `field` with it when none is left of a block list. */
export function removeItems(source: Source, map: SourceMap, field: SourceEntry, list: SourceList, gone: ReadonlySet<number>): TextEdit[] | null {
  const kept = list.items.flatMap((_, index) => (gone.has(index) ? [] : [index]))
  if (list.style === 'flow') {
    return kept.length === 0
      ? [{ range: { start: list.range.start + 1, end: list.range.end - 1 }, text: '' }].filter(({ range }) => isFree(source, range))
      : removeFlow(source, list.items.map((item) => item.range), gone)
  }
  if (kept.length === 0) return removeEntry(source, map, field)
  const edits: TextEdit[] = []
  for (const index of gone) {
    const line = wholeLines(source, list.items[index]!.range)
    if (!line) return null
    edits.push({ range: line, text: '' })
  }
  return edits.toSorted((left, right) => left.range.start - right.range.start)
}

/** Removes a key and its value. */
export function removeEntry(source: Source, map: SourceMap, entry: SourceEntry): TextEdit[] | null {
  const index = map.entries.indexOf(entry)
  if (index < 0 || map.entries.length < 2) return null
  if (map.style === 'flow') return removeFlow(source, map.entries.map(({ range }) => range), new Set([index]))
  const lines = wholeLines(source, entry.range)
  return lines && [{ range: lines, text: '' }]
}

/** Adds a key and a value, printed for its place, after an entry. */
export function addAfter(source: Source, map: SourceMap, entry: SourceEntry, key: string, value: string): TextEdit[] | null {
  const { text, format } = source
  const name = format === 'json' ? JSON.stringify(key) : key
  if (map.style === 'flow') return [{ range: at(entry.range.end), text: `, ${name}: ${value}` }]
  const margin = marginOf(text, map.entries[1]?.range.start ?? entry.range.start)
  const end = lineEnd(text, entry.range.end)
  if (margin === null || /[^\s]/.test(stripComment(text.slice(entry.range.end, end)))) return null
  return [{ range: at(end), text: `${eolOf(text)}${margin}${name}: ${value}` }]
}

/** Adds an item, given as entries printed for their places, at the end of a list of maps. */
export function appendMap(source: Source, list: SourceList, entries: readonly (readonly [string, string])[]): TextEdit[] | null {
  const last = list.items.at(-1)
  if (!last || (last.value?.kind !== 'map' && last.value !== null)) return null
  const { text, format } = source
  if (list.style === 'flow') {
    const quote = (key: string): string => (format === 'json' ? JSON.stringify(key) : key)
    const isBroken = /[\r\n]/.test(text.slice(list.range.start, last.range.start))
    const margin = isBroken ? eolOf(text) + (marginOf(text, last.range.start) ?? '') : ' '
    return [{ range: at(last.range.end), text: `,${margin}{${entries.map(([key, value]) => `${quote(key)}: ${value}`).join(', ')}}` }]
  }
  const margin = marginOf(text, last.range.start)
  if (margin === null) return null
  const end = lineEnd(text, trimmedEnd(text, last.range))
  const gap = last.value?.kind === 'map' && last.value.style === 'block' ? text.slice(last.range.start + 1, last.value.outer.start) : ' '
  if (!/^ +$/.test(gap)) return null
  const inner = `${margin} ${gap}`
  const lines = entries.map(([key, value], index) => `${index === 0 ? `${margin}-${gap}` : inner}${key}: ${value}`)
  return [{ range: at(end), text: eolOf(text) + lines.join(eolOf(text)) }]
}

/** Removes parts between commas, each with the comma that it no longer needs. */
function removeFlow(source: Source, parts: readonly Range[], gone: ReadonlySet<number>): TextEdit[] | null {
  const edits: TextEdit[] = []
  for (let index = 0; index < parts.length; index += 1) {
    if (!gone.has(index)) continue
    const first = index
    while (gone.has(index + 1)) index += 1
    const next = parts[index + 1]
    const range = first === 0 && next
      ? { start: parts[0]!.start, end: next.start }
      : { start: parts[first - 1]?.end ?? parts[first]!.start, end: parts[index]!.end }
    if (!isFree(source, range)) return null
    edits.push({ range, text: '' })
  }
  return edits
}

/** The lines that a range fills alone, line end included; null when it shares its first line. */
function wholeLines(source: Source, range: Range): Range | null {
  const { text } = source
  const start = lineStart(text, range.start)
  if (/\S/.test(text.slice(start, range.start).replace('\uFEFF', ''))) return null
  const end = lineEnd(text, trimmedEnd(text, range))
  if (/\S/.test(stripComment(text.slice(trimmedEnd(text, range), end)))) return null
  const next = text.startsWith('\r\n', end) ? end + 2 : Math.min(end + 1, text.length)
  // The last line has no end of its own; it takes that of the line before.
  return end === text.length && start > 0 ? { start: start - (text.startsWith('\r\n', start - 2) ? 2 : 1), end } : { start, end: next }
}

function trimmedEnd(text: string, range: Range): number {
  let end = range.end
  while (end > range.start && /\s/.test(text[end - 1]!)) end -= 1
  return end
}

function isFree(source: Source, range: Range): boolean {
  return !source.comments.some((comment) => comment.start >= range.start && comment.start < range.end)
}

function stripComment(line: string): string {
  return line.replace(/^\s+#.*$/, '')
}

/** What stands before an offset on its line, when it is white space only or a dash with it. */
function marginOf(text: string, offset: number): string | null {
  const before = text.slice(lineStart(text, offset), offset)
  return /^\s*$/.test(before) ? before.replace('\uFEFF', '') : /^\s*(?:-\s+)+$/.test(before) ? before.replaceAll('-', ' ') : null
}

function lineStart(text: string, offset: number): number {
  let start = offset
  while (start > 0 && !isBreak(text[start - 1])) start -= 1
  return start
}

function lineEnd(text: string, offset: number): number {
  let end = offset
  while (end < text.length && !isBreak(text[end])) end += 1
  return end
}

function isBreak(character: string | undefined): boolean {
  return character === '\n' || character === '\r'
}

function eolOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n'
}

function at(offset: number): Range {
  return { start: offset, end: offset }
}

