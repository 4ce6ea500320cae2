import type { Touched } from './ask.ts'
import type { Page, PageLine, Part } from './page.ts'
import { holderOf, isUnder } from './tree.ts'

/**
 * Law 2, for one edit: the lines that the command does not touch are all there, in order and with
 * their line ends; every comment that nothing took along is there once, in order. Gives back what is
 * wrong in words, or null.
 */
export function compareLines(page: Page, after: string, comments: readonly string[], touch: Touched): string | null {
  const kept = keptLines(page, touch)
  const lines = linesOf(after)
  let at = 0
  for (const { text, end } of kept) {
    const from = at
    while (at < lines.length && !sameLine(lines[at]!, text, end, page)) at += 1
    if (at === lines.length) return `line ${JSON.stringify(text + end)} is gone or changed (looked for it from line ${from + 1})`
    at += 1
  }
  return compareComments(page, comments, touch)
}

function keptLines(page: Page, touch: Touched): { text: string; end: string }[] {
  const written = linesOf(page.text.replace(/^\uFEFF/, ''))
  // A blank last line without a line end is no line.
  return page.lines.slice(0, written.length).flatMap((line, i) => (mayChange(i, page, touch) ? [] : [{ text: line.text, end: written[i]?.end ?? '' }]))
}

function mayChange(at: number, page: Page, touch: Touched): boolean {
  const line = page.lines[at]!
  if (couldNotStay(at, page, touch)) return true
  if (line.gap !== undefined) {
    const isMoved = touch.moved !== undefined && ((page.items.has(line.gap) && holderOf(line.gap) === holderOf(touch.moved)) || isUnder(line.gap, [touch.moved]))
    return isUnder(line.gap, [...touch.gone, ...touch.loose]) || isMoved || isAfterFirst(line.gap, page, touch) || movesUp(line.gap, page, touch) || wouldBeKept(at, page, touch)
  }
  // With the last item goes the whole list, and blank lines around it.
  if (line.text.trim() === '' && line.parts.length === 0) return touch.loose.some((part) => holdsItems(part, page)) || (page.keeps.size > 0 && touch.gone.length > 0)
  if (line.note !== undefined) return line.note === touch.note || isUnder(line.note, [...touch.gone, ...touch.loose]) || (touch.moved !== undefined && isUnder(line.note, [touch.moved]))
  if (line.comment === true) return line.parts.some((part) => isUnder(part, [...touch.gone, ...touch.loose]) || (touch.moved !== undefined && isUnder(part, [touch.moved])))
  return line.parts.some((part) => isUnder(part, touch.under) || touch.just.includes(part) || movesUp(part, page, touch))
}

/** When the first fields of a block map go, the next one takes their place behind the dash. */
function movesUp(part: Part, page: Page, touch: Touched): boolean {
  const fields = page.fields.get(holderOf(part)) ?? []
  const before = fields.slice(0, Math.max(0, fields.indexOf(part)))
  return before.length > 0 && before.every((field) => touch.gone.includes(field))
}

/** Blank lines that a text above would take in, were they left behind, go with what stood between. */
function wouldBeKept(at: number, page: Page, touch: Touched): boolean {
  if (page.keeps.size === 0) return false
  let above = at - 1
  while (above >= 0 && page.lines[above]!.gap !== undefined) above -= 1
  return page.lines[above]?.parts.some((part) => isUnder(part, touch.gone)) === true
}

/** A line of tabs is no blank line below a text in block style: with what stood between go all blank lines down to it. */
function couldNotStay(at: number, page: Page, touch: Touched): boolean {
  const isBlank = (i: number): boolean => page.lines[i]?.text.trim() === '' && page.lines[i].parts.length === 0
  if (!isBlank(at)) return false
  let [first, last] = [at, at]
  while (isBlank(first - 1)) first -= 1
  while (isBlank(last + 1)) last += 1
  if (!page.lines.slice(first, last + 1).some(({ text }) => text.includes('\t'))) return false
  const goes = ({ parts, note }: PageLine): boolean => [...parts, ...(note === undefined ? [] : [note])].some((part) => isUnder(part, touch.gone))
  let above = first - 1
  while (above >= 0 && (isBlank(above) || goes(page.lines[above]!))) above -= 1
  return page.lines.slice(above + 1, first).some(goes) && page.lines[above]?.inBlock === true
}

/** When the first entries are deleted, the blank lines below them go instead of those above. */
function isAfterFirst(gap: Part, page: Page, touch: Touched): boolean {
  const holder = holderOf(gap)
  if (!page.items.has(gap)) return !page.items.has(holder) && [...touch.gone, ...touch.loose.filter((part) => holdsItems(part, page))].some((part) => holderOf(part) === holder)
  const before = itemsBefore(gap)
  return before.length > 0 && before.every((part) => touch.gone.includes(part))
}

function holdsItems(list: Part, page: Page): boolean {
  return [...page.items].some((item) => holderOf(item) === list)
}

function itemsBefore(item: Part): Part[] {
  return Array.from({ length: Number(item.slice(item.lastIndexOf('/') + 1)) }, (_, i) => `${holderOf(item)}/${i}`)
}

function compareComments(page: Page, comments: readonly string[], touch: Touched): string | null {
  const fates = page.comments.map(({ text, owner }) => {
    if (owner === null) return { text, fate: 'stays' }
    if (isUnder(owner, touch.loose)) return { text, fate: 'either' }
    if (isUnder(owner, touch.gone)) return { text, fate: 'goes' }
    if (touch.note !== undefined && owner === touch.note) return { text, fate: 'either' }
    if (touch.moved !== undefined && isUnder(owner, [touch.moved])) return { text, fate: 'moves' }
    return { text, fate: 'stays' }
  })
  const known = new Map(fates.map(({ text, fate }) => [text, fate]))
  const found = comments.filter((text) => known.has(text))
  if (new Set(found).size !== found.length) return `a comment is there twice: ${found.join(' | ')}`
  if (touch.note === undefined && found.length !== comments.length) return `a comment that was not there: ${comments.filter((text) => !known.has(text)).join(' | ')}`
  const stayed = found.filter((text) => known.get(text) === 'stays')
  const wanted = fates.filter(({ fate }) => fate === 'stays').map(({ text }) => text)
  if (stayed.join('\n') !== wanted.join('\n')) return `comments are lost or out of order: wanted ${wanted.join(' | ')}; found ${stayed.join(' | ')}`
  const moved = fates.filter(({ fate }) => fate === 'moves').find(({ text }) => !found.includes(text))
  if (moved !== undefined) return `the comment ${moved.text} did not move along`
  const left = fates.filter(({ fate }) => fate === 'goes').find(({ text }) => found.includes(text))
  return left === undefined ? null : `the comment ${left.text} outlived what owned it`
}

function linesOf(text: string): { text: string; end: string }[] {
  return [...text.replace(/^\uFEFF/, '').matchAll(/([^\r\n]*)(\r\n|\n|\r|$)/g)].map((match) => ({ text: match[1]!, end: match[2]! })).filter((line, i, all) => i < all.length - 1 || line.text !== '')
}

/** A line keeps its end, but where the last line had none or becomes the last. In flow a comma may come or go with the neighbour. */
function sameLine(line: { text: string; end: string }, text: string, end: string, page: Page): boolean {
  // Where items of a flow list come, go or change places, the line ends between them may stay where they were.
  const isMixed = page.flow.size > 0 && page.text.includes('\r\n') && /[^\r]\n/.test(page.text)
  if (line.text === text) return line.end === end || line.end === '' || end === '' || isMixed
  return page.flow.size > 0 && withoutComma(line.text) === withoutComma(text)
}

function withoutComma(line: string): string {
  return line.replace(/,(?=\s*(?:# c\d+[^,]*)?$)/, '').trimEnd()
}
