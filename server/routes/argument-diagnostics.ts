import {
  applyEdits, contentOf, dialectNamed, hasAction, isOneAction, nearest, parametersOf, patch, pathOfNode, rangeInTemplate, readArguments, removeArgument, renameArgument, setArgument,
  type Analysis, type ArgumentEdits, type Arguments, type Diagnostic, type Field, type Json, type Parameter, type Parameters, type Range, type TextEdit, type ToolWork,
} from '../../src/core/index.ts'
import { propertiesOf, readInput, toArguments } from '../tools/input.ts'
import { checkValue, showMisfit, type Misfit } from '../tools/schema.ts'
import type { ToolInfo } from '../tools/tool.ts'

type Fixes = NonNullable<Diagnostic['fixes']>
type Node = { readonly index: number; readonly id: string; readonly work: ToolWork; readonly input: string }
type Reading = NonNullable<Analysis['reading']>

/**
 * What is wrong with what a node gives its tool, as far as that can be told before templates are filled in.
 * Each problem is that of one argument, with the ways to mend it.
 */
export function argumentDiagnostics(analysis: Analysis, node: Node, tool: ToolInfo): readonly Diagnostic[] {
  const { reading } = analysis
  const field = dialectNamed(analysis.dialect).nodeFields.find(({ argumentsOf }) => argumentsOf !== undefined)
  if (reading === null || field === undefined) return []
  const place = new Place(analysis, reading, node, field)
  const read = readArguments(place.text)
  const parameters = parametersOf(tool.input)
  if (!read.ok || (read.object === null && parameters.list.length === 0)) return wholeFaults(tool, node).map((message) => place.report(message, [], null, []))
  const faults = [...faultsOf(read, tool, parameters, node.work)]
  const missing = faults.filter(({ expected, path }) => expected === 'is missing' && path.length === 1).map(({ path }) => String(path[0]))
  return faults.map((fault) => {
    const name = typeof fault.path[0] === 'string' ? fault.path[0] : null
    const argument = name === null ? undefined : read.list.find((each) => each.name === name)
    const range = argument ? (fault.isName ? argument.nameRange : argument.range) : read.object && { start: read.object.start, end: read.object.start + 1 }
    const fixes = place.fixes(name === null ? [] : mends(read, name, fault, parameters, missing))
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

type Fault = Misfit & { readonly isName?: true; readonly severity?: 'warning' }

function* faultsOf(read: Arguments, tool: ToolInfo, parameters: Parameters, work: ToolWork): Generator<Fault> {
  const known = new Map(parameters.list.map((parameter) => [parameter.name, parameter]))
  const given = new Set(read.list.map(({ name }) => name))
  // The node's own prompt goes with the arguments.
  if (work.prompt !== undefined) given.add('prompt')
  const isLiteral = read.list.every(({ text }) => !hasAction(text))
  if (isLiteral && work.prompt === undefined) {
    const checked = checkValue(tool.input, JSON.parse(read.object === null ? '{}' : read.text) as Json)
    for (const misfit of checked.ok ? checked.misfits : []) yield misfit.expected.startsWith('is unknown') && misfit.path.length === 1 ? { ...misfit, isName: true } : misfit
  } else {
    for (const { name, required } of parameters.list) if (required && !given.has(name)) yield { path: [name], expected: 'is missing' }
    for (const { name, text } of read.list) {
      const parameter = known.get(name)
      if (!parameter) {
        if (parameters.others === 'refused') yield { path: [name], expected: unknown(name, parameters), isName: true }
      } else yield* filledFaults(parameter, text, tool)
    }
  }
  if (parameters.others !== 'unsaid') return
  for (const { name } of read.list) if (!known.has(name)) yield { path: [name], expected: unknown(name, parameters), isName: true, severity: 'warning' }
}

/** What can be told of one argument among others that are filled in. */
function* filledFaults({ name, type, word }: Parameter, text: string, tool: ToolInfo): Generator<Fault> {
  if (hasAction(text)) {
    // Whatever it renders is a text.
    if (text.startsWith('"') && type !== 'text' && type !== 'any') yield { path: [name], expected: `is a text, since it stands in quotes, and must be a ${word}` }
    return
  }
  // What the schema refers to stands beside its properties.
  const { required: _, allOf: _all, anyOf: _any, oneOf: _one, ...rest } = tool.input
  const property = propertiesOf(tool.input)[name]
  if (property === undefined) return
  const checked = checkValue({ ...rest, properties: { [name]: property }, additionalProperties: true }, { [name]: JSON.parse(text) as Json })
  if (checked.ok) yield* checked.misfits
}

function unknown(name: string, { list }: Parameters): string {
  const meant = nearest(name, list.map((parameter) => parameter.name))
  return meant === null ? `is unknown; known: ${list.map((parameter) => parameter.name).join(', ')}` : `is unknown; did you mean "${meant}"?`
}

type Mend = { readonly title: string; readonly made: ArgumentEdits }

function mends(read: Arguments, name: string, { expected, isName, path }: Fault, { list }: Parameters, missing: readonly string[]): readonly Mend[] {
  const order = list.map((parameter) => parameter.name)
  if (isName) {
    const meant = nearest(name, order.filter((other) => !read.list.some((argument) => argument.name === other)))
    return [
      ...(meant === null ? [] : [{ title: `Change to \`${meant}\``, made: renameArgument(read, name, meant) }]),
      { title: `Remove \`${name}\``, made: removeArgument(read, name) },
    ]
  }
  if (expected === 'is missing' && path.length === 1) {
    const one = [{ title: `Add \`${name}\``, made: add(read, [name], list) }]
    return missing.length < 2 ? one : [...one, { title: `Add all ${missing.length} that are missing`, made: add(read, missing, list) }]
  }
  const written = read.list.find((argument) => argument.name === name)?.text ?? ''
  const content = contentOf(written)
  return expected.startsWith('is a text') && content !== null && isOneAction(content) ? [{ title: 'Write it without quotes', made: setArgument(read, name, content, { order }) }] : []
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

/** The input of a node in its file. */
class Place {
  readonly #analysis: Analysis
  readonly #reading: Reading
  readonly #node: Node
  readonly #field: string
  readonly #toolField: string
  readonly text: string

  constructor(analysis: Analysis, reading: Reading, node: Node, field: Field) {
    this.#analysis = analysis
    this.#reading = reading
    this.#node = node
    this.#field = field.name
    this.#toolField = field.argumentsOf ?? field.name
    const written = reading.origin.sourceNode(this.#pathTo(this.#field))
    this.text = written?.kind === 'scalar' ? written.text : node.input
  }

  #pathTo(field: string) {
    return [...pathOfNode(dialectNamed(this.#analysis.dialect), this.#reading.model, this.#node.index), field]
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
    const { key } = this.#analysis.view.nodes.find(({ index, ghost }) => index === this.#node.index && !ghost) ?? {}
    if (key === undefined) return null
    const value = applyEdits(this.text, pieces)
    const operations = dialectNamed(this.#analysis.dialect).operations(this.#reading, { type: 'setField', node: key, field: this.#field, value, pieces })
    const patched = operations.ok ? patch(this.#reading.source, operations.value) : operations
    return patched.ok ? patched.value.edits : null
  }
}

