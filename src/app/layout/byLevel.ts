import type { GraphView } from '../../core/index.ts'
import type { Direction, Positions } from '../state/index.ts'
import { order } from './order.ts'
import { layRows } from './rows.ts'
import { wrapColumns } from './wrap.ts'

/** A layout that is there at once: a column a level, in an order that lets few threads cross. */
export function byLevel(view: GraphView, direction: Direction): Positions {
  return layRows(view, wrapColumns(order(view), direction), direction)
}
