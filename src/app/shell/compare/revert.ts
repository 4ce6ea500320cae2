import { editsBetween, formOf, joinLines, type TextEdit } from '../../../core/index.ts'
import { linesOf, type Change } from './blocks.ts'

/** Edits of the right text that bring back what the left one has in one change, and touch nothing else. */
export function revertEdits(left: string, right: string, { left: gone, right: come }: Change): readonly TextEdit[] {
  const lines = linesOf(left, right)
  const result = [...lines.right.slice(0, come.at), ...gone.lines, ...lines.right.slice(come.at + come.lines.length)]
  const form = lines.mixed ? ({ lineBreak: 'mixed', mark: false } as const) : formOf(right)
  return editsBetween(right, joinLines(result, form))
}
