import type { Diagnostic } from '../../diagnostic.ts'
import type { Range } from '../../text/edit.ts'
import { ODD_SPACES, codePoint, findLoneSurrogate, loneSurrogate } from '../characters.ts'
import { MAX_DEPTH } from '../limits.ts'
import { shown } from '../shown.ts'
import { TextLines } from '../text-lines.ts'
import type { SourceEntry, SourceItem, SourceList, SourceMap, SourceNode, SourceScalar } from '../tree.ts'
import { JsonReports, insertion, replacement } from './report.ts'
import { commentEnd, skipSpace, wordEnd } from './scan.ts'
import { readJsonString } from './string.ts'
import { readTemplate, readWord } from './word.ts'

export type JsonReading = {
  readonly root: SourceNode | null
  readonly comments: readonly Range[]
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Reads a text as JSON (RFC 8259), strictly: what is not JSON is reported with its reason, and
 * reading goes on, so that one run shows every problem. One byte order mark before it is fine, and
 * so is a text with nothing in it.
 */
export function readJson(text: string): JsonReading {
  return new JsonReader(text).read()
}

class JsonReader {
  readonly #text: string
  readonly #lines: TextLines
  readonly #comments: Range[] = []
  readonly #reports = new JsonReports()
  /** The brackets that close what is open, innermost last. */
  readonly #open: string[] = []
  #at: number
  /** Set when nothing more can be told: too deep, or the end came too early. */
  #isOver = false
  #isTooDeep = false

  constructor(text: string) {
    this.#text = text
    this.#lines = new TextLines(text)
    this.#at = text.startsWith('\uFEFF') ? 1 : 0
  }

  read(): JsonReading {
    this.#skip()
    const start = this.#at
    const root = start < this.#text.length ? this.#root() : null
    this.#skip()
    if (!this.#isOver && this.#at > start && this.#at < this.#text.length) {
      this.#reports.error('json/syntax', { start: this.#at, end: this.#text.length }, 'There is more text after the end of the JSON value. Remove it, or put it inside.')
    }
    return { root: this.#isTooDeep ? null : root, comments: this.#comments, diagnostics: this.#reports.diagnostics }
  }

  #root(): SourceNode | null {
    const line = this.#lines.rangeOf(this.#lines.lineOf(this.#at))
    if (!/^[^\s"'[\]{},]+:(?:\s|$)|^-(?:\s|$)/.test(this.#text.slice(this.#at, line.end))) return this.#value()
    this.#isOver = true
    this.#reports.error('json/syntax', { start: this.#at, end: line.end }, 'This is not JSON, which starts with `{`. If it is YAML, the file\'s name should end in `.yaml`.')
    return null
  }

  #value(): SourceNode | null {
    const start = this.#at
    const char = this.#text[start]
    switch (char) {
      case '{': return this.#text.startsWith('{{', start) ? this.#past(readTemplate(this.#text, start, this.#reports)) : this.#enter('}', () => this.#map())
      case '[': return this.#enter(']', () => this.#list())
      case '"': case "'": return this.#afterText(this.#string(char))
      case ',': case ':': case ']': case '}': case undefined:
        this.#reports.error('json/syntax', { start, end: Math.min(start + 1, this.#text.length) },
          char === undefined ? 'A value is missing at the end of the text.' : `A value is missing before \`${char}\`.`)
        return null
      default: return this.#past(readWord(this.#text, start, this.#reports))
    }
  }

  #past(scalar: SourceScalar): SourceScalar {
    this.#at = scalar.range.end
    return scalar
  }

  #enter<T extends SourceNode>(close: string, read: () => T): T | null {
    if (this.#open.length >= MAX_DEPTH) {
      this.#isOver = true
      this.#isTooDeep = true
      this.#reports.error('json/too-deep', { start: this.#at, end: this.#at + 1 },
        `This is nested more than ${MAX_DEPTH} levels deep. Flatten it: nothing that a workflow holds needs so many.`)
      return null
    }
    this.#open.push(close)
    const node = read()
    this.#open.pop()
    return node
  }

  #map(): SourceMap {
    const entries: SourceEntry[] = []
    const names = new Map<string, Range>()
    const range = this.#members('}', () => {
      const key = this.#key()
      if (!key) return
      const first = names.get(key.text)
      if (first) this.#duplicate(key, first)
      else names.set(key.text, key.range)
      this.#skip()
      const colon = this.#colon(key)
      const value = colon === null ? null : this.#value()
      entries.push({ range: { start: key.range.start, end: value?.range.end ?? colon ?? key.range.end }, key, name: key.text, value })
    })
    return { kind: 'map', style: 'flow', entries, range, outer: range }
  }

  #list(): SourceList {
    const items: SourceItem[] = []
    const range = this.#members(']', () => {
      const value = this.#value()
      if (value) items.push({ range: value.range, value })
      const next = skipSpace(this.#text, this.#at)
      if (this.#text[next] !== ':') return
      this.#at = next
      this.#reports.error('json/syntax', { start: this.#at, end: this.#at + 1 }, 'A colon cannot stand in a list. Close the list before this, or use a map in `{}`.')
      this.#at += 1
      this.#skip()
      if (!',]}'.includes(this.#text[this.#at] ?? ',')) this.#value()
    })
    return { kind: 'list', style: 'flow', items, range, outer: range }
  }

  /** What stands between brackets, with commas between. `member` reads one; the range is that of all, brackets included. */
  #members(close: ']' | '}', member: () => void): Range {
    const start = this.#at
    this.#at += 1
    let comma: Range | null = null
    let last = this.#at
    for (;;) {
      this.#skip()
      const char = this.#text[this.#at]
      if (this.#isOver) return { start, end: last }
      if (char === undefined) {
        this.#isOver = true
        this.#unclosed(start, last, this.#open.toReversed().join(''))
        return { start, end: last }
      }
      if (char === close) {
        if (comma) this.#reports.error('json/trailing-comma', comma, `JSON allows no comma before \`${close}\`. Remove it.`, [replacement('Remove the comma', comma, '')])
        this.#at += 1
        return { start, end: this.#at }
      }
      if (char === ']' || char === '}') {
        if (this.#open.slice(0, -1).includes(char)) {
          this.#unclosed(start, last, close)
          return { start, end: last }
        }
        const wrong = { start: this.#at, end: this.#at + 1 }
        this.#reports.error('json/syntax', wrong, `The ${nameOf(close)} that starts on line ${this.#lines.lineOf(start)} is closed by \`${char}\`. Write \`${close}\`.`,
          [replacement(`Write ${close}`, wrong, close)], [{ range: { start, end: start + 1 }, message: 'It starts here.' }])
        this.#at += 1
        return { start, end: this.#at }
      }
      if (char === ',') {
        const extra = { start: this.#at, end: this.#at + 1 }
        this.#reports.error('json/syntax', extra, 'There is a comma too many here. Remove it.', [replacement('Remove the comma', extra, '')])
        this.#at += 1
        continue
      }
      if (!comma && last > start + 1 && this.#reports.lastEnd < last) {
        this.#reports.error('json/syntax', { start: last - 1, end: last }, 'A comma is missing after this.', [insertion('Add a comma', last, ',')])
      }
      const before = this.#at
      member()
      if (this.#at === before) this.#resume()
      last = this.#at
      comma = null
      this.#skip()
      if (this.#text[this.#at] === ',') {
        comma = { start: this.#at, end: this.#at + 1 }
        this.#at += 1
        last = this.#at
      }
    }
  }

  #key(): SourceScalar | null {
    const start = this.#at
    const char = this.#text[start]
    if (char === '"' || char === "'") return this.#string(char)
    const end = wordEnd(this.#text, start)
    const range = { start, end: Math.max(end, start + 1) }
    if (end === start) {
      this.#reports.error('json/syntax', range, 'A key in double quotes is expected here.')
      return null
    }
    const text = this.#text.slice(start, end)
    this.#at = end
    this.#reports.error('json/syntax', range, `The key \`${shown(text)}\` needs double quotes.`, [replacement('Put double quotes around it', range, JSON.stringify(text))])
    return { kind: 'scalar', style: 'double', text, value: text, range, outer: range }
  }

  /** Goes past the colon after a key and gives the offset after it; null when neither it nor a value is there. */
  #colon(key: SourceScalar): number | null {
    const char = this.#text[this.#at]
    if (char === ':') {
      const after = this.#at + 1
      this.#at = after
      this.#skip()
      return after
    }
    const hasValue = char !== undefined && !',]}'.includes(char)
    this.#reports.error('json/syntax', key.range, `After the key \`${shown(key.text)}\` a colon ${hasValue ? 'is' : 'and a value are'} missing.`,
      hasValue ? [insertion('Add a colon', key.range.end, ':')] : [])
    return hasValue ? key.range.end : null
  }

  #string(quote: '"' | "'"): SourceScalar {
    const start = this.#at
    const { text, end, isClosed, faults } = readJsonString(this.#text, start, quote)
    this.#at = end
    const range = { start, end }
    if (!isClosed) {
      this.#reports.error('json/syntax', range, `The text that starts on line ${this.#lines.lineOf(start)} is not closed. Add \`${quote}\` where it ends.`)
      if (end >= this.#text.length) this.#isOver = true
    } else if (quote === "'") {
      this.#reports.error('json/syntax', range, 'JSON knows double quotes only.', faults.length === 0 ? [replacement('Use double quotes', range, JSON.stringify(text))] : [])
    }
    for (const fault of faults) this.#reports.error(fault.code, fault.range ?? range, fault.message)
    // A half that only an escape makes: those in the text itself are found there.
    const lone = text.length < end - start - 2 ? findLoneSurrogate(text) : null
    if (lone !== null) this.#reports.warning('text/lone-surrogate', range, loneSurrogate(lone))
    return { kind: 'scalar', style: 'double', text, value: text, range, outer: range }
  }

  /** Tells of text that stands directly after a closing quote: most often the quote was meant as part of the text. */
  #afterText(scalar: SourceScalar): SourceScalar {
    const start = this.#at
    if (this.#isOver || start >= this.#text.length || /[\s,:\]}/#]/.test(this.#text[start] ?? '') || this.#reports.lastEnd >= start) return scalar
    this.#resume()
    this.#reports.error('json/syntax', { start, end: this.#at }, `The text ends before \`${shown(this.#text.slice(start, this.#at))}\`. Write \`\\"\` for a quote within it.`)
    return scalar
  }

  /** Goes on to where a member may end, at least one character further. */
  #resume(): void {
    this.#at += 1
    while (this.#at < this.#text.length && !/[,\]}\r\n]/.test(this.#text[this.#at] ?? '')) this.#at += 1
  }

  /** Skips white space, and what JSON does not have: comments and characters that only look like a space. */
  #skip(): void {
    for (;;) {
      this.#at = skipSpace(this.#text, this.#at)
      const start = this.#at
      const end = commentEnd(this.#text, start)
      if (end > start) {
        this.#comments.push({ start, end })
        this.#reports.error('json/comment', { start, end }, 'JSON has no comments. Remove it, or keep the workflow as YAML.')
      } else if (!this.#skipOddSpace()) return
      if (end > start) this.#at = end
    }
  }

  #skipOddSpace(): boolean {
    const start = this.#at
    if (!(this.#text.charCodeAt(start) > 0x7f)) return false
    const odd = ODD_SPACES.exec(this.#text.slice(start, start + 100))?.[0]
    if (odd === undefined) return false
    this.#at += odd.length
    const range = { start, end: this.#at }
    const name = codePoint(odd.charCodeAt(0))
    if (odd.startsWith('\uFEFF')) {
      this.#reports.error('text/byte-order-mark', range, `A stray byte order mark ${name} stands on line ${this.#lines.lineOf(start)}, unseen. Remove it: only the very start of a file can have one.`,
        [replacement(`Remove ${name}`, range, '')])
    } else {
      this.#reports.error('json/syntax', range, `${name} looks like a space and is none for JSON. Use a space.`, [replacement('Use spaces', range, ' '.repeat(odd.length))])
    }
    return true
  }

  #unclosed(start: number, last: number, close: string): void {
    const found = this.#text[this.#at]
    const before = found === undefined ? '' : ` before \`${found}\` on line ${this.#lines.lineOf(this.#at)}`
    this.#reports.error('json/syntax', { start, end: start + 1 },
      `The ${nameOf(close)} that starts on line ${this.#lines.lineOf(start)} is not closed${before}. Add \`${close}\`.`, [insertion(`Add ${close}`, last, close)])
  }

  #duplicate(key: SourceScalar, first: Range): void {
    this.#reports.error('json/duplicate-key', key.range,
      `Duplicate key \`${shown(key.text)}\`, first on line ${this.#lines.lineOf(first.start)}. Keep one of the two.`,
      [], [{ range: first, message: `\`${shown(key.text)}\` is first written here.` }])
  }
}

function nameOf(close: string): string {
  return close.startsWith(']') ? 'list' : 'map'
}
