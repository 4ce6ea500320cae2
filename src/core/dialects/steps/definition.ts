import type { Header } from '../../agent-file/header.ts'
import type { Path } from '../../diagnostic.ts'
import type { FieldValues } from '../field-values.ts'
import { nodeKeysOf, type NodeKeys } from '../node-keys.ts'
import type { stepFields } from './fields.ts'

/** A step, normalised: fields are there when they are not empty. */
export type Step = FieldValues<(typeof stepFields)[number]>

/** An agent file with steps, normalised. The order of the steps is that of the file. */
export type StepsDefinition = Header & { readonly workflow: { readonly steps: readonly Step[] } }

/** Where the steps stand, in the file as in the model. */
export const STEPS: Path = ['workflow', 'steps']

const made = new WeakMap<readonly Step[], NodeKeys>()

/** The keys of the steps; made once for a definition, which never changes. */
export function keysOf({ workflow: { steps } }: StepsDefinition): NodeKeys {
  const known = made.get(steps)
  if (known) return known
  const keys = nodeKeysOf(steps.map(({ id }) => id))
  made.set(steps, keys)
  return keys
}
