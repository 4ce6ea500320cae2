import type { Path } from '../../diagnostic.ts'
import { entryOf } from '../../source/find.ts'
import { addIdTo, fixAllowance, freshIds, offer, removeFieldOf, replaceWord, type Fixes } from '../field-fixes.ts'
import { keysOf, STEPS } from './definition.ts'
import type { StepsReading } from './read.ts'

/** Ways to mend what the rules find. Without a text there are none. */
export type StepsFixes = {
  addId(index: number): Fixes
  renameId(index: number): Fixes
  /** Writes another word in the place of one. */
  replace(path: Path, word: string): Fixes
  /** Removes a field of a step with its value. */
  removeField(index: number, field: string): Fixes
  /** Adds a first step where there is none. */
  addFirst(): Fixes
}

const none = (): Fixes => []

export const noFixes: StepsFixes = { addId: none, renameId: none, replace: none, removeField: none, addFirst: none }

export function fixesFor(reading: StepsReading): StepsFixes {
  const isOpen = fixAllowance()
  const fresh = freshIds(() => keysOf(reading.model).byId)
  const steps = reading.model.workflow.steps
  return {
    addId: (index) => (isOpen() ? addIdTo(reading, [...STEPS, index], fresh(stemOf(steps[index]!.tool))) : []),
    renameId: (index) => (isOpen() ? replaceWord(reading, [...STEPS, index, 'id'], fresh(steps[index]!.id)) : []),
    replace: (path, word) => replaceWord(reading, path, word),
    removeField: (index, field) => (isOpen() ? removeFieldOf(reading, [...STEPS, index], field) : []),
    addFirst: () => addFirst(reading),
  }
}

/** What a step that calls a tool may be called: the tool's last name. */
function stemOf(tool: string): string {
  return tool.split(/[.:/]/).at(-1)?.replace(/\s+/g, '_') || 'step'
}

/** Where `workflow` has nothing in it and stands last, so that nothing needs to be taken apart. */
function addFirst({ source }: StepsReading): Fixes {
  const { text, root, format } = source
  if (format === 'json' || root?.kind !== 'map' || root.style !== 'block') return []
  const entry = entryOf(root, 'workflow')
  const isNothing = entry && (entry.value === null || (entry.value.kind === 'scalar' && entry.value.value === null && entry.value.anchor === undefined))
  if (!isNothing || root.entries.at(-1) !== entry) return []
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const lines = ['workflow:', '  steps:', '    - id: step', '      tool: ""']
  return offer('Add a first step', [{ range: entry.range, text: lines.join(eol) }])
}
