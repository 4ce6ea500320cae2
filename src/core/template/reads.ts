import type { Range } from '../text/edit.ts'
import { isDataOperand, isDataPipe, type DataHere } from './data.ts'
import type { FieldName, Operand, Pipe, TemplateBody, TemplateNode, TemplateTree } from './nodes.ts'
import { parseTemplate } from './parse.ts'

/** One place where a template reads a variable of its data. */
export type VariableRead = {
  readonly name: string
  /** The variable and the fields that are read of it: `.report.title` is `['report', 'title']`. */
  readonly path: readonly string[]
  /** The whole chain. */
  readonly range: Range
  /** The variable's name alone, without point or quotes: what a rename replaces. */
  readonly nameRange: Range
  /** `index . "my-name"` reads a name as a text; `.name` as a word. */
  readonly form: 'field' | 'index'
}

/**
 * Every place that reads a variable of the data, in the order of the text. Inside `range` and `with`
 * the dot is something else, and `$.name` reads the data; in a definition both are what it is given,
 * so that its reads count when it is given the data itself. What cannot be read is passed over.
 */
export function templateVariables(text: string): readonly VariableRead[] {
  return readsOf(parseTemplate(text))
}

export function readsOf(tree: TemplateTree): readonly VariableRead[] {
  const reads = new Reads(tree)
  reads.scan()
  return reads.found.toSorted((a, b) => a.nameRange.start - b.nameRange.start)
}

/** What is known of dot and variables: which of them are the data itself. */
type Known = { readonly isDotData: boolean; readonly dataSlots: Set<number> }

function hereOf({ isDotData, dataSlots }: Known): DataHere {
  return { isDotData, isData: ({ slot }) => dataSlots.has(slot) }
}

/** The names of the definitions that are given the data: in them the dot and `$` are the data, too. */
export function definitionsOfData(tree: TemplateTree): ReadonlySet<string> {
  const reads = new Reads(tree)
  reads.scan()
  return reads.given
}

class Reads {
  readonly found: VariableRead[] = []
  readonly #tree: TemplateTree
  readonly #text: string
  /** Definitions that are given the data. */
  readonly given = new Set<string>()

  constructor(tree: TemplateTree) {
    this.#tree = tree
    this.#text = tree.text
  }

  scan(): void {
    this.#nodes(this.#tree.root, { isDotData: true, dataSlots: new Set([0]) })
    // A definition may pass the data on to the next.
    for (const name of this.given) {
      const definition = this.#tree.definitions.get(name)
      if (definition) this.#nodes(definition.body.nodes, { isDotData: true, dataSlots: new Set([0]) })
    }
  }

  #nodes(nodes: readonly TemplateNode[], known: Known): void {
    for (const node of nodes) this.#node(node, known)
  }

  #node(node: TemplateNode, known: Known): void {
    switch (node.type) {
      case 'text':
      case 'break':
      case 'continue': return
      case 'action': return void this.#pipe(node.pipe, known)
      case 'if':
      case 'with':
        for (const { pipe, body } of node.branches) {
          const isData = this.#pipe(pipe, known)
          this.#body(body, node.type === 'with' ? { ...known, isDotData: isData } : known)
        }
        return this.#body(node.otherwise, known)
      case 'range':
        this.#pipe(node.pipe, known)
        for (const { slot } of node.pipe.declares) known.dataSlots.delete(slot)
        this.#body(node.body, { ...known, isDotData: false })
        return this.#body(node.otherwise, known)
      case 'template':
        if (node.pipe && this.#pipe(node.pipe, known)) this.given.add(node.name)
    }
  }

  #body(body: TemplateBody | null, known: Known): void {
    if (body) this.#nodes(body.nodes, known)
  }

  /** Whether the pipeline gives the data itself. */
  #pipe(pipe: Pipe, known: Known): boolean {
    for (const { words } of pipe.commands) {
      const [first, second, third] = words
      for (const word of words) this.#operand(word, known)
      if (first.type === 'function' && first.name === 'index' && second && third) this.#index(second, third, known)
    }
    const isData = isDataPipe(pipe, hereOf(known))
    for (const { slot } of pipe.declares) {
      if (isData) known.dataSlots.add(slot)
      else known.dataSlots.delete(slot)
    }
    return isData
  }

  #operand(operand: Operand, known: Known): void {
    switch (operand.type) {
      case 'field':
        if (known.isDotData) this.#chain(operand.fields, operand.range)
        return
      case 'variable':
        if (known.dataSlots.has(operand.variable.slot)) this.#chain(operand.fields, operand.range)
        return
      case 'pipe': return void this.#pipe(operand.pipe, known)
      case 'chain':
        this.#operand(operand.of, known)
        if (isDataOperand(operand.of, hereOf(known))) this.#chain(operand.fields, operand.range)
        return
      case 'dot':
      case 'nil':
      case 'constant':
      case 'function':
    }
  }

  #chain(fields: readonly FieldName[], range: Range): void {
    const [first] = fields
    if (first) this.found.push({ name: first.name, path: fields.map(({ name }) => name), range, nameRange: first.range, form: 'field' })
  }

  /** `index . "name"`, where the text is written without escapes. */
  #index(of: Operand, key: Operand, known: Known): void {
    if (!isDataOperand(of, hereOf(known)) || key.type !== 'constant' || typeof key.value !== 'string') return
    const nameRange = { start: key.range.start + 1, end: key.range.end - 1 }
    if (this.#text.slice(nameRange.start, nameRange.end) !== key.value) return
    this.found.push({ name: key.value, path: [key.value], range: { start: of.range.start, end: key.range.end }, nameRange, form: 'index' })
  }
}
