import { checkHeader } from '../../agent-file/check-header.ts'
import { checkTemplates } from '../../agent-file/check-templates.ts'
import { checkOutputs } from '../../agent-file/output-rules.ts'
import type { Diagnostic, Path } from '../../diagnostic.ts'
import type { Source } from '../../source/tree.ts'
import { nearest } from '../../text/nearest.ts'
import type { Origin } from '../dialect.ts'
import { checkId, type IdRules } from '../id-rules.ts'
import { markOf, type Landmarks } from '../marks.ts'
import { Problems, type ProblemDetails } from '../problems.ts'
import { didYouMean, listed, shown } from '../say.ts'
import { keysOf, STEPS, type StepsDefinition } from './definition.ts'
import { onErrorValues } from './fields.ts'
import type { StepsFixes } from './fixes.ts'
import { holdersOf, settersOf } from './holders.ts'

/** What the rules look at: a read definition, from a text or from code. */
export type Checked = {
  readonly source: Source | null
  readonly model: StepsDefinition
  readonly origin: Origin
  readonly diagnostics: readonly Diagnostic[]
}

/** What stands for a field that is not written, by which the eye finds the step. */
const landmarks: Landmarks = {
  nodes: STEPS,
  instead: new Map([['id', ['tool', 'input', 'output']], ['', ['id', 'tool', 'input', 'output', 'if', 'prompt']]]),
}

/** Checks the rules across fields. What reading already found of a part is not said again in other words. */
export function checkRules({ source, model, origin, diagnostics }: Checked, fixes: StepsFixes): readonly Diagnostic[] {
  const problems = new Problems()
  const misread = new Set(diagnostics.flatMap(({ code, path }) => (code === 'field/wrong-type' || code === 'definition/not-a-map' ? [path.join('/')] : [])))
  const isMisread = (path: Path): boolean => misread.has(path.join('/'))
  const add = (code: Diagnostic['code'], path: Path, message: string, details: ProblemDetails = {}): void =>
    problems.add(code, { path, range: markOf(origin, path, landmarks) }, message, details)

  checkHeader({ header: model, origin, problems, isMisread, replace: fixes.replace })
  const { steps } = model.workflow
  if (steps.length === 0 && ![[], ['workflow'], STEPS].some(isMisread)) {
    add('definition/no-nodes', STEPS, 'Has no steps. A workflow needs at least one step under `workflow.steps`.', { fixes: fixes.addFirst() })
  }
  const ids: IdRules = {
    ids: steps.map(({ id }) => id), keys: keysOf(model), nodes: STEPS, fixes, isMisread, add,
    related: (paths, message) => paths.flatMap((path) => {
      const range = origin.range(path)
      return range ? [{ range, message }] : []
    }),
  }
  const holders = holdersOf(model)
  const setters = settersOf(model)
  for (const [index, step] of steps.entries()) {
    const path = [...STEPS, index]
    if (isMisread(path)) continue
    checkId(ids, index)
    if (step.tool === '' && !isMisread([...path, 'tool'])) {
      add('node/missing-tool', [...path, 'tool'], 'Has no tool. Say which tool this step calls.', { node: step.id, field: 'tool' })
    }
    checkOnError(index)
    checkOutputs(origin, holders[index]!, problems)
    checkTemplates({ origin, source }, holders[index]!, setters, problems)
  }
  return problems.list()

  function checkOnError(index: number): void {
    const { on_error: word, id } = steps[index]!
    const words = onErrorValues.map(({ value }) => value)
    if (word === undefined || words.some((one) => one === word)) return
    const path = [...STEPS, index, 'on_error']
    const meant = nearest(word, words)
    add('node/unknown-on-error', path, `${shown(word)} is nothing that can be done on an error: it must be one of ${listed(words)}.${didYouMean(meant)}`,
      { node: id, field: 'on_error', fixes: [...(meant === null ? [] : fixes.replace(path, meant)), ...fixes.removeField(index, 'on_error')] })
  }
}
