import { orderedHeader } from '../../agent-file/header.ts'
import type { Json } from '../../diagnostic.ts'
import { inOrder } from '../ordered.ts'
import type { StepsDefinition } from './definition.ts'
import { stepFields } from './fields.ts'

/** A definition as it is written: keys in rendered order, empty fields left out but for those always written. */
export function ordered(definition: StepsDefinition): Json {
  const steps = definition.workflow.steps.map((step) => Object.fromEntries(inOrder(step as { readonly [field: string]: Json }, stepFields)))
  return Object.fromEntries([...orderedHeader(definition), ['workflow', { steps }]])
}
