import type { Diagnostic, Json } from '../diagnostic.ts'
import type { LevelsPlan } from '../graph/plan.ts'
import type { GraphView } from '../graph/view.ts'
import { isWhole } from '../source/find.ts'
import { readSource } from '../source/read.ts'
import type { Format } from '../source/tree.ts'
import type { DagDefinition } from './dag/definition.ts'
import { noFixes } from './dag/fixes.ts'
import { ordered } from './dag/ordered.ts'
import { planDag } from './dag/plan.ts'
import { viewOf } from './dag/project.ts'
import { readDagValue } from './dag/read.ts'
import { checkRules } from './dag/validate.ts'
import { inFileOrder } from './problems.ts'
import { dialectFor, problemsOf } from './registry.ts'

/** The normalised model of a workflow file. */
export type Definition = DagDefinition

const EMPTY: Definition = { name: '', nodes: [] }

/**
 * Reads a text as a definition. What is wrong is in `diagnostics`, with ranges, in file order; the
 * definition is empty when the text does not parse, and holds what could be read otherwise. Never throws.
 */
export function parseDefinition(text: string, format: Format): { definition: Definition; diagnostics: readonly Diagnostic[] } {
  const source = readSource(text, format)
  if (!isWhole(source)) return { definition: EMPTY, diagnostics: source.diagnostics }
  const dialect = dialectFor(source)
  const reading = dialect.read(source)
  const definition = dialect.name === 'dag' ? (reading.model as Definition) : EMPTY
  return { definition, diagnostics: inFileOrder([...source.diagnostics, ...problemsOf(dialect, reading)]) }
}

/**
 * A definition with names, ids, kinds, agents, prompts and output formats trimmed, kinds in lower case,
 * negative turns 0, and needs and routes without empty and repeated entries. What is not of the right
 * type is left out. Takes anything, never throws, and changes nothing of what is normalised already.
 */
export function normalizeDefinition(definition: unknown): Definition {
  return readDagValue(definition).model
}

/** Every problem of a definition from code; of a file, use `parseDefinition`. Takes anything, never throws. */
export function validate(definition: unknown): readonly Diagnostic[] {
  const read = readDagValue(definition)
  const problems = [...read.diagnostics, ...checkRules(read, noFixes)]
  return inDefinitionOrder(problems)
}

/** A definition as it is drawn. */
export function projectGraph(definition: unknown): GraphView {
  return viewOf(normalizeDefinition(definition))
}

/** What the engine runs. The definition must be free of errors. */
export function planOf(definition: unknown): LevelsPlan {
  return planDag(normalizeDefinition(definition))
}

/** A definition as it is written: keys in rendered order, empty fields left out. */
export function orderedValue(definition: Definition): Json {
  return ordered(definition)
}

/** By node; what concerns the whole definition comes first. The order found stands inside a node. */
function inDefinitionOrder(problems: readonly Diagnostic[]): readonly Diagnostic[] {
  const place = ({ path }: Diagnostic): number => (path[0] === 'nodes' && typeof path[1] === 'number' ? path[1] : -1)
  return problems.toSorted((left, right) => place(left) - place(right))
}
