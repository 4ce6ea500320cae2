import type { EditOrigin } from '../../core/index.ts'

/**
 * Changes that are looked for in the text before anything is made of them. Typing is there already, a form
 * needs to know at once what it wrote, and another text of the file is all new.
 */
export function isSeenFirst(origin: EditOrigin): boolean {
  return origin === 'canvas' || origin === 'undo' || origin === 'redo' || origin === 'problems'
}
