import { shown } from '../../source/shown.ts'
import type { Range } from '../../text/edit.ts'
import { jsonFault } from '../check-json.ts'
import type { TemplateNode, TemplateTree } from '../nodes.ts'
import { parseTemplate } from '../parse.ts'
import { isJsonTree } from '../render.ts'

/** An argument as it stands in an input that is a JSON object. */
export type Argument = {
  readonly name: string
  /** Of the name, with its quotes. */
  readonly nameRange: Range
  /** Of the value. */
  readonly range: Range
  /** The value as it is written: JSON, with actions in it. */
  readonly text: string
  /** Where the comma behind it stands; null behind the last one. */
  readonly comma: number | null
}

/** An input whose arguments can be told apart. One that is blank has none, and no `object` yet. */
export type Arguments = { readonly ok: true; readonly text: string; readonly object: Range | null; readonly list: readonly Argument[] }

/**
 * Why the arguments of an input cannot be told apart: it is plain text or a list, it is broken, or
 * which arguments there are depends on data.
 */
export type NoArguments = { readonly ok: false; readonly kind: 'text' | 'broken' | 'varied'; readonly reason: string; readonly range?: Range }

/** The arguments of an input template, in the order in which they are written. */
export function readArguments(text: string): Arguments | NoArguments {
  if (text.trim() === '') return { ok: true, text, object: null, list: [] }
  const tree = parseTemplate(text)
  const [problem] = tree.problems
  if (problem) return { ok: false, kind: 'broken', reason: problem.message, range: problem.range }
  if (!isJsonTree(tree)) return { ok: false, kind: 'text', reason: 'This input is plain text: it does not begin with `{`.' }
  const fault = jsonFault(tree)
  if (fault) return { ok: false, kind: 'broken', reason: fault.message, range: fault.range }
  return new Scanner(tree).read()
}

type State = 'before' | 'name' | 'inName' | 'colon' | 'value' | 'inValue' | 'after'

const VARIED = 'Which arguments there are depends on a template here.'

/** Goes through an object that is JSON, whatever its actions give, and notes where its entries stand. */
class Scanner {
  readonly #tree: TemplateTree
  readonly #list: Argument[] = []
  #state: State = 'before'
  #inside = new Inside()
  #objectStart = 0
  #objectEnd = 0
  #name = ''
  #nameStart = 0
  #nameEnd = 0
  #isEscaped = false
  #valueStart = 0
  #valueEnd = 0
  #fault: NoArguments | null = null

  constructor(tree: TemplateTree) {
    this.#tree = tree
  }

  read(): Arguments | NoArguments {
    for (const node of this.#tree.root) {
      if (this.#fault) break
      if (node.type === 'text') this.#text(node.range)
      else if (node.type !== 'action' || node.pipe.declares.length === 0) this.#node(node)
    }
    // What is too varied to be judged without data need not be an object to its end.
    if (this.#state !== 'after') this.#vary({ start: 0, end: this.#tree.text.length })
    const seen = new Set<string>()
    for (const { name, nameRange } of this.#list) {
      if (seen.has(name)) this.#fault ??= { ok: false, kind: 'broken', reason: `The argument \`${shown(name)}\` is given twice.`, range: nameRange }
      seen.add(name)
    }
    if (this.#fault) return this.#fault
    return { ok: true, text: this.#tree.text, object: { start: this.#objectStart, end: this.#objectEnd }, list: this.#list }
  }

  #text({ start, end }: Range): void {
    for (let at = start; at < end && !this.#fault; at += 1) this.#character(this.#tree.text[at]!, at)
    // A name that goes on behind an action is not known.
    if (this.#state === 'inName') this.#vary({ start: this.#nameStart, end })
  }

  #character(character: string, at: number): void {
    const isSpace = /[ \t\r\n]/.test(character)
    switch (this.#state) {
      case 'before':
        if (isSpace) return
        if (character !== '{') {
          this.#fault = { ok: false, kind: 'text', reason: 'This input is a list, and a tool takes its arguments by name: an object in `{` and `}`.' }
          return
        }
        this.#objectStart = at
        this.#state = 'name'
        return
      case 'name':
        if (character === '"') {
          this.#nameStart = at
          this.#isEscaped = false
          this.#state = 'inName'
        } else if (character === '}') this.#close(at)
        return
      case 'inName':
        if (this.#isEscaped) this.#isEscaped = false
        else if (character === '\\') this.#isEscaped = true
        else if (character === '"') {
          this.#nameEnd = at + 1
          this.#name = nameOf(this.#tree.text.slice(this.#nameStart, at + 1)) ?? ''
          this.#state = 'colon'
        }
        return
      case 'colon':
        if (character === ':') this.#state = 'value'
        return
      case 'value':
        if (isSpace) return
        this.#begin(at)
        break
      case 'inValue':
        break
      case 'after':
        return
    }
    this.#inValue(character, at, isSpace)
  }

  #inValue(character: string, at: number, isSpace: boolean): void {
    if (this.#inside.isAtTop && (character === ',' || character === '}')) {
      this.#list.push({
        name: this.#name,
        nameRange: { start: this.#nameStart, end: this.#nameEnd },
        range: { start: this.#valueStart, end: this.#valueEnd },
        text: this.#tree.text.slice(this.#valueStart, this.#valueEnd),
        comma: character === ',' ? at : null,
      })
      this.#state = 'name'
      if (character === '}') this.#close(at)
      return
    }
    this.#inside.take(character)
    if (!isSpace || this.#inside.isInText) this.#valueEnd = at + 1
  }

  #close(at: number): void {
    this.#objectEnd = at + 1
    this.#state = 'after'
  }

  #begin(at: number): void {
    this.#valueStart = at
    this.#inside = new Inside()
    this.#state = 'inValue'
  }

  #node(node: Exclude<TemplateNode, { readonly type: 'text' }>): void {
    const { range } = node
    switch (this.#state) {
      case 'before':
      case 'name':
      case 'inName':
      case 'colon':
      case 'after':
        this.#vary(range)
        return
      case 'value':
        this.#begin(range.start)
        break
      case 'inValue':
    }
    this.#valueEnd = range.end
    if (!bodiesOf(node).every((body) => this.#inside.holds(body))) this.#vary(range)
  }

  #vary(range: Range): void {
    this.#fault ??= { ok: false, kind: 'varied', reason: VARIED, range }
  }
}

function nameOf(quoted: string): string | null {
  try {
    return JSON.parse(quoted) as string
  } catch {
    return null
  }
}

/** Where a place of a value is: within quotes, within brackets, or neither. */
class Inside {
  #depth: number
  #isInText: boolean
  #isEscaped = false

  constructor(depth = 0, isInText = false) {
    this.#depth = depth
    this.#isInText = isInText
  }

  get isInText(): boolean {
    return this.#isInText
  }

  get isAtTop(): boolean {
    return this.#depth === 0 && !this.#isInText
  }

  take(character: string): void {
    if (this.#isEscaped) this.#isEscaped = false
    else if (this.#isInText) {
      if (character === '\\') this.#isEscaped = true
      else if (character === '"') this.#isInText = false
    } else if (character === '"') this.#isInText = true
    else if (character === '{' || character === '[') this.#depth += 1
    else if (character === '}' || character === ']') this.#depth -= 1
  }

  /** Does the body of a condition or a loop end where it began, without leaving the value on its way? */
  holds(nodes: readonly TemplateNode[]): boolean {
    const here = new Inside(this.#depth, this.#isInText)
    for (const node of nodes) {
      if (node.type === 'text') {
        for (const character of node.text) {
          if (here.isAtTop && character === ',') return false
          here.take(character)
          if (here.#depth < this.#depth) return false
        }
      } else if (!bodiesOf(node).every((body) => here.holds(body))) return false
    }
    return here.#depth === this.#depth && here.#isInText === this.#isInText && !here.#isEscaped
  }
}

function bodiesOf(node: TemplateNode): readonly (readonly TemplateNode[])[] {
  switch (node.type) {
    case 'text':
    case 'action':
    case 'template':
    case 'break':
    case 'continue': return []
    case 'if':
    case 'with': return [...node.branches.map(({ body }) => body.nodes), ...(node.otherwise ? [node.otherwise.nodes] : [])]
    case 'range': return [node.body.nodes, ...(node.otherwise ? [node.otherwise.nodes] : [])]
  }
}
