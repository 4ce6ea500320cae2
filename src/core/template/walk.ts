import { shown } from '../source/shown.ts'
import { nearest } from '../text/nearest.ts'
import { Evaluator, type Frame } from './evaluate.ts'
import type { Meter } from './meter.ts'
import type { ChoiceNode, InvocationNode, RangeNode, TemplateNode, TemplateTree } from './nodes.ts'
import type { Sink } from './sink.ts'
import { isTrue } from './truth.ts'
import { entryOf, nameOfKind, see, sortedKeys, type Value } from './value.ts'

/** How a body ended: at its end, or where it leaves the range around it. */
type Left = 'end' | 'break' | 'continue'

/** Walks a template that has no problems and gives what it renders to a sink. */
export class Walk {
  readonly #tree: TemplateTree
  readonly #meter: Meter
  readonly #sink: Sink
  readonly #evaluator: Evaluator

  constructor(tree: TemplateTree, meter: Meter, sink: Sink) {
    this.#tree = tree
    this.#meter = meter
    this.#sink = sink
    this.#evaluator = new Evaluator(meter)
  }

  run(data: Value): void {
    this.#nodes(this.#tree.root, { dot: data, variables: [data] })
  }

  #nodes(nodes: readonly TemplateNode[], frame: Frame): Left {
    return this.#meter.deeper(() => {
      for (const node of nodes) {
        const left = this.#node(node, frame)
        if (left !== 'end') return left
      }
      return 'end'
    })
  }

  #node(node: TemplateNode, frame: Frame): Left {
    this.#meter.at = node.range
    this.#meter.spend(1)
    switch (node.type) {
      case 'text':
        this.#sink.text(node.text, node.range)
        return 'end'
      case 'action': {
        const value = this.#evaluator.pipe(node.pipe, frame)
        this.#meter.at = node.range
        if (node.pipe.declares.length === 0) this.#sink.value(value, node.range)
        return 'end'
      }
      case 'if':
      case 'with': return this.#choice(node, frame)
      case 'range': return this.#range(node, frame)
      case 'template':
        this.#invoke(node, frame)
        return 'end'
      case 'break':
      case 'continue': return node.type
    }
  }

  #choice(node: ChoiceNode, frame: Frame): Left {
    for (const { pipe, body } of node.branches) {
      const value = this.#evaluator.pipe(pipe, frame)
      if (isTrue(value, this.#meter)) return this.#nodes(body.nodes, node.type === 'with' ? { ...frame, dot: value } : frame)
    }
    return node.otherwise ? this.#nodes(node.otherwise.nodes, frame) : 'end'
  }

  #range(node: RangeNode, frame: Frame): Left {
    const value = this.#evaluator.pipe(node.pipe, frame)
    let isEmpty = true
    for (const [key, item] of this.#items(node, value)) {
      isEmpty = false
      this.#meter.spend(1)
      const [first, second] = node.pipe.declares
      if (first) frame.variables[first.slot] = second ? key : item
      if (second) frame.variables[second.slot] = item
      if (this.#nodes(node.body.nodes, { ...frame, dot: item }) === 'break') break
    }
    return isEmpty && node.otherwise ? this.#nodes(node.otherwise.nodes, frame) : 'end'
  }

  /** What a range goes over: items with their number, entries by sorted name, or the numbers below one. */
  *#items(node: RangeNode, value: Value): Generator<readonly [key: Value, item: Value]> {
    this.#meter.at = node.pipe.range
    const seen = see(value)
    switch (seen.kind) {
      case 'missing': return
      case 'list':
        yield* seen.value.entries()
        return
      case 'map': {
        const keys = sortedKeys(seen.value)
        this.#meter.spend(keys.length)
        for (const key of keys) yield [key, entryOf(seen.value, key)]
        return
      }
      case 'number':
        if (typeof seen.value === 'number' && !Number.isInteger(seen.value)) return this.#meter.fail('A range over a number takes a whole one; this is a fraction.')
        for (let at = 0; at < seen.value; at += 1) yield [at, at]
        return
      case 'text':
      case 'boolean': return this.#meter.fail(`A range goes over a list, an object or a whole number; this is ${nameOfKind(seen.kind)}.${seen.kind === 'text' ? ' If it is JSON, read it with `fromJson`.' : ''}`)
    }
  }

  #invoke(node: InvocationNode, frame: Frame): void {
    const definition = this.#tree.definitions.get(node.name)
    if (!definition) {
      this.#meter.at = node.nameRange
      return this.#meter.fail(unknownDefinition(node.name, this.#tree.definitions.keys()).message)
    }
    const dot = node.pipe ? this.#evaluator.pipe(node.pipe, frame) : null
    this.#nodes(definition.body.nodes, { dot, variables: [dot] })
  }
}

export function unknownDefinition(name: string, known: Iterable<string>): { readonly message: string; readonly meant: string | null } {
  const meant = nearest(name, known)
  return {
    meant,
    message: `No template \`${shown(name)}\` is defined. ${meant ? `Did you mean \`${shown(meant)}\`?` : `Define it: \`{{define "${shown(name)}"}}…{{end}}\`.`}`,
  }
}
