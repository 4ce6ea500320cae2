import { shown } from '../source/shown.ts'
import type { Range } from '../text/edit.ts'
import { MAX_VALUE_DEPTH } from './limits.ts'

/** What may come next in a JSON text. `end` allows the closing bracket beside what is named. */
export type Expected = 'value' | 'value or end' | 'name' | 'name or end' | 'colon' | 'comma or end' | 'nothing'

type Container = { readonly type: 'map' | 'list'; readonly names: Set<string>; readonly opening: Range }

/** A fault in a JSON text. */
export type JsonFault = { readonly message: string; readonly range: Range }

/**
 * Reads a JSON text piece by piece, as it is put together, and tells where it stops being JSON. Names
 * that an object has already are refused: the second would silently replace the first.
 */
export class JsonState {
  #expected: Expected = 'value'
  readonly #open: Container[] = []
  /** The text literal that is being read, as it is written where it is a name; null outside one. */
  #literal: string | null = null
  #literalStart = 0
  #escape = ''
  /** A number or word that is being read. */
  #word = ''
  #wordStart = 0
  #wordEnd = 0
  readonly #seesNames: boolean

  /** Without `seesNames` an object may have a name twice. */
  constructor(seesNames = true) {
    this.#seesNames = seesNames
  }

  /** The same state, to go on from on its own; one that sees names shares them. */
  copy(): JsonState {
    const copy = new JsonState(this.#seesNames)
    copy.#expected = this.#expected
    copy.#open.push(...this.#open)
    copy.#literal = this.#literal
    copy.#literalStart = this.#literalStart
    copy.#escape = this.#escape
    copy.#word = this.#word
    copy.#wordStart = this.#wordStart
    copy.#wordEnd = this.#wordEnd
    return copy
  }

  /** The same for states that the same texts lead on. */
  get signature(): string {
    return `${this.#open.map(({ type }) => type === 'map' ? '{' : '[').join('')} ${this.#expected} ${this.#literal === null ? '' : '"'}${this.#escape} ${this.#word}`
  }

  get expected(): Expected {
    return this.#expected
  }

  /** Whether the next character belongs to a text in quotes. */
  get isInText(): boolean {
    return this.#literal !== null
  }

  /** Whether the last character begins an escape that is not complete. */
  get isInEscape(): boolean {
    return this.#escape !== ''
  }

  /** Whether a number or word may go on. */
  get isInWord(): boolean {
    return this.#word !== ''
  }

  /** Whether a value after a colon comes next. */
  get isAfterColon(): boolean {
    return this.#expected === 'value' && this.#open.at(-1)?.type === 'map'
  }

  /** Reads literal text that stands in the template from `start` on. */
  read(text: string, start: number): JsonFault | null {
    for (let index = 0; index < text.length; index += 1) {
      const fault = this.#character(text[index]!, start + index)
      if (fault) return fault
    }
    return null
  }

  /** Goes on with the text literal that is open; `content` is escaped already. */
  readContent(content: string): void {
    this.#keep(content)
  }

  /** Takes a whole value, or a name where one belongs, at a place of the template. */
  take(name: string | null, range: Range): JsonFault | null {
    if (this.#isName) return name === null ? { range, message: 'The name of an entry must be a text.' } : this.#named(name, range)
    this.#expected = this.#open.length === 0 ? 'nothing' : 'comma or end'
    return null
  }

  /** Takes a missing value where it leaves nothing: what stands on either side of it stays apart. */
  skip(): JsonFault | null {
    return this.#endWord()
  }

  /** Ends the text. */
  finish(end: number): JsonFault | null {
    const fault = this.#endWord()
    if (fault) return fault
    const container = this.#open.at(-1)
    if (this.#literal !== null) return { range: { start: this.#literalStart, end: this.#literalStart + 1 }, message: 'A text that begins here is not closed. Write `"` where it ends.' }
    if (container) return { range: container.opening, message: `The ${container.type === 'map' ? 'object' : 'list'} that begins here is not closed. Write \`${container.type === 'map' ? '}' : ']'}\` where it ends.` }
    return this.#expected === 'nothing' ? null : { range: { start: end, end }, message: 'A value is missing here.' }
  }

  #character(character: string, at: number): JsonFault | null {
    if (this.#literal !== null) return this.#inText(character, at)
    if (/[-+.0-9A-Za-z]/.test(character)) {
      if (this.#word === '') {
        const fault = this.#mayTake(at, character)
        if (fault) return fault
        this.#wordStart = at
      }
      this.#word += character
      this.#wordEnd = at + 1
      return null
    }
    const fault = this.#endWord()
    if (fault) return fault
    switch (character) {
      case ' ': case '\t': case '\r': case '\n': return null
      case '"':
        this.#literalStart = at
        if (!this.#isName) {
          const misplaced = this.#mayTake(at, character)
          if (misplaced) return misplaced
        }
        this.#literal = ''
        return null
      case '{': return this.#enter('map', at)
      case '[': return this.#enter('list', at)
      case '}': return this.#leave('map', at)
      case ']': return this.#leave('list', at)
      case ':':
        if (this.#expected !== 'colon') return this.#unexpected(at, character)
        this.#expected = 'value'
        return null
      case ',':
        if (this.#expected !== 'comma or end') return this.#unexpected(at, character)
        this.#expected = this.#open.at(-1)?.type === 'map' ? 'name' : 'value'
        return null
      default: return this.#unexpected(at, character)
    }
  }

  #inText(character: string, at: number): JsonFault | null {
    if (character < ' ') return { range: { start: at, end: at + 1 }, message: `${character === '\n' || character === '\r' ? 'A line ends' : 'A control character stands'} inside a text in quotes. Write ${character === '\t' ? '`\\t`' : '`\\n`'} for it.` }
    if (this.#escape !== '') {
      this.#escape += character
      const isDone = /^\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})$/.test(this.#escape)
      if (!isDone && !/^\\u[0-9a-fA-F]{0,3}$/.test(this.#escape)) return { range: { start: at, end: at + 1 }, message: `\`${shown(this.#escape)}\` is no escape of JSON. Write \`\\\\\` for the sign itself.` }
      if (isDone) {
        this.#keep(this.#escape)
        this.#escape = ''
      }
      return null
    }
    if (character === '\\') {
      this.#escape = character
      return null
    }
    if (character !== '"') {
      this.#keep(character)
      return null
    }
    const content = this.#literal ?? ''
    this.#literal = null
    return this.take(this.#isName ? JSON.parse(`"${content}"`) as string : null, { start: this.#literalStart, end: at + 1 })
  }

  get #isName(): boolean {
    return this.#expected === 'name' || this.#expected === 'name or end'
  }

  /** Only names are compared, so that of other texts nothing is kept. */
  #keep(content: string): void {
    if (this.#isName) this.#literal += content
  }

  #named(name: string, range: Range): JsonFault | null {
    const names = this.#open.at(-1)?.names
    if (this.#seesNames && names?.has(name)) return { range, message: `The object has the name \`${shown(name)}\` already. Give this entry another one.` }
    names?.add(name)
    this.#expected = 'colon'
    return null
  }

  #mayTake(at: number, character: string): JsonFault | null {
    return this.#expected === 'value' || this.#expected === 'value or end' ? null : this.#unexpected(at, character)
  }

  #endWord(): JsonFault | null {
    const word = this.#word
    if (word === '') return null
    this.#word = ''
    const range = { start: this.#wordStart, end: this.#wordEnd }
    if (!/^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/.test(word)) return { range, message: `\`${shown(word)}\` is no value of JSON. A text stands in double quotes.` }
    return this.take(null, range)
  }

  #enter(type: 'map' | 'list', at: number): JsonFault | null {
    const opening = { start: at, end: at + 1 }
    if (this.#expected !== 'value' && this.#expected !== 'value or end') return this.#unexpected(at, type === 'map' ? '{' : '[')
    if (this.#open.length >= MAX_VALUE_DEPTH) return { range: opening, message: `This nests deeper than ${MAX_VALUE_DEPTH} levels.` }
    this.#open.push({ type, names: new Set(), opening })
    this.#expected = type === 'map' ? 'name or end' : 'value or end'
    return null
  }

  #leave(type: 'map' | 'list', at: number): JsonFault | null {
    const isEmpty = type === 'map' ? 'name or end' : 'value or end'
    if (this.#open.at(-1)?.type !== type || (this.#expected !== 'comma or end' && this.#expected !== isEmpty)) return this.#unexpected(at, type === 'map' ? '}' : ']')
    this.#open.pop()
    this.#expected = this.#open.length === 0 ? 'nothing' : 'comma or end'
    return null
  }

  #unexpected(at: number, character: string): JsonFault {
    return { range: { start: at, end: at + 1 }, message: `\`${shown(character)}\` cannot stand here: ${this.wanted()} belongs here.` }
  }

  /** What belongs here, in words. */
  wanted(): string {
    const close = this.#open.at(-1)?.type === 'map' ? '`}`' : '`]`'
    switch (this.#expected) {
      case 'value': return 'a value'
      case 'value or end': return `a value or ${close}`
      case 'name': return 'a name in double quotes'
      case 'name or end': return `a name in double quotes or ${close}`
      case 'colon': return '`:`'
      case 'comma or end': return `\`,\` or ${close}`
      case 'nothing': return 'nothing more'
    }
  }
}
