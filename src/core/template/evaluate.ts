import { shown } from '../source/shown.ts'
import { FUNCTIONS } from './functions/table.ts'
import type { Meter } from './meter.ts'
import type { Command, FieldName, Operand, Pipe } from './nodes.ts'
import { isTrue } from './truth.ts'
import { entryOf, nameOfKind, see, type Value } from './value.ts'

/** What a template sees: its dot, and its variables by slot. */
export type Frame = { readonly dot: Value; readonly variables: (Value | undefined)[] }

/** Evaluates what stands inside actions. */
export class Evaluator {
  readonly #meter: Meter

  constructor(meter: Meter) {
    this.#meter = meter
  }

  /** The value of a pipeline, which its variables then have too. */
  pipe(pipe: Pipe, frame: Frame): Value {
    return this.#meter.deeper(() => {
      let value: Value | undefined
      for (const command of pipe.commands) value = this.#command(command, frame, value)
      this.#meter.at = pipe.range
      if (value === undefined) return this.#meter.fail('There is no value here.')
      for (const { slot, name, range, isUndeclared } of pipe.declares) {
        if (isUndeclared) {
          this.#meter.at = range
          return this.#meter.fail(undeclared(name))
        }
        frame.variables[slot] = value
      }
      return value
    })
  }

  /** `piped` is what stands before the `|`. */
  #command(command: Command, frame: Frame, piped: Value | undefined): Value {
    const [first, ...others] = command.words
    this.#meter.at = command.range
    this.#meter.spend(1)
    if (first.type === 'function') return this.#call(first.name, command, others, frame, piped)
    if (first.type === 'nil') return this.#meter.fail('`nil` alone is no value to give. Compare with it: `eq .a nil`.')
    if (others.length > 0 || piped !== undefined) {
      return this.#meter.fail(`Only functions take values, and \`${shown(describe(first))}\` is none. ${others.length > 0 ? 'Put a function in front, or separate the actions.' : 'Put a function behind the `|`.'}`)
    }
    return this.#operand(first, frame)
  }

  #call(name: string, command: Command, words: readonly Operand[], frame: Frame, piped: Value | undefined): Value {
    const entry = FUNCTIONS.get(name)
    if (!entry) return this.#meter.fail(`There is no function \`${shown(name)}\`.`)
    const count = words.length + (piped === undefined ? 0 : 1)
    if (count < entry.least || count > entry.most) return this.#meter.fail(countFault(name, count) ?? '')
    const values: Value[] = []
    for (const word of words) {
      const value = this.#operand(word, frame)
      // What stands behind the value that decides is not evaluated.
      if ((name === 'and' || name === 'or') && isTrue(value, this.#meter) === (name === 'or')) return value
      values.push(value)
    }
    if (piped !== undefined) values.push(piped)
    this.#meter.at = command.range
    for (const value of values) this.#spendText(value)
    const result = entry.run(values, this.#meter)
    this.#spendText(result)
    return result
  }

  #spendText(value: Value): void {
    const seen = see(value)
    if (seen.kind === 'text') this.#meter.spendText(seen.value.length)
  }

  #operand(operand: Operand, frame: Frame): Value {
    this.#meter.spend(1)
    this.#meter.at = operand.range
    switch (operand.type) {
      case 'dot': return frame.dot
      case 'nil': return null
      case 'constant': return operand.value
      case 'field': return this.#fields(frame.dot, operand.fields)
      case 'variable': {
        const value = frame.variables[operand.variable.slot]
        if (value === undefined) return this.#meter.fail(`The variable \`${shown(operand.variable.name)}\` has no value yet: what declares it was not reached.`)
        return this.#fields(value, operand.fields)
      }
      case 'function': return this.#call(operand.name, { words: [operand], range: operand.range }, [], frame, undefined)
      case 'pipe': return this.pipe(operand.pipe, frame)
      case 'chain': return this.#fields(this.#operand(operand.of, frame), operand.fields)
    }
  }

  #fields(value: Value, fields: readonly FieldName[]): Value {
    let inner = value
    for (const [index, { name, range }] of fields.entries()) {
      const seen = see(inner)
      if (seen.kind === 'missing') return null
      if (seen.kind !== 'map') {
        this.#meter.at = range
        const owner = index === 0 ? 'what stands before it' : `\`${shown(fields[index - 1]!.name)}\``
        const hint = seen.kind === 'list' ? 'Take an item with `index`, or repeat with `range`.' : seen.kind === 'text' ? 'If it is JSON, read it with `fromJson`.' : 'Remove the field.'
        return this.#meter.fail(`\`.${shown(name)}\` cannot be read: ${owner} is ${nameOfKind(seen.kind)}, not an object. ${hint}`)
      }
      inner = entryOf(seen.value, name)
      this.#meter.spend(1)
    }
    return inner
  }
}

/** What is wrong with assigning to a variable that is not declared. */
export function undeclared(name: string): string {
  return `The variable \`${shown(name)}\` is not declared here. Declare it with \`:=\`: \`{{${shown(name)} := …}}\`.`
}

/** What is wrong with giving a function so many values, or null. */
export function countFault(name: string, count: number): string | null {
  const entry = FUNCTIONS.get(name)
  if (!entry || (count >= entry.least && count <= entry.most)) return null
  const wanted = entry.most === Infinity ? `at least ${entry.least}` : entry.least === entry.most ? (entry.least === 0 ? 'no value' : `${entry.least}`) : `${entry.least} to ${entry.most}`
  return `\`${name}\` takes ${wanted === 'no value' ? wanted : `${wanted} ${wanted.endsWith('1') ? 'value' : 'values'}`} and is given ${count === 0 ? 'none' : count}: \`${entry.usage}\`.`
}

function describe(operand: Operand): string {
  switch (operand.type) {
    case 'dot': return '.'
    case 'nil': return 'nil'
    case 'constant': return typeof operand.value === 'string' ? JSON.stringify(operand.value) : String(operand.value)
    case 'field': return operand.fields.map(({ name }) => `.${name}`).join('')
    case 'variable': return operand.variable.name + operand.fields.map(({ name }) => `.${name}`).join('')
    case 'function': return operand.name
    case 'pipe':
    case 'chain': return '( … )'
  }
}
