import type { Diagnostic } from '../diagnostic.ts'

/**
 * The problems that were not there before. Two are the same when they say the same of the same node: ranges
 * and paths move with the text. One that is there more often than before is new as often.
 */
export function newProblems(before: readonly Diagnostic[], after: readonly Diagnostic[]): readonly Diagnostic[] {
  const nameOf = ({ code, node, message }: Diagnostic): string => JSON.stringify([code, node, message])
  const open = new Map<string, number>()
  for (const diagnostic of before) open.set(nameOf(diagnostic), (open.get(nameOf(diagnostic)) ?? 0) + 1)
  return after.filter((diagnostic) => {
    const count = open.get(nameOf(diagnostic)) ?? 0
    open.set(nameOf(diagnostic), count - 1)
    return count <= 0
  })
}
