import { MAX_VALUE_DEPTH } from './limits.ts'
import type { TemplateValue } from './value.ts'

export type JsonRead = { readonly ok: true; readonly value: TemplateValue } | { readonly ok: false; readonly at: number; readonly message: string }

/** A JSON text as a value that loses nothing: objects keep the order of their keys, whole numbers all their digits. */
export function readJson(text: string): JsonRead {
  const reader = new Reader(text)
  const value = reader.value(0)
  reader.space()
  if (value !== undefined && reader.at < text.length) reader.fail('nothing may follow the value.')
  return reader.fault ? { ok: false, ...reader.fault } : { ok: true, value: value ?? null }
}

const SPACE = /[ \t\r\n]*/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const WORD = /true|false|null/y

class Reader {
  readonly #text: string
  at = 0
  fault: { readonly at: number; readonly message: string } | null = null

  constructor(text: string) {
    this.#text = text
  }

  /** The value from here, or undefined when there is a fault. */
  value(depth: number): TemplateValue | undefined {
    this.space()
    switch (this.#text[this.at]) {
      case '{': return this.#enter(depth) ? this.#map(depth) : undefined
      case '[': return this.#enter(depth) ? this.#list(depth) : undefined
      case '"': return this.#string()
      case undefined: return this.fail('the text ends where a value belongs.')
    }
    const word = this.#take(WORD)
    if (word !== null) return word === 'null' ? null : word === 'true'
    const number = this.#take(NUMBER)
    if (number === null) return this.fail('a value belongs here.')
    const value = Number(number)
    if (Number.isSafeInteger(value) || !/^-?\d+$/.test(number)) return Number.isFinite(value) ? value : this.fail('this number is too large.')
    return number.length > 1_000 ? this.fail('this number is too long.') : BigInt(number)
  }

  space(): void {
    this.#take(SPACE)
  }

  fail(message: string): undefined {
    this.fault ??= { at: this.at, message }
    return undefined
  }

  #enter(depth: number): boolean {
    if (depth < MAX_VALUE_DEPTH) return true
    this.fail(`it nests deeper than ${MAX_VALUE_DEPTH} levels.`)
    return false
  }

  #string(): string | undefined {
    const start = this.at
    for (this.at += 1; this.at < this.#text.length;) {
      const character = this.#text[this.at]!
      if (character === '"') {
        this.at += 1
        return JSON.parse(this.#text.slice(start, this.at)) as string
      }
      if (character < ' ') return this.fail('this character must be written as an escape, such as `\\n`.')
      if (character !== '\\') this.at += 1
      else if (this.#take(ESCAPE) === null) return this.fail('this is no escape of JSON.')
    }
    this.at = start
    return this.fail('this text is not closed.')
  }

  #list(depth: number): TemplateValue | undefined {
    const items: TemplateValue[] = []
    this.at += 1
    this.space()
    if (this.#skip(']')) return items
    for (;;) {
      const item = this.value(depth + 1)
      if (item === undefined) return undefined
      items.push(item)
      this.space()
      if (this.#skip(']')) return items
      if (!this.#skip(',')) return this.fail('`,` or `]` belongs here.')
    }
  }

  #map(depth: number): TemplateValue | undefined {
    const map = new Map<string, TemplateValue>()
    this.at += 1
    this.space()
    if (this.#skip('}')) return map
    for (;;) {
      this.space()
      if (this.#text[this.at] !== '"') return this.fail('a name in double quotes belongs here.')
      const key = this.#string()
      if (key === undefined) return undefined
      this.space()
      if (!this.#skip(':')) return this.fail('`:` belongs here.')
      const value = this.value(depth + 1)
      if (value === undefined) return undefined
      map.set(key, value)
      this.space()
      if (this.#skip('}')) return map
      if (!this.#skip(',')) return this.fail('`,` or `}` belongs here.')
    }
  }

  #skip(sign: string): boolean {
    if (this.#text[this.at] !== sign) return false
    this.at += 1
    return true
  }

  #take(pattern: RegExp): string | null {
    pattern.lastIndex = this.at
    const match = pattern.exec(this.#text)
    if (!match) return null
    this.at = pattern.lastIndex
    return match[0]
  }
}
