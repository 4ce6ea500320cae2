import { readHeader } from '../../agent-file/header.ts'
import type { Source } from '../../source/tree.ts'
import type { Reading } from '../dialect.ts'
import { entriesByName, readFields, type Report } from '../field-reader.ts'
import { partOfSource } from '../part-of-source.ts'
import { partOfValue } from '../part-of-value.ts'
import { whatIs, type Part } from '../part.ts'
import { branch, originOf } from '../places.ts'
import { Problems } from '../problems.ts'
import { itemReader, itemsTree } from '../read-items.ts'
import type { Step, StepsDefinition } from './definition.ts'
import { stepFields, stepKeys } from './fields.ts'

export type StepsReading = Reading<StepsDefinition>

/** Reads a whole source as an agent file with steps. Never throws; a part that cannot be read is reported and left empty. */
export function readSteps(source: Source): StepsReading {
  return { source, ...readDefinition(partOfSource(source), source) }
}

/** Reads an object from code by the same rules; it may hold anything. */
export function readStepsValue(definition: unknown): Omit<StepsReading, 'source'> {
  return readDefinition(partOfValue(definition), null)
}

const reader = itemReader<Step>({ fields: stepFields, keys: stepKeys, noun: 'A step', looks: 'a map with `id` and `tool`', begins: '- id: first' })

function readDefinition(root: Part, source: Source | null): Omit<StepsReading, 'source'> {
  const problems = new Problems()
  const report: Report = { source, problems }
  if (root.type !== 'map' && root.type !== 'nothing') {
    problems.add('definition/not-a-map', root.place, `An agent file must be a map with \`workflow\`, but this is ${whatIs(root)}.`)
  }
  const entries = entriesByName(root)
  const header = readHeader(entries, report)
  const workflow = entries.get('workflow')?.value
  if (workflow && workflow.type !== 'map' && workflow.type !== 'nothing') {
    problems.add('field/wrong-type', workflow.place, `\`workflow\` must be a map with \`steps\`, but this is ${whatIs(workflow)}.`, { field: 'workflow' })
  }
  const inside = entriesByName(workflow ?? root)
  const list = workflow ? inside.get('steps')?.value : undefined
  // What is told here is which of the keys nobody knows.
  if (workflow) readFields(inside, [], ['steps'], report)
  const read = reader.read(list, 'steps', report)
  const model: StepsDefinition = { ...header.values, workflow: { steps: read.map(({ item }) => item) } }
  const steps = itemsTree(list, read)
  const body = branch(workflow?.place, (name) => (name === 'steps' ? steps : undefined))
  const origin = originOf(branch(root.place, (name) => (name === 'workflow' ? body : header.places(String(name)))))
  return { model, origin, diagnostics: problems.list() }
}
