import type { Diagnostic } from '../diagnostic.ts'
import { lookup, resolve } from '../source/find.ts'
import type { Source, SourceMap } from '../source/tree.ts'
import { dag } from './dag/dialect.ts'
import type { Dialect, DialectName, Reading } from './dialect.ts'
import { flow } from './flow/dialect.ts'
import { inFileOrder } from './problems.ts'
import { steps } from './steps/dialect.ts'
import { unsupported } from './unsupported.ts'

const DIALECTS: { readonly [Name in DialectName]: Dialect } = {
  dag: dag as Dialect,
  steps: steps as Dialect,
  flow: flow as Dialect,
  toolflow: unsupported('toolflow') as Dialect,
}

/** The dialects that can be run, in the order in which they are offered. */
export const dialects: readonly Dialect[] = [DIALECTS.dag, DIALECTS.steps, DIALECTS.flow]

export function dialectNamed(name: DialectName): Dialect {
  return DIALECTS[name]
}

/** The dialect of a file; a `dag` when nothing says otherwise. One that cannot be run yet says so when it reads. */
export function dialectFor(source: Source): Dialect {
  return DIALECTS[dialectOf(source)]
}

/** Which of the four shapes a file has, by its keys alone. */
export function dialectOf(source: Source): DialectName {
  const root = resolve(source.root)
  if (root?.kind !== 'map') return 'dag'
  const workflow = lookup(root, 'workflow')
  if (workflow !== null) return dialectOfWorkflow(resolve(workflow.value))
  return lookup(root, 'edges') === null ? 'dag' : 'flow'
}

function dialectOfWorkflow(workflow: ReturnType<typeof resolve>): DialectName {
  if (workflow?.kind !== 'map') return 'steps'
  const has = (key: string): boolean => lookup(workflow as SourceMap, key) !== null
  if (has('nodes') || has('edges')) return 'flow'
  return has('format') ? 'toolflow' : 'steps'
}

/** Every problem of a reading, those of reading and those of the rules, in file order. */
export function problemsOf(dialect: Dialect, reading: Reading): readonly Diagnostic[] {
  return inFileOrder([...reading.diagnostics, ...dialect.validate(reading)])
}
