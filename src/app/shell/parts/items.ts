import type { ItemsDone } from '../../../core/index.ts'

/** How far a list has come: "3 of 12 items, 1 failed". */
export function itemsWords({ total, done, failed }: ItemsDone): string {
  const items = total === 1 ? 'item' : 'items'
  return `${done === total ? total : `${done} of ${total}`} ${items}${failed > 0 ? `, ${failed} failed` : ''}`
}
