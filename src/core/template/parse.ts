import type { Range } from '../text/edit.ts'
import { shown } from '../source/shown.ts'
import { Cursor } from './cursor.ts'
import { lex } from './lex.ts'
import { MAX_TEMPLATE_LENGTH, MAX_TEMPLATE_NESTING } from './limits.ts'
import { unquote } from './literal.ts'
import type { ChoiceNode, Pipe, TemplateBody, TemplateDefinition, TemplateNode, TemplateTree } from './nodes.ts'
import { PipeReader } from './parse-pipe.ts'
import { type Keyword, type Token } from './token.ts'
import { Variables } from './variables-in-scope.ts'

/**
 * Reads a template. Never throws: what is wrong is in `problems`, and what follows a fault is read
 * all the same, so that an editor sees the rest.
 */
export function parseTemplate(text: string): TemplateTree {
  if (text.length > MAX_TEMPLATE_LENGTH) {
    const range = { start: 0, end: text.length }
    const message = `This template is ${text.length} characters long, more than the ${MAX_TEMPLATE_LENGTH} that are read. Shorten it.`
    return { text, root: [], definitions: new Map(), tokens: [], problems: [{ code: 'template/too-large', range, message }] }
  }
  return new Parser(text).tree()
}

/** What ends a body: the action whose `{{` and word are taken, or the end of the text. */
type Stop = { readonly word: 'end' | 'else' | null; readonly start: number }

class Parser {
  readonly #text: string
  readonly #tokens: readonly Token[]
  readonly #cursor: Cursor
  readonly #variables: Variables
  readonly #pipes: PipeReader
  readonly #definitions = new Map<string, TemplateDefinition>()
  #depth = 0
  #ranges = 0

  constructor(text: string) {
    this.#text = text
    this.#tokens = lex(text)
    this.#cursor = new Cursor(this.#tokens)
    this.#variables = new Variables(text)
    this.#pipes = new PipeReader(this.#cursor, this.#variables)
  }

  tree(): TemplateTree {
    const root: TemplateNode[] = []
    for (;;) {
      const { nodes, stop } = this.#nodes()
      root.push(...nodes)
      if (stop.word === null) break
      const end = this.#cursor.skipAction()
      this.#cursor.report('template/syntax', { start: stop.start, end }, `This \`{{${stop.word}}}\` belongs to nothing. Remove it, or open an \`{{if}}\`, \`{{range}}\` or \`{{with}}\` before.`)
    }
    const problems = this.#cursor.problems.toSorted((a, b) => a.range.start - b.range.start)
    return { text: this.#text, root, definitions: this.#definitions, tokens: this.#tokens, problems }
  }

  #nodes(): { readonly nodes: readonly TemplateNode[]; readonly stop: Stop } {
    const nodes: TemplateNode[] = []
    for (;;) {
      const token = this.#cursor.next()
      switch (token.kind) {
        case 'text':
          nodes.push({ type: 'text', text: token.text, range: token.range })
          break
        case 'error':
          this.#cursor.reportFault(token)
          break
        case 'end': return { nodes, stop: { word: null, start: token.range.start } }
        case 'left': {
          const stop = this.#action(token.range.start, nodes)
          if (stop) return { nodes, stop }
          break
        }
        // Comments give nothing, and no other piece stands outside an action.
        default:
      }
    }
  }

  /** Reads an action into `nodes`, or says that it ends the body. */
  #action(start: number, nodes: TemplateNode[]): Stop | null {
    const word = this.#cursor.look()
    if (word.kind !== 'keyword') {
      const pipe = this.#pipes.pipe('this action', 'right')
      if (pipe) nodes.push({ type: 'action', pipe, range: this.#since(start) })
      else this.#cursor.skipAction()
      return null
    }
    this.#cursor.next()
    const keyword = word.text as Keyword
    switch (keyword) {
      case 'end':
      case 'else': return { word: keyword, start }
      case 'if':
      case 'with':
      case 'range':
        this.#nested(word, () => this.#control(keyword, start, nodes))
        return null
      case 'define':
        this.#nested(word, () => this.#define(start, word))
        return null
      case 'block':
        this.#nested(word, () => this.#block(start, nodes))
        return null
      case 'template':
        this.#invocation(start, nodes)
        return null
      case 'break':
      case 'continue':
        if (this.#ranges === 0) this.#cursor.report('template/syntax', word.range, `\`{{${keyword}}}\` stands outside a \`{{range}}\`. Move it inside one, or remove it.`)
        this.#closeAction(keyword)
        nodes.push({ type: keyword, range: this.#since(start) })
        return null
    }
  }

  /** One control structure deeper; those that nest too deeply are passed over action by action. */
  #nested(word: Token, read: () => void): void {
    if (this.#depth >= MAX_TEMPLATE_NESTING) {
      this.#cursor.report('template/too-large', word.range, `Actions nest deeper than ${MAX_TEMPLATE_NESTING}. Put a part into a \`{{define}}\`.`)
      this.#cursor.skipAction()
      return
    }
    this.#depth += 1
    read()
    this.#depth -= 1
  }

  #control(type: 'if' | 'with' | 'range', start: number, nodes: TemplateNode[]): void {
    this.#variables.within(() => {
      const branches: ChoiceNode['branches'][number][] = []
      let otherwise: TemplateBody | null = null
      let isElse = false
      let pipe = this.#pipeOf(type)
      const opening = this.#since(start)
      for (;;) {
        const { body, stop } = this.#body(type === 'range' && !isElse)
        if (isElse) otherwise ??= body
        else branches.push({ pipe, body })
        if (stop.word !== 'else') {
          this.#end(type, opening, stop)
          break
        }
        const next = this.#cursor.look()
        if (isElse) {
          const end = this.#cursor.skipAction()
          this.#cursor.report('template/syntax', { start: stop.start, end }, `A second \`{{else}}\` in one \`{{${type}}}\`. Remove it, or close what comes before with \`{{end}}\`.`)
        } else if (next.kind === 'keyword' && next.text === type && type !== 'range') {
          this.#cursor.next()
          pipe = this.#pipeOf(type)
        } else {
          this.#closeAction('else')
          isElse = true
        }
      }
      const range = this.#since(start)
      const [first] = branches
      if (type !== 'range') nodes.push({ type, branches, otherwise, range })
      else if (first) nodes.push({ type, pipe: first.pipe, body: first.body, otherwise, range })
    })
  }

  /** The pipeline of a keyword; an empty one when it cannot be read, which is then a problem. */
  #pipeOf(keyword: Keyword): Pipe {
    const pipe = this.#pipes.pipe(`\`${keyword}\``, 'right')
    if (pipe) return pipe
    const end = this.#cursor.skipAction()
    return { declares: [], isAssignment: false, commands: [], range: { start: end, end } }
  }

  #body(isLoop: boolean): { readonly body: TemplateBody; readonly stop: Stop } {
    const start = this.#cursor.behind
    if (isLoop) this.#ranges += 1
    const { nodes, stop } = this.#variables.within(() => this.#nodes())
    if (isLoop) this.#ranges -= 1
    return { body: { nodes, range: { start, end: stop.start } }, stop }
  }

  /** The end of what a keyword opened, or that it has none. */
  #end(keyword: Keyword, opening: Range, stop: Stop): void {
    if (stop.word === 'end') this.#closeAction('end')
    else this.#cursor.report('template/unclosed-action', opening, `This \`{{${keyword}}}\` is not closed. Write \`{{end}}\` where it ends.`)
  }

  /** The `}}` of an action that holds nothing more. */
  #closeAction(keyword: Keyword): void {
    const token = this.#cursor.look()
    if (token.kind !== 'right' && token.kind !== 'error') {
      this.#cursor.report('template/syntax', token.range, `After \`${keyword}\` nothing may follow. Close the action with \`}}\`.`)
    }
    this.#cursor.skipAction()
  }

  #define(start: number, word: Token): void {
    if (this.#depth > 1) this.#cursor.report('template/syntax', word.range, 'A `{{define}}` stands at the top of a template only, not inside another action. Move it out.')
    const name = this.#name('define')
    if (name) this.#closeAction('define')
    this.#definition(start, 'define', name)
  }

  #block(start: number, nodes: TemplateNode[]): void {
    const name = this.#name('block')
    const pipe = name && this.#pipeOf('block')
    this.#definition(start, 'block', name)
    if (name) nodes.push({ type: 'template', name: name.name, nameRange: name.range, pipe, range: this.#since(start) })
  }

  #definition(start: number, keyword: 'define' | 'block', name: { readonly name: string; readonly range: Range } | null): void {
    const opening = this.#since(start)
    const ranges = this.#ranges
    this.#ranges = 0
    const { body, stop } = this.#variables.apart(() => this.#body(false))
    this.#ranges = ranges
    let last = stop
    while (last.word === 'else') {
      const end = this.#cursor.skipAction()
      this.#cursor.report('template/syntax', { start: last.start, end }, 'This `{{else}}` belongs to nothing. Remove it, or open an `{{if}}` before.')
      last = this.#body(false).stop
    }
    this.#end(keyword, opening, last)
    if (!name) return
    const known = this.#definitions.get(name.name)
    if (known && !isEmpty(known.body) && !isEmpty(body)) {
      this.#cursor.report('template/syntax', name.range, `The template \`${shown(name.name)}\` is defined twice. Give one of them another name.`)
    } else if (!known || isEmpty(known.body)) {
      this.#definitions.set(name.name, { name: name.name, nameRange: name.range, body, range: this.#since(start) })
    }
  }

  #invocation(start: number, nodes: TemplateNode[]): void {
    const name = this.#name('template')
    if (!name) return
    const isBare = this.#cursor.look().kind === 'right'
    if (isBare) this.#cursor.next()
    const pipe = isBare ? null : this.#pipeOf('template')
    nodes.push({ type: 'template', name: name.name, nameRange: name.range, pipe, range: this.#since(start) })
  }

  /** The quoted name behind a keyword; without one the action is passed over. */
  #name(keyword: Keyword): { readonly name: string; readonly range: Range } | null {
    const token = this.#cursor.look()
    const name = token.kind === 'string' ? unquote(token.text) : token.kind === 'raw' ? token.text.slice(1, -1) : null
    if (name !== null) {
      this.#cursor.next()
      return { name, range: token.range }
    }
    if (token.kind !== 'error') this.#cursor.report('template/syntax', token.range, `After \`${keyword}\` a name in quotes belongs: \`{{${keyword} "name"${keyword === 'define' ? '' : ' .'}}}\`.`)
    this.#cursor.skipAction()
    return null
  }

  #since(start: number): Range {
    return { start, end: this.#cursor.behind }
  }
}

/** Whether a definition holds white space only; Go lets another one replace such a one. */
function isEmpty(body: TemplateBody): boolean {
  return body.nodes.every((node) => node.type === 'text' && node.text.trim() === '')
}
