import fc from 'fast-check'

/**
 * Files as people write them: every habit of one file is drawn once (indentation, quotes, line ends),
 * and every item then strays from it now and then. They parse; ids are unique.
 */
export type FileStyle = {
  readonly eol: '\n' | '\r\n'
  readonly bom: boolean
  readonly finalNewline: boolean
  /** Columns of the dashes under `nodes:`. */
  readonly dash: number
  /** Spaces after a dash. */
  readonly gap: number
  /** Columns of the text of a literal, from its key. */
  readonly text: number
  /** Columns of the dashes under `needs:`. */
  readonly needsDash: number
  readonly pad: boolean
  readonly blanks: number
  /** How often comments stand somewhere, of 10. */
  readonly comments: number
  readonly aloneDash: boolean
  readonly flowItems: boolean
}

const styles: fc.Arbitrary<FileStyle> = fc.record({
  eol: fc.constantFrom('\n', '\n', '\r\n'),
  bom: fc.nat(9).map((n) => n === 0),
  finalNewline: fc.nat(5).map((n) => n > 0),
  dash: fc.constantFrom(2, 2, 0, 1, 4, 3, 7),
  gap: fc.constantFrom(1, 1, 1, 3, 2),
  text: fc.constantFrom(2, 2, 3, 4, 1, 5),
  needsDash: fc.constantFrom(2, 0, 1, 4),
  pad: fc.boolean(),
  blanks: fc.constantFrom(0, 0, 1, 1, 2),
  comments: fc.constantFrom(0, 1, 3, 6),
  aloneDash: fc.nat(9).map((n) => n === 0),
  flowItems: fc.nat(6).map((n) => n === 0),
})

/** Draws from a list of numbers, in order; gives 0 when it is used up. Shrinks towards the first choice. */
export class Draws {
  readonly #numbers: readonly number[]
  #next = 0

  constructor(numbers: readonly number[]) {
    this.#numbers = numbers
  }

  /** For the report of a failing property. */
  toString(): string {
    return `[${this.#numbers.join(', ')}]`
  }

  below(limit: number): number {
    const number = this.#numbers[this.#next] ?? 0
    this.#next += 1
    return limit > 0 ? number % limit : 0
  }

  chance(of10: number): boolean {
    return this.below(10) >= 10 - of10
  }

  pick<T>(choices: readonly T[]): T {
    if (choices.length === 0) throw new RangeError('nothing to pick from')
    return choices[this.below(choices.length)] as T
  }
}

export const draws: fc.Arbitrary<Draws> = fc.array(fc.nat(9999), { minLength: 60, maxLength: 400, size: 'max' }).map((numbers) => new Draws(numbers))

/** Texts that break printers, and texts of every day. */
export const TEXTS: readonly string[] = [
  'p', 'Write it.', 'List the commits since the last tag.', 'It\'s ready', 'say "hi"', 'color is a#b', 'Fix #12 and close it',
  'key: value', 'a: b: c', 'no', '007', '1.10', '12e5', '0x1F', '2024-05-15', '~', 'null', 'true', '1:30', '=', '<<', '', ' lead', 'trail ',
  '- x', '? y', '*star', '&amp', '!bang', '%a', '@at', '`tick`', '{{ .goal }}', '[a]', '{a}', 'a, b', '# x', '---', '...', '|', '>',
  'ünï 第三步 😀 e\u0301', 'https://docs.example.org/a/b?c=d#e', 'x'.repeat(600), `long ${'word '.repeat(120)}end`,
]

export const LONG_TEXTS: readonly string[] = [
  'a\nb', 'a\nb\n', 'one\n\ntwo\n', 'a \nb\n', '  lead\nx', '\n\nx', 'x\n\n\n', 'a\tb\n\tc\n', 'l1\r\nl2', '- x\n# y\n', '---\nx', '...\nx\n',
  '\u2028x\u0085y', '%a\nb', 'x\n ', '\n', ' \n', 'x\n  \ny', 'first: 1\nsecond: 2\n', 'a\u0000b', 'x\u0007y\n', '\ud800', '\ufeffa\nb', 'tab\t',
  `${'word '.repeat(60)}\n${'x'.repeat(300)}\n\n  - point\n  - point\n`,
]

export const IDS: readonly string[] = ['collect', 'draft', 'check', 'step one', '第三步', 'off', '007', 'a/b', 'x-1', 'naïve', '😀', '# hash', 'k: v', 'late']

/** One workflow file in YAML. */
export const yamlFile: fc.Arbitrary<string> = fc.tuple(styles, draws).map(([style, numbers]) => new FileWriter(style, numbers).file())

/** Puts one file together. */
class FileWriter {
  readonly #style: FileStyle
  readonly #draws: Draws
  readonly #lines: string[] = []
  #anchors = 0

  constructor(style: FileStyle, numbers: Draws) {
    this.#style = style
    this.#draws = numbers
  }

  file(): string {
    const { eol, bom, finalNewline } = this.#style
    const d = this.#draws
    if (d.chance(2)) this.#lines.push(d.pick(['# nightly digest - owner: docs team', '#', '  # askew', '---', '--- # start']))
    if (d.chance(2)) this.#lines.push('')
    const name = (): void => this.#entry(0, 'name', this.#oneLine('block'))
    const isNamedLast = d.chance(2)
    if (!isNamedLast) name()
    if (d.chance(4)) this.#text(0, 'description')
    if (d.chance(2)) this.#anchored()
    this.#comments(0)
    if (d.chance(3)) this.#lines.push('')
    this.#nodes()
    if (d.chance(2)) this.#lines.push('', '# todo: add a checker')
    if (isNamedLast) name()
    if (d.chance(1)) this.#lines.push('...')
    let text = this.#lines.join(eol)
    if (finalNewline || /\|\+[^\n]*\n?[^\n]*$/.test(text)) text += eol
    return (bom ? '\ufeff' : '') + text
  }

  #nodes(): void {
    const d = this.#draws
    const ids = new Set<string>()
    const count = d.below(6)
    for (let index = 0; index < count; index += 1) ids.add(d.pick(IDS))
    if (ids.size === 0) {
      if (d.chance(5)) this.#lines.push(d.pick(['nodes: []', 'nodes:', 'nodes: # none', 'nodes: ~']))
      return
    }
    if (this.#style.flowItems && d.chance(4)) return this.#flowNodes([...ids])
    this.#lines.push(`nodes:${d.pick(['', '', ' ', '   # all of them'])}`)
    for (const [index, id] of [...ids].entries()) {
      if (index > 0) this.#blanks()
      this.#comments(this.#style.dash)
      this.#node(id, [...ids].slice(0, index))
    }
    if (d.chance(3)) this.#commentedOut()
  }

  #node(id: string, before: readonly string[]): void {
    const d = this.#draws
    const { dash, gap, aloneDash, flowItems } = this.#style
    if (flowItems ? d.chance(7) : d.chance(1)) return this.#flowNode(id, before)
    const column = dash + 1 + gap
    const from = this.#lines.length
    const fields: (() => void)[] = [() => this.#entry(column, 'id', this.#scalar(id, 'block'))]
    if (d.chance(7)) fields.push(() => this.#text(column, 'prompt'))
    if (d.chance(6) && before.length > 0) fields.push(() => this.#needs(column, before))
    if (d.chance(3)) fields.push(() => this.#entry(column, 'max_turns', String(d.below(9))))
    if (d.chance(2)) fields.push(() => this.#nested(column))
    if (d.chance(1)) fields.push(() => this.#lines.push(`${' '.repeat(column)}? "x-odd key"`, `${' '.repeat(column)}: v`))
    if (this.#anchors > 0 && d.chance(2)) fields.push(() => this.#lines.push(`${' '.repeat(column)}output_format: *of`))
    if (this.#anchors > 1 && d.chance(2)) fields.push(() => this.#lines.push(`${' '.repeat(column)}<<: *base`))
    if (d.chance(3)) fields.reverse()
    for (const [index, field] of fields.entries()) {
      if (index > 0) this.#comments(column)
      field()
    }
    if (d.chance(1)) this.#lines.push(`${' '.repeat(column)}# below the node`)
    this.#dash(from, column, aloneDash && d.chance(5))
  }

  /** Puts the dash before the first line of an item, or on a line of its own. */
  #dash(from: number, column: number, isAlone: boolean): void {
    const first = this.#lines[from] ?? ''
    const indent = ' '.repeat(this.#style.dash)
    if (isAlone || first.slice(0, column).trim() !== '') this.#lines.splice(from, 0, `${indent}-${this.#draws.pick(['', '', ' # alone', ' '])}`)
    else this.#lines[from] = `${indent}-${' '.repeat(column - this.#style.dash - 1)}${first.slice(column)}`
  }

  #flowNode(id: string, before: readonly string[]): void {
    this.#lines.push(`${' '.repeat(this.#style.dash)}- ${this.#flowMap(id, before)}${this.#endOfLine()}`)
  }

  #flowMap(id: string, before: readonly string[]): string {
    const d = this.#draws
    const pad = this.#style.pad ? ' ' : ''
    const parts = [`id: ${this.#scalar(id, 'flow')}`, `prompt: ${this.#oneLine('flow')}`]
    if (before.length > 0 && d.chance(5)) parts.splice(1, 0, `needs: [${this.#scalar(d.pick(before), 'flow')}]`)
    return `{${pad}${parts.join(', ')}${pad}}`
  }

  #flowNodes(ids: readonly string[]): void {
    const d = this.#draws
    if (d.chance(5)) {
      this.#lines.push(`nodes: [${ids.map((id) => this.#flowMap(id, [])).join(', ')}]`)
      return
    }
    this.#lines.push('nodes: [')
    for (const [index, id] of ids.entries()) {
      if (d.chance(1)) this.#lines.push('  # inside')
      this.#lines.push(`  ${this.#flowMap(id, ids.slice(0, index))}${index < ids.length - 1 || d.chance(3) ? ',' : ''}${d.chance(1) ? ' # here' : ''}`)
    }
    this.#lines.push(']')
  }

  #needs(column: number, before: readonly string[]): void {
    const d = this.#draws
    const needs = before.filter(() => d.chance(5)).map((id) => this.#scalar(id, 'flow'))
    const indent = ' '.repeat(column)
    switch (d.below(6)) {
      case 0: case 1: case 2:
        this.#lines.push(`${indent}needs: ${this.#style.pad ? `[ ${needs.join(', ')} ]` : `[${needs.join(', ')}]`}${this.#endOfLine()}`)
        break
      case 3:
        if (needs.length === 0) return
        this.#lines.push(`${indent}needs:${this.#endOfLine()}`)
        for (const need of needs) {
          this.#comments(column + this.#style.needsDash)
          this.#lines.push(`${indent}${' '.repeat(this.#style.needsDash)}- ${need}${this.#endOfLine()}`)
        }
        break
      case 4:
        this.#lines.push(`${indent}needs: [${needs.join(`,${this.#style.eol}${indent}  `)}]`)
        break
      default:
        this.#lines.push(`${indent}needs: ${needs[0] ?? '[]'}`)
    }
  }

  #nested(column: number): void {
    const d = this.#draws
    const indent = ' '.repeat(column)
    this.#lines.push(`${indent}llm:${this.#endOfLine()}`)
    this.#comments(column + 2)
    this.#lines.push(`${indent}  provider: openai${this.#endOfLine()}`)
    if (d.chance(5)) this.#lines.push(`${indent}  args:`, `${indent}  - - a`, `${indent}    - b`, `${indent}  - x: 1`, `${indent}    y: {z: [1, 2]}`)
    if (d.chance(3)) this.#lines.push(`${indent}  model: 'gpt-4o'`)
  }

  #anchored(): void {
    this.#lines.push('x-of: &of "a JSON object"')
    this.#anchors = 1
    if (this.#draws.chance(5)) {
      this.#lines.push('x-base: &base', '  kind: verifier', '  max_turns: 3')
      this.#anchors = 2
    }
    if (this.#draws.chance(3)) this.#lines.push('x-tag: !!str 5', 'x-unused: &unused', '  a: 1')
  }

  #entry(column: number, key: string, value: string): void {
    this.#lines.push(`${' '.repeat(column)}${key}:${this.#draws.pick([' ', ' ', ' ', '  ', '\t'])}${value}${this.#endOfLine()}`)
  }

  /** A text in any style that may hold one. */
  #text(column: number, key: string): void {
    const d = this.#draws
    const indent = ' '.repeat(column)
    const inner = ' '.repeat(column + this.#style.text)
    switch (d.below(9)) {
      case 0: case 1: case 2:
        return this.#entry(column, key, this.#oneLine('block'))
      case 3: case 4: {
        const chomping = d.pick(['', '-', '+'])
        this.#lines.push(`${indent}${key}: |${chomping}${d.pick(['', '', '  # header'])}`)
        // Deeper lines may not come first: they would set the indentation.
        this.#lines.push(`${inner}first`)
        for (let count = d.below(4); count > 0; count -= 1) this.#lines.push(d.pick([`${inner}one line`, `${inner}two  `, '', `${inner}- three # no comment`, `${inner}  deeper`]))
        this.#lines.push(`${inner}last`)
        if (chomping === '+' || d.chance(2)) for (let count = d.below(3); count > 0; count -= 1) this.#lines.push('')
        return
      }
      case 5:
        this.#lines.push(`${indent}${key}: >${d.pick(['', '-', '+'])}${d.pick(['', ' # folded'])}`)
        this.#lines.push(`${inner}First`)
        for (let count = d.below(4); count > 0; count -= 1) this.#lines.push(d.pick([`${inner}Read the inbox`, `${inner}and list topics.`, '', `${inner}  indented`]))
        this.#lines.push(`${inner}End.`)
        return
      case 6:
        this.#lines.push(`${indent}${key}: Read the inbox`, `${inner}and list`, ...(d.chance(3) ? [''] : []), `${inner}topics.${this.#endOfLine()}`)
        return
      case 7:
        this.#lines.push(`${indent}${key}: "Read \\`, `${inner}the inbox`, `${inner}and list\\n topics"${this.#endOfLine()}`)
        return
      default:
        this.#lines.push(`${indent}${key}: |${this.#style.text}`, `${inner}  indented`, `${inner}not`)
    }
  }

  #oneLine(place: 'block' | 'flow'): string {
    return this.#scalar(this.#draws.pick(TEXTS), place)
  }

  /** A text on one line, plain only where that is surely read back. */
  #scalar(text: string, place: 'block' | 'flow'): string {
    const isPlain = place === 'block' ? /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M} .;()/_-]*[\p{L}\p{N}.])?$/u : /^[\p{L}\p{N}](?:[\p{L}\p{N} ._-]*[\p{L}\p{N}])?$/u
    switch (this.#draws.below(5)) {
      case 3: return `'${text.replaceAll("'", "''")}'`
      case 4: return JSON.stringify(text)
      default: return isPlain.test(text) ? text : JSON.stringify(text)
    }
  }

  #endOfLine(): string {
    const d = this.#draws
    if (d.chance(Math.min(this.#style.comments, 2))) return d.pick(['  # note', ' # note', '\t# tab', ' # was: old'])
    return d.chance(1) ? '  ' : ''
  }

  #blanks(): void {
    const count = this.#draws.chance(8) ? this.#style.blanks : this.#draws.below(3)
    for (let index = 0; index < count; index += 1) this.#lines.push(this.#draws.chance(1) ? '  ' : '')
  }

  /** Comment lines, mostly at a column, sometimes askew or with a blank line after them. */
  #comments(column: number): void {
    const d = this.#draws
    if (!d.chance(this.#style.comments)) return
    for (let count = 1 + d.below(2); count > 0; count -= 1) {
      const at = Math.max(0, column + d.pick([0, 0, 0, 1, -1, 2, -column]))
      this.#lines.push(`${' '.repeat(at)}#${d.pick([' about the next', ' two', '', ' - id: old', '#', ' \u00fcber: x'])}`)
    }
    if (d.chance(2)) this.#lines.push('')
  }

  #commentedOut(): void {
    const indent = ' '.repeat(this.#draws.pick([this.#style.dash, this.#style.dash, 0, this.#style.dash + 2]))
    this.#lines.push(`${indent}# - id: b`, `${indent}#   prompt: later`)
  }
}

/** One workflow file in JSON, laid out in one of the ways that people lay it out. */
export const jsonFile: fc.Arbitrary<string> = fc.tuple(draws, fc.constantFrom(2, 4, '\t', 0, 'inline'), fc.boolean(), fc.boolean()).map(
  ([d, indent, crlf, finalNewline]) => {
    const ids = [...new Set(Array.from({ length: d.below(5) }, () => d.pick(IDS)))]
    const nodes = ids.map((id, index) => ({
      id,
      ...(d.chance(3) ? { kind: 'verifier' } : {}),
      prompt: d.pick(d.chance(3) ? LONG_TEXTS : TEXTS),
      ...(d.chance(5) ? { needs: ids.slice(0, index).filter(() => d.chance(5)) } : {}),
      ...(d.chance(2) ? { args: { list: [[1, 2], [], {}], 'k: v': null, deep: { er: true } } } : {}),
    }))
    const file = { name: d.pick(TEXTS), ...(d.chance(3) ? { description: d.pick(TEXTS) } : {}), nodes }
    let text = indent === 'inline'
      ? `{\n  "name": ${JSON.stringify(file.name)},\n  "nodes": [\n${nodes.map((node) => `    ${spaced(node)}`).join(',\n')}\n  ]\n}`
      : JSON.stringify(file, null, indent)
    if (finalNewline) text += '\n'
    return crlf ? text.replaceAll('\n', '\r\n') : text
  },
)

/** A value on one line, with spaces as people put them: `{ "id": "a", "needs": ["b"] }`. */
function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const parts = Object.entries(value).map(([key, part]) => `${JSON.stringify(key)}: ${spaced(part)}`)
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`
}
