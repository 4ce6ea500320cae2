import { shown } from '../source/shown.ts'
import { nearest } from '../text/nearest.ts'
import type { Cursor } from './cursor.ts'
import { FUNCTIONS } from './functions/table.ts'
import { MAX_TEMPLATE_NESTING } from './limits.ts'
import { characterOf, numberOf, unquote } from './literal.ts'
import type { Command, FieldName, Operand, Pipe, VariableUse } from './nodes.ts'
import type { Token } from './token.ts'
import type { Variables } from './variables-in-scope.ts'

/** Functions of Go's that are not here, and why. */
const REFUSED: ReadonlyMap<string, string> = new Map([['call', 'Values are data here: none of them can be called.']])

/**
 * Reads what stands inside an action after its keyword. Each method gives null when the action cannot
 * be read further; what is wrong is then reported, once.
 */
export class PipeReader {
  readonly #cursor: Cursor
  readonly #variables: Variables
  #depth = 0

  constructor(cursor: Cursor, variables: Variables) {
    this.#cursor = cursor
    this.#variables = variables
  }

  /** A pipeline and the `}}` or `)` behind it, which is taken. `what` names in messages what lacks a value. */
  pipe(what: string, end: 'right' | 'close'): Pipe | null {
    const start = this.#cursor.look().range.start
    const declared = this.#declarations(what)
    if (!declared) return null
    const commands = this.#commands(what, end, start)
    // Declared after they are read, since `{{$x := $x}}` reads the outer one; and even when they cannot be, so that one fault is not told again at every use.
    const declares = declared.names.map((token) => this.#declared(token, declared.isAssignment))
    return commands && { declares, isAssignment: declared.isAssignment, commands, range: { start, end: commands.at(-1)!.range.end } }
  }

  /** The commands up to the end of the pipeline, which is taken; at least one. */
  #commands(what: string, end: 'right' | 'close', start: number): readonly Command[] | null {
    const commands: Command[] = []
    for (;;) {
      const token = this.#cursor.look()
      if (token.kind === end) break
      if (token.kind === 'right' || token.kind === 'end') return this.#fail(token, 'This is not complete.')
      const command = this.#command()
      if (!command) return null
      commands.push(command)
    }
    const close = this.#cursor.peek()
    if (commands.length === 0) return this.#fail({ range: { start, end: close.range.end } }, `A value is missing for ${what}. Name one, such as \`.trigger\`.`)
    for (const { words: [first], range } of commands.slice(1)) {
      if (first.type === 'dot' || first.type === 'nil' || first.type === 'constant') {
        return this.#fail(first, `Only a function can take what stands before \`|\`; \`${shown(this.#textOf(range))}\` is a value.`)
      }
    }
    this.#cursor.next()
    return commands
  }

  #textOf(range: { readonly start: number; readonly end: number }): string {
    return this.#variables.text.slice(range.start, range.end)
  }

  /** `$x :=`, `$x =` and, for `range`, `$i, $x :=` in front of a pipeline. */
  #declarations(what: string): { readonly names: readonly Token[]; readonly isAssignment: boolean } | null {
    const names: Token[] = []
    for (;;) {
      const token = this.#cursor.look()
      if (token.kind !== 'variable') {
        if (names.length === 0) return { names, isAssignment: false }
        return this.#fail(token, 'After the comma a second variable belongs: `{{range $i, $item := .items}}`.')
      }
      const after = this.#cursor.lookBeyond()
      const isComma = after.kind === 'other' && after.text === ','
      if (after.kind !== 'assign' && after.kind !== 'declare' && !isComma) {
        if (names.length === 0) return { names, isAssignment: false }
        return this.#fail(after, 'A range declares its variables with `:=`: `{{range $i, $item := .items}}`.')
      }
      this.#cursor.next()
      this.#cursor.look()
      this.#cursor.next()
      names.push(token)
      if (!isComma) return { names, isAssignment: after.kind === 'assign' }
      if (what !== '`range`' || names.length > 1) return this.#fail(token, `Too many variables for ${what}: only a range gives two, its index and its item.`)
    }
  }

  /** A new variable, or the one that is assigned to. */
  #declared(token: Token, isAssignment: boolean): VariableUse {
    const name = token.text
    const slot = isAssignment ? this.#variables.slotOf(name) : null
    return { name, slot: slot ?? this.#variables.declare(name), range: token.range, ...(isAssignment && slot === null ? { isUndeclared: true } : {}) }
  }

  #variable(token: Token): VariableUse {
    const slot = this.#variables.slotOf(token.text)
    if (slot === null && !this.#cursor.isFull) {
      const meant = nearest(token.text, this.#variables.names().filter((name) => name !== '$'))
      this.#cursor.report(
        'template/unknown-variable', token.range,
        `The variable \`${shown(token.text)}\` is not declared here. ${meant ? `Did you mean \`${shown(meant)}\`?` : `Declare it before, as \`{{${shown(token.text)} := …}}\`; a step's output is read as \`.name\`.`}`,
        meant,
      )
    }
    return { name: token.text, slot: slot ?? 0, range: token.range }
  }

  /** Words up to a `|`, which is taken, or the end of the pipeline, which is not. */
  #command(): Command | null {
    const start = this.#cursor.look().range.start
    const words: Operand[] = []
    for (;;) {
      this.#cursor.skipSpace()
      const token = this.#cursor.peek()
      const operand = this.#operand()
      if (operand === null) return null
      if (operand !== 'none') words.push(operand)
      const next = this.#cursor.peek()
      if (next.kind === 'space') continue
      if (next.kind === 'right' || next.kind === 'close') break
      if (next.kind === 'pipe') {
        if (words.length === 0) return this.#fail(next, 'Nothing stands before this `|`. Name a value or a function.')
        this.#cursor.next()
        const [first, ...others] = words
        return { words: [first!, ...others], range: { start, end: words.at(-1)!.range.end } }
      }
      return this.#unexpected(next, token !== next)
    }
    const [first, ...others] = words
    if (!first) return this.#unexpected(this.#cursor.peek(), false)
    return { words: [first, ...others], range: { start, end: words.at(-1)!.range.end } }
  }

  #unexpected(token: Token, isGlued: boolean): null {
    switch (token.kind) {
      // Reported when the rest of the action is skipped.
      case 'error': return null
      case 'keyword': return this.#fail(token, `\`${token.text}\` is a word of the language: it stands first in its own action, \`{{${token.text} …}}\`.`)
      case 'assign':
      case 'declare': return this.#fail(token, `\`${token.text}\` stands behind a variable only: \`{{$name ${token.text} …}}\`. To compare, write \`eq\`: \`{{if eq .a .b}}\`.`)
      case 'other': return this.#fail(token, operatorHint(token.text))
      default: return this.#fail(token, isGlued ? `Before \`${shown(token.text)}\` a space is missing.` : `\`${shown(token.text)}\` cannot stand here. A value or a function is expected.`)
    }
  }

  /** A value and the fields behind it; `none` when none stands here; null when it cannot be read. */
  #operand(): Operand | 'none' | null {
    const first = this.#cursor.peek()
    const term = this.#term()
    if (term === null || term === 'none' || this.#cursor.peek().kind !== 'field') return term
    const fields = this.#fields()
    const range = { start: first.range.start, end: fields.at(-1)!.range.end }
    switch (term.type) {
      case 'field': return { ...term, fields: [...term.fields, ...fields], range }
      case 'variable': return { ...term, fields: [...term.fields, ...fields], range }
      case 'pipe':
      case 'function': return { type: 'chain', of: term, fields, range }
      case 'chain': return { ...term, fields: [...term.fields, ...fields], range }
      case 'dot':
      case 'nil':
      case 'constant': return this.#fail({ range }, `\`${shown(first.text)}\` has no fields. Remove what follows the point.`)
    }
  }

  #fields(): FieldName[] {
    const fields: FieldName[] = []
    while (this.#cursor.peek().kind === 'field') {
      const { text, range } = this.#cursor.next()
      fields.push({ name: text.slice(1), range: { start: range.start + 1, end: range.end } })
    }
    return fields
  }

  #term(): Operand | 'none' | null {
    const token = this.#cursor.peek()
    const { range, text } = token
    switch (token.kind) {
      case 'dot':
      case 'nil': return this.#took({ type: token.kind, range })
      case 'bool': return this.#took({ type: 'constant', value: text === 'true', range })
      case 'variable': return this.#took({ type: 'variable', variable: this.#variable(token), fields: [], range })
      case 'field': return { type: 'field', fields: this.#fields(), range: { start: range.start, end: this.#cursor.behind } }
      case 'identifier': return this.#function(token)
      case 'number': return this.#number(token)
      case 'character':
      case 'string':
      case 'raw': return this.#quoted(token)
      case 'open': return this.#parenthesised(token)
      case 'error': return null
      default: return 'none'
    }
  }

  #took(operand: Operand): Operand {
    this.#cursor.next()
    return operand
  }

  /** An unknown function is reported and the rest read on. */
  #function(token: Token): Operand {
    if (!FUNCTIONS.has(token.text) && !this.#cursor.isFull) {
      const refused = REFUSED.get(token.text) ?? null
      const meant = refused === null ? nearest(token.text, FUNCTIONS.keys()) : null
      const hint = refused ?? (meant ? `Did you mean \`${meant}\`?` : `A variable is read with a point: \`.${shown(token.text)}\`; a text stands in double quotes.`)
      this.#cursor.report('template/unknown-function', token.range, `There is no function \`${shown(token.text)}\`. ${hint}`, meant)
    }
    return this.#took({ type: 'function', name: token.text, range: token.range })
  }

  #number(token: Token): Operand | null {
    const value = numberOf(token.text)
    if (value === 'malformed') return this.#fail(token, `\`${shown(token.text)}\` is not a number.`)
    if (value === 'too large') return this.#fail(token, `\`${shown(token.text)}\` is too large for a number.`)
    return this.#took({ type: 'constant', value, range: token.range })
  }

  #quoted(token: Token): Operand | null {
    const value = token.kind === 'raw' ? token.text.slice(1, -1).replaceAll('\r', '') : token.kind === 'string' ? unquote(token.text) : characterOf(token.text)
    if (value === null) {
      return this.#fail(token, token.kind === 'string'
        ? 'A `\\` in this text begins nothing that is known. Write `\\\\` for the sign itself.'
        : 'Single quotes hold one character. A text stands in double quotes.')
    }
    return this.#took({ type: 'constant', value, range: token.range })
  }

  #parenthesised(open: Token): Operand | null {
    if (this.#depth >= MAX_TEMPLATE_NESTING) return this.#fail(open, `Parentheses nest deeper than ${MAX_TEMPLATE_NESTING}. Put a part into a variable.`)
    this.#cursor.next()
    this.#depth += 1
    const pipe = this.pipe('these parentheses', 'close')
    this.#depth -= 1
    return pipe && { type: 'pipe', pipe, range: { start: open.range.start, end: this.#cursor.behind } }
  }

  #fail(at: Pick<Token, 'range'>, message: string): null {
    this.#cursor.report('template/syntax', at.range, message)
    return null
  }
}

function operatorHint(sign: string): string {
  const words: ReadonlyMap<string, string> = new Map([['<', 'lt .a .b'], ['>', 'gt .a .b'], ['!', 'not .a'], ['&', 'and .a .b'], [',', 'f .a .b']])
  const hint = words.get(sign)
  if (sign === ',') return 'A comma cannot stand here: what a function takes is written side by side, `eq .a .b`.'
  return `\`${sign}\` means nothing here.${hint ? ` Functions stand in front of what they take: \`${hint}\`.` : ''}`
}
