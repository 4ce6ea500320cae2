import type { Diagnostic, Path } from '../../diagnostic.ts'
import type { DagReading } from './read.ts'

export type Fixes = NonNullable<Diagnostic['fixes']>

/** Ways to mend what the rules find. Without a text there are none. */
export type DagFixes = {
  addId(index: number): Fixes
  renameId(index: number): Fixes
  /** Writes another word in the place of one. */
  replace(path: Path, word: string): Fixes
  removeReference(path: Path): Fixes
  unknownReference(path: Path, id: string, meant: string | null): Fixes
  notARouter(index: number): Fixes
}

const none = (): Fixes => []

export const noFixes: DagFixes = {
  addId: none, renameId: none, replace: none, removeReference: none, unknownReference: none, notARouter: none,
}

export function fixesFor(reading: DagReading): DagFixes {
  const replace = (path: Path, word: string): Fixes => {
    const node = reading.origin.sourceNode(path)
    const range = reading.origin.range(path)
    if (node?.kind !== 'scalar' || node.range !== range) return []
    return [{ title: `Change to ${word}`, edits: [{ range, text: inline(word, reading.source.format === 'json') }] }]
  }
  return {
    ...noFixes,
    replace,
    unknownReference: (path, _id, meant) => (meant === null ? [] : replace(path, meant)),
  }
}

function inline(word: string, isJson: boolean): string {
  return !isJson && /^[a-z][\w-]*$/i.test(word) && !/^(?:null|true|false|yes|no|on|off|y|n)$/i.test(word) ? word : JSON.stringify(word)
}
