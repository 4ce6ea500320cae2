import {
  applyEdits, contentOf, dialectNamed, hasAction, isOneAction, isTextAt, nearest, parametersOf, patch, pathOfNode, rangeInTemplate, readArguments, removeArgument, renameArgument, setArgument, unreachable,
  type Analysis, type ArgumentEdits, type Arguments, type Diagnostic, type Field, type Json, type Parameter, type Parameters, type Range, type TextEdit, type ToolWork,
} from '../../src/core/index.ts'
import { readInput, toArguments } from '../tools/input.ts'
import { checkValue, showMisfit, type Misfit } from '../tools/schema.ts'
import type { JsonSchema, ToolInfo } from '../tools/tool.ts'

type Fixes = NonNullable<Diagnostic['fixes']>
type Node = { readonly index: number; readonly id: string; readonly work: ToolWork; readonly input: string }
type Reading = NonNullable<Analysis['reading']>

/** A fix is written into the file to know its edits: whoever has more problems than this mends these first. */
const MOST_WITH_FIXES = 10

/**
 * What is wrong with what a node gives its tool, as far as that can be told before templates are filled in.
 * Each problem is that of one argument, with the ways to mend it.
 */
export function argumentDiagnostics(analysis: Analysis, node: Node, tool: ToolInfo): readonly Diagnostic[] {
  const { reading } = analysis
  const field = dialectNamed(analysis.dialect).nodeFields.find(({ argumentsOf }) => argumentsOf !== undefined)
  if (reading === null || field === undefined) return []
  // That a map or a list is no text is told of the field; its arguments are not.
  if (!isTextAt(reading, pathTo(analysis, reading, node, field.name))) return []
  const place = new Place(analysis, reading, node, field)
  const read = readArguments(place.text)
  const parameters = parametersOf(tool.input)
  if (!read.ok || (read.object === null && parameters.list.length === 0)) return wholeFaults(tool, node).map((message) => place.report(message, [], null, []))
  const faults = [...faultsOf(read, tool, parameters, node.work)]
  const missing = faults.filter((fault) => fault.kind === 'missing' && isOfArgument(fault)).map(({ path }) => String(path[0]))
  return faults.map((fault, index) => {
    const name = typeof fault.path[0] === 'string' ? fault.path[0] : null
    const argument = name === null ? undefined : read.list.find((each) => each.name === name)
    const isName = fault.kind === 'unknown' && isOfArgument(fault)
    const range = argument ? (isName ? argument.nameRange : argument.range) : read.object && { start: read.object.start, end: read.object.start + 1 }
    const fixes = place.fixes(name === null || index >= MOST_WITH_FIXES ? [] : mends(read, name, fault, parameters, missing))
    const said = showMisfit(fault)
    return place.report(`\`${tool.name}\`: ${said}${said.endsWith('?') ? '' : '.'}`, name === null ? [] : [name], range, fixes, fault.severity)
  })
}

/** What does not fit of an input that is no object, where no template fills it in. */
function wholeFaults(tool: ToolInfo, { work, input }: Node): readonly string[] {
  // A prompt goes with the arguments, and is a template too.
  if (hasAction(input) || work.prompt !== undefined) return []
  const made = toArguments(tool.input, readInput(input))
  if (!made.ok) return [`\`${tool.name}\`: ${made.reason}. ${made.hint}`]
  const checked = checkValue(tool.input, made.value)
  return checked.ok ? checked.misfits.map((misfit) => `\`${tool.name}\`: ${showMisfit(misfit)}.`) : []
}

/** `quoted`: a template in quotes, which makes a text of what is none. */
type Fault = Omit<Misfit, 'kind'> & { readonly kind: Misfit['kind'] | 'quoted'; readonly severity?: 'warning' }

/** Is it said of an argument itself, and of nothing within it? */
function isOfArgument({ path }: Fault): boolean {
  return path.length === 1
}

function* faultsOf(read: Arguments, tool: ToolInfo, parameters: Parameters, work: ToolWork): Generator<Fault> {
  const known = new Map(parameters.list.map((parameter) => [parameter.name, parameter]))
  const given = new Set(read.list.map(({ name }) => name))
  // The node's own prompt goes with the arguments.
  if (work.prompt !== undefined) given.add('prompt')
  const isLiteral = read.list.every(({ text }) => !hasAction(text))
  if (isLiteral && work.prompt === undefined) {
    const checked = checkValue(tool.input, JSON.parse(read.object === null ? '{}' : read.text) as Json)
    if (checked.ok) yield* checked.misfits
  } else {
    for (const { name, required } of parameters.list) if (required && !given.has(name)) yield { kind: 'missing', path: [name], expected: 'is missing' }
    for (const { name, text } of read.list) {
      const parameter = known.get(name)
      if (!parameter) {
        if (parameters.others === 'refused') yield { kind: 'unknown', path: [name], expected: unknown(name, parameters) }
      } else yield* filledFaults(parameter, text, tool)
    }
  }
  if (parameters.others !== 'unsaid') return
  for (const { name } of read.list) if (!known.has(name)) yield { kind: 'unknown', path: [name], expected: unknown(name, parameters), severity: 'warning' }
}

/** What can be told of one argument among others that are filled in. */
function* filledFaults(parameter: Parameter, text: string, tool: ToolInfo): Generator<Fault> {
  const { name, type } = parameter
  if (hasAction(text)) {
    // Whatever it renders is a text.
    if (text.startsWith('"') && type !== 'text' && type !== 'any') yield { kind: 'quoted', path: [name], expected: `is a text, since it stands in quotes, and must be ${wanted(parameter)}` }
    return
  }
  const checked = checkValue(alone(tool.input), { [name]: JSON.parse(text) as Json })
  if (checked.ok) yield* checked.misfits
}

const aloneOf = new WeakMap<JsonSchema, JsonSchema>()

/** What a schema says of each argument by itself: none of its rules about all of them together, of which only one is given. */
function alone(schema: JsonSchema): JsonSchema {
  const known = aloneOf.get(schema)
  if (known !== undefined) return known
  const made = Object.fromEntries(Object.entries(schema).filter(([key]) => OF_EACH.has(key)))
  aloneOf.set(schema, made)
  return made
}

/** The properties, and what these refer to. */
const OF_EACH: ReadonlySet<string> = new Set(['$schema', '$id', 'id', '$defs', 'definitions', 'properties'])

/** `a whole number`, `true or false`, `one of 1, 2`. */
function wanted({ type, word, values }: Parameter): string {
  if (values) return `one of ${values.slice(0, 20).map((value) => JSON.stringify(value)).join(', ')}`
  if (type === 'boolean') return word
  return `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`
}

function unknown(name: string, { list }: Parameters): string {
  const meant = nearest(name, list.map((parameter) => parameter.name))
  return meant === null ? `is unknown; known: ${list.map((parameter) => parameter.name).join(', ')}` : `is unknown; did you mean "${meant}"?`
}

type Mend = { readonly title: string; readonly made: ArgumentEdits }

function mends(read: Arguments, name: string, fault: Fault, { list }: Parameters, missing: readonly string[]): readonly Mend[] {
  const order = list.map((parameter) => parameter.name)
  switch (fault.kind) {
    case 'unknown': {
      if (!isOfArgument(fault)) return []
      const meant = nearest(name, order.filter((other) => !read.list.some((argument) => argument.name === other)))
      return [
        ...(meant === null ? [] : [{ title: `Change to \`${meant}\``, made: renameArgument(read, name, meant) }]),
        { title: `Remove \`${name}\``, made: removeArgument(read, name) },
      ]
    }
    case 'missing': {
      if (!isOfArgument(fault)) return []
      const one = [{ title: `Add \`${name}\``, made: add(read, [name], list) }]
      return missing.length < 2 ? one : [...one, { title: `Add all ${missing.length} that are missing`, made: add(read, missing, list) }]
    }
    case 'quoted': {
      const content = contentOf(read.list.find((argument) => argument.name === name)?.text ?? '')
      return content !== null && isOneAction(content) ? [{ title: 'Write it without quotes', made: setArgument(read, name, content, { order }) }] : []
    }
    case 'value':
      return []
    default:
      return unreachable(fault.kind)
  }
}

/** Arguments that are missing, each with its default or nothing of its type, to be filled in. */
function add(read: Arguments, names: readonly string[], list: readonly Parameter[]): ArgumentEdits {
  let now: Arguments = read
  for (const name of names) {
    const parameter = list.find((each) => each.name === name)
    const made = setArgument(now, name, parameter ? emptyOf(parameter) : '""', { order: list.map((each) => each.name) })
    if (!made.ok) return made
    const next = readArguments(applyEdits(now.text, made.edits))
    if (!next.ok) return next
    now = next
  }
  return { ok: true, edits: [{ range: { start: 0, end: read.text.length }, text: now.text }] }
}

function emptyOf({ type, default: fallback, values }: Parameter): string {
  if (fallback !== undefined) return JSON.stringify(fallback)
  if (values?.[0] !== undefined) return JSON.stringify(values[0])
  switch (type) {
    case 'text':
    case 'any': return '""'
    case 'number':
    case 'integer': return '0'
    case 'boolean': return 'false'
    case 'list': return '[]'
    case 'map': return '{}'
  }
}

function pathTo({ dialect }: Analysis, { model }: Reading, { index }: Node, field: string): Diagnostic['path'] {
  return [...pathOfNode(dialectNamed(dialect), model, index), field]
}

/** The input of a node in its file. */
class Place {
  readonly #analysis: Analysis
  readonly #reading: Reading
  readonly #node: Node
  readonly #field: string
  readonly #toolField: string
  /** The node, by the name that commands know it by. */
  readonly #key: string | undefined
  readonly text: string

  constructor(analysis: Analysis, reading: Reading, node: Node, field: Field) {
    this.#analysis = analysis
    this.#reading = reading
    this.#node = node
    this.#field = field.name
    this.#toolField = field.argumentsOf ?? field.name
    this.#key = analysis.view.nodes.find(({ index, ghost }) => index === node.index && !ghost)?.key
    const written = reading.origin.sourceNode(this.#pathTo(this.#field))
    this.text = written?.kind === 'scalar' ? written.text : node.input
  }

  #pathTo(field: string) {
    return pathTo(this.#analysis, this.#reading, this.#node, field)
  }

  report(message: string, within: readonly string[], range: Range | null, fixes: Fixes, severity: Diagnostic['severity'] = 'error'): Diagnostic {
    const path = this.#pathTo(this.#field)
    const { origin } = this.#reading
    const shown = (range && rangeInTemplate(this.#reading, path, range)) ?? origin.range(origin.sourcePath(path) === null ? this.#pathTo(this.#toolField) : path)
    return {
      code: 'tool/wrong-arguments', severity, message, path: [...path, ...within], node: this.#node.id, field: this.#field,
      ...(shown !== undefined && { range: shown }),
      ...(fixes.length > 0 && { fixes }),
    }
  }

  /** Fixes of the file. What cannot be written there is left out. */
  fixes(mends: readonly Mend[]): Fixes {
    return mends.flatMap(({ title, made }) => {
      const edits = made.ok ? this.#edits(made.edits) : null
      return edits === null || edits.length === 0 ? [] : [{ title, edits }]
    })
  }

  #edits(pieces: readonly TextEdit[]): readonly TextEdit[] | null {
    if (this.#key === undefined) return null
    const value = applyEdits(this.text, pieces)
    const operations = dialectNamed(this.#analysis.dialect).operations(this.#reading, { type: 'setField', node: this.#key, field: this.#field, value, pieces })
    const patched = operations.ok ? patch(this.#reading.source, operations.value) : operations
    return patched.ok ? patched.value.edits : null
  }
}

