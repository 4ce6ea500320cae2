import type { Diagnostic, DiagnosticCode } from '../../diagnostic.ts'
import type { Range, TextEdit } from '../../text/edit.ts'
import { TextLines } from '../text-lines.ts'
import { shown } from '../shown.ts'
import { commentEnd, numberFault, skipSpace, wordEnd } from './scan.ts'
import { readJsonString } from './string.ts'
import { MAX_DEPTH, MAX_PROBLEMS } from '../limits.ts'
import { isExact } from '../scalar.ts'
import type { SourceEntry, SourceItem, SourceList, SourceMap, SourceNode, SourceScalar } from '../tree.ts'

export type JsonReading = {
  readonly root: SourceNode | null
  readonly comments: readonly Range[]
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Reads a text as JSON (RFC 8259), strictly: what is not JSON is reported with its reason, and
 * reading goes on, so that one run shows every problem. One byte order mark before it is fine.
 */
export function readJson(text: string): JsonReading {
  return new JsonReader(text).read()
}

class JsonReader {
  readonly #text: string
  readonly #comments: Range[] = []
  readonly #diagnostics: Diagnostic[] = []
  readonly #lines: TextLines
  #at: number
  #isTooDeep = false

  constructor(text: string) {
    this.#text = text
    this.#lines = new TextLines(text)
    this.#at = text.startsWith('\uFEFF') ? 1 : 0
  }

  read(): JsonReading {
    this.#skip()
    if (this.#at >= this.#text.length) return this.#done(null)
    const root = this.#value(0)
    this.#skip()
    if (!this.#isTooDeep && this.#at < this.#text.length) {
      this.#report('json/syntax', { start: this.#at, end: this.#text.length }, 'There is more text after the end of the JSON value. Remove it, or put it inside.')
    }
    return this.#done(root)
  }

  #done(root: SourceNode | null): JsonReading {
    return { root: this.#isTooDeep ? null : root, comments: this.#comments, diagnostics: this.#diagnostics }
  }

  #value(depth: number): SourceNode | null {
    const start = this.#at
    const char = this.#text[start]
    switch (char) {
      case '{': return depth < MAX_DEPTH ? this.#map(depth) : this.#tooDeep()
      case '[': return depth < MAX_DEPTH ? this.#list(depth) : this.#tooDeep()
      case '"': return this.#string('"')
      case "'": return this.#string("'")
      case ',': case ':': case ']': case '}': case undefined:
        this.#report('json/syntax', { start, end: Math.min(start + 1, this.#text.length) }, char === undefined
          ? 'A value is missing at the end of the text.'
          : `A value is missing before \`${char}\`.`)
        return null
      default: return this.#word()
    }
  }

  #map(depth: number): SourceMap {
    const start = this.#at
    const entries: SourceEntry[] = []
    const names = new Map<string, SourceNode>()
    const range = this.#members(start, '}', () => {
      const key = this.#key()
      if (!key) return false
      const first = names.get(key.text)
      if (first) this.#duplicate(key, first)
      else names.set(key.text, key)
      this.#skip()
      if (this.#text[this.#at] !== ':') {
        this.#report('json/syntax', key.range, `After the key \`${shown(key.text)}\` a colon and a value are missing.`)
        entries.push({ range: key.range, key, name: key.text, value: null })
        return true
      }
      const colon = this.#at
      this.#at += 1
      this.#skip()
      const value = this.#value(depth + 1)
      entries.push({ range: { start: key.range.start, end: value?.range.end ?? colon + 1 }, key, name: key.text, value })
      return true
    })
    return { kind: 'map', style: 'flow', entries, range, outer: range }
  }

  #list(depth: number): SourceList {
    const items: SourceItem[] = []
    const range = this.#members(this.#at, ']', () => {
      const value = this.#value(depth + 1)
      if (value) items.push({ range: value.range, value })
      return value !== null
    })
    return { kind: 'list', style: 'flow', items, range, outer: range }
  }

  /** What stands between brackets, with commas between; `member` reads one and tells whether there was one. */
  #members(start: number, close: ']' | '}', member: () => boolean): Range {
    this.#at = start + 1
    let comma = -1
    let last = start + 1
    for (;;) {
      this.#skip()
      const char = this.#text[this.#at]
      if (this.#isTooDeep || char === undefined || ((char === ']' || char === '}') && char !== close)) {
        if (!this.#isTooDeep) this.#unclosed(start, last, close, char)
        // The other bracket belongs to what is around this, unless nothing is.
        return { start, end: last }
      }
      if (char === close) {
        if (comma >= 0) this.#report('json/trailing-comma', { start: comma, end: comma + 1 },
          `JSON allows no comma before \`${close}\`. Remove it.`, [{ title: 'Remove the comma', range: { start: comma, end: comma + 1 }, text: '' }])
        this.#at += 1
        return { start, end: this.#at }
      }
      if (char === ',') {
        this.#report('json/syntax', { start: this.#at, end: this.#at + 1 }, 'There is a comma too many here. Remove it.')
        this.#at += 1
        continue
      }
      if (comma < 0 && last > start + 1) this.#report('json/syntax', { start: last - 1, end: last },
        'A comma is missing after this.', [{ title: 'Add a comma', range: { start: last, end: last }, text: ',' }])
      const before = this.#at
      const hasMember = member()
      if (this.#at === before) this.#at += 1
      if (hasMember || last === start + 1) last = Math.max(last, this.#at)
      comma = -1
      this.#skip()
      if (this.#text[this.#at] === ',') {
        comma = this.#at
        last = Math.max(last, this.#at)
        this.#at += 1
      }
    }
  }

  #key(): SourceScalar | null {
    const start = this.#at
    const char = this.#text[start]
    if (char === '"' || char === "'") return this.#string(char)
    const end = wordEnd(this.#text, start)
    if (end === start) {
      this.#report('json/syntax', { start, end: start + 1 }, 'A key in double quotes is expected here.')
      return null
    }
    const text = this.#text.slice(start, end)
    this.#at = end
    this.#report('json/syntax', { start, end }, `The key \`${shown(text)}\` needs double quotes.`,
      [{ title: 'Put double quotes around it', range: { start, end }, text: JSON.stringify(text) }])
    return scalar({ start, end }, 'double', text, text)
  }

  #string(quote: '"' | "'"): SourceScalar {
    const start = this.#at
    const { text, end, isClosed, faults } = readJsonString(this.#text, start, quote)
    this.#at = end
    const range = { start, end }
    if (quote === "'") this.#report('json/syntax', range, 'JSON knows double quotes only.',
      isClosed && faults.length === 0 ? [{ title: 'Use double quotes', range, text: JSON.stringify(text) }] : [])
    if (!isClosed) this.#report('json/syntax', range, `The text that starts on line ${this.#line(start)} is not closed. Add a \`${quote}\` where it ends.`)
    for (const fault of faults) this.#report(fault.code, fault.range ?? range, fault.message)
    return scalar(range, 'double', text, text)
  }

  #word(): SourceScalar {
    const start = this.#at
    const end = Math.max(wordEnd(this.#text, start), start + 1)
    const range = { start, end }
    const text = this.#text.slice(start, end)
    this.#at = end
    switch (text) {
      case 'true': return scalar(range, 'plain', text, true)
      case 'false': return scalar(range, 'plain', text, false)
      case 'null': return scalar(range, 'plain', text, null)
      case 'True': case 'TRUE': case 'False': case 'FALSE': case 'Null': case 'NULL':
        this.#report('json/syntax', range, `JSON writes \`${text.toLowerCase()}\` in small letters.`,
          [{ title: `Write ${text.toLowerCase()}`, range, text: text.toLowerCase() }])
        return scalar(range, 'plain', text, text)
      case 'None': case 'undefined': case 'nil':
        this.#report('json/syntax', range, `JSON has no \`${text}\`. Write \`null\`.`, [{ title: 'Write null', range, text: 'null' }])
        return scalar(range, 'plain', text, null)
      case 'NaN': case 'Infinity': case '-Infinity': case '+Infinity':
        this.#report('json/syntax', range, `JSON has no \`${text}\`. Write \`null\`, or put it in double quotes.`)
        return scalar(range, 'plain', text, text)
    }
    if (/^[-+.]?[0-9]/.test(text)) {
      const fault = numberFault(text)
      if (fault !== null) {
        this.#report('json/syntax', range, fault)
        return scalar(range, 'plain', text, text)
      }
      const value = Number(text)
      return isExact(value, text) ? scalar(range, 'plain', text, value) : { ...scalar(range, 'plain', text, value), unsafe: true }
    }
    this.#report('json/syntax', range, `\`${shown(text)}\` is not a value of JSON. Put it in double quotes if it is text.`,
      [{ title: 'Put double quotes around it', range, text: JSON.stringify(text) }])
    return scalar(range, 'plain', text, text)
  }

  /** Skips white space and comments, which JSON does not have. */
  #skip(): void {
    for (;;) {
      this.#at = skipSpace(this.#text, this.#at)
      const end = commentEnd(this.#text, this.#at)
      if (end === this.#at) return
      const range = { start: this.#at, end }
      this.#comments.push(range)
      this.#report('json/comment', range, 'JSON has no comments. Remove it, or keep the workflow as YAML.')
      this.#at = end
    }
  }

  #unclosed(start: number, last: number, close: string, found: string | undefined): void {
    const what = close === ']' ? 'list' : 'map'
    const before = found === undefined ? '' : ` before \`${found}\` on line ${this.#line(this.#at)}`
    this.#report('json/syntax', { start, end: start + 1 },
      `The ${what} that starts on line ${this.#line(start)} is not closed${before}. Add \`${close}\`.`,
      [{ title: `Add ${close}`, range: { start: last, end: last }, text: close }])
  }

  #duplicate(key: SourceScalar, first: SourceNode): void {
    if (this.#isFull()) return
    this.#diagnostics.push({
      code: 'json/duplicate-key', severity: 'error', path: [], range: key.range,
      message: `The key \`${shown(key.text)}\` is written twice, first on line ${this.#line(first.range.start)}. Keep one of the two.`,
      related: [{ range: first.range, message: `\`${shown(key.text)}\` is first written here.` }],
    })
  }

  #tooDeep(): null {
    this.#isTooDeep = true
    this.#report('json/too-deep', { start: this.#at, end: this.#at + 1 },
      `This is nested more than ${MAX_DEPTH} levels deep. Flatten it: nothing that a workflow holds needs so many.`)
    this.#at = this.#text.length
    return null
  }

  #report(code: DiagnosticCode, range: Range, message: string, fixes: readonly ({ title: string } & TextEdit)[] = []): void {
    if (this.#isFull()) return
    this.#diagnostics.push({
      code, severity: 'error', message, path: [], range,
      ...(fixes.length === 0 ? {} : { fixes: fixes.map(({ title, ...edit }) => ({ title, edits: [edit] })) }),
    })
  }

  /** One more than are shown is kept, so that the reader of the list can tell that there were more. */
  #isFull(): boolean {
    return this.#diagnostics.length > MAX_PROBLEMS
  }

  #line(offset: number): number {
    return this.#lines.lineOf(offset)
  }
}

function scalar(range: Range, style: 'plain' | 'double', text: string, value: SourceScalar['value']): SourceScalar {
  return { kind: 'scalar', style, text, value, range, outer: range }
}
