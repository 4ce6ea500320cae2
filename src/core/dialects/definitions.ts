import type { Diagnostic, Json } from '../diagnostic.ts'
import type { Plan } from '../graph/plan.ts'
import type { GraphView } from '../graph/view.ts'
import { isWhole } from '../source/find.ts'
import { readSource } from '../source/read.ts'
import type { Format } from '../source/tree.ts'
import { dagDefinitions } from './dag/definitions.ts'
import type { DagDefinition } from './dag/definition.ts'
import { entriesByName } from './field-reader.ts'
import { flowDefinitions } from './flow/definitions.ts'
import type { FlowDefinition } from './flow/definition.ts'
import { partOfValue } from './part-of-value.ts'
import { inFileOrder } from './problems.ts'
import { dialectFor, dialectOf, problemsOf } from './registry.ts'
import { stepsDefinitions } from './steps/definitions.ts'
import type { StepsDefinition } from './steps/definition.ts'

/** The normalised model of a workflow file. */
export type Definition = DagDefinition | StepsDefinition | FlowDefinition

/** The dialects that have definitions. */
export type DefinedDialect = 'dag' | 'steps' | 'flow'

/** A definition that tells its dialect. */
export type Defined =
  | { readonly dialect: 'dag'; readonly definition: DagDefinition }
  | { readonly dialect: 'steps'; readonly definition: StepsDefinition }
  | { readonly dialect: 'flow'; readonly definition: FlowDefinition }

const EMPTY: DagDefinition = { name: '', nodes: [] }

/**
 * Reads a text as a definition and tells its dialect. What is wrong is in `diagnostics`, with ranges, in
 * file order; the definition is an empty `dag` when the text does not parse, and holds what could be read
 * otherwise. Never throws.
 */
export function parseDefinition(text: string, format: Format): Defined & { readonly diagnostics: readonly Diagnostic[] } {
  const source = readSource(text, format)
  if (!isWhole(source)) return { dialect: 'dag', definition: EMPTY, diagnostics: source.diagnostics }
  const dialect = dialectFor(source)
  const reading = dialect.read(source)
  const diagnostics = inFileOrder([...source.diagnostics, ...problemsOf(dialect, reading)])
  const name = dialectOf(source)
  switch (name) {
    // The dialect of that name has read it.
    case 'dag':
    case 'steps':
    case 'flow': return { dialect: name, definition: reading.model, diagnostics } as Defined & { readonly diagnostics: readonly Diagnostic[] }
    case 'toolflow': return { dialect: 'dag', definition: EMPTY, diagnostics }
  }
}

/** Which dialect an object from code is of, by its keys alone: as for a file. Takes anything, never throws. */
export function dialectOfDefinition(definition: unknown): DefinedDialect {
  const entries = entriesByName(partOfValue(definition))
  const workflow = entries.get('workflow')?.value
  if (workflow === undefined) return entries.has('edges') ? 'flow' : 'dag'
  const inside = entriesByName(workflow)
  return inside.has('nodes') || inside.has('edges') ? 'flow' : 'steps'
}

/**
 * What a dialect says of definitions from code: the table behind the functions below. Each takes
 * anything and never throws.
 */
export type Definitions<Model> = {
  normalize(definition: unknown): Model
  validate(definition: unknown): readonly Diagnostic[]
  view(definition: Model): GraphView
  plan(definition: Model): Plan
  ordered(definition: Model): Json
}

const TABLE: { readonly dag: Definitions<DagDefinition>; readonly steps: Definitions<StepsDefinition>; readonly flow: Definitions<FlowDefinition> } = {
  dag: dagDefinitions, steps: stepsDefinitions, flow: flowDefinitions,
}

function tableFor(definition: unknown): Definitions<Definition> {
  return TABLE[dialectOfDefinition(definition)] as Definitions<Definition>
}

/**
 * A definition with names, ids, kinds and texts trimmed (templates stay as they are), choices in lower
 * case, negative numbers 0, and lists without empty and repeated entries. What is not of the right type
 * is left out. Takes anything, never throws, and changes nothing of what is normalised already.
 */
export function normalizeDefinition(definition: unknown): Definition {
  return tableFor(definition).normalize(definition)
}

/** Every problem of a definition from code; of a file, use `parseDefinition`. Takes anything, never throws. */
export function validate(definition: unknown): readonly Diagnostic[] {
  return tableFor(definition).validate(definition)
}

/** A definition as it is drawn. */
export function projectGraph(definition: unknown): GraphView {
  const table = tableFor(definition)
  return table.view(table.normalize(definition))
}

/** What the engine runs. The definition must be free of errors. */
export function planOf(definition: unknown): Plan {
  const table = tableFor(definition)
  return table.plan(table.normalize(definition))
}

/** A definition as it is written: keys in rendered order, empty fields left out. */
export function orderedValue(definition: Definition): Json {
  return tableFor(definition).ordered(definition)
}
