import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual'
import { useCallback, useRef, type ReactNode } from 'react'
import { useRowsInView } from './useRowsInView.ts'

/** The height of a row before it was measured, in pixels: `--row`. */
const ROW = 28
/** So many rows beyond what is in view are there, for the keyboard to go to. */
const BEYOND = 8

type Props<Row> = {
  readonly label: string
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  readonly children: (row: Row) => ReactNode
  /** Does their order say something? */
  readonly ordered?: boolean
}

/** A list that scrolls by itself. Only the rows in view are drawn, and the one that has the keyboard. */
export function Rows<Row>({ label, rows, keyOf, children, ordered }: Props<Row>) {
  const held = useRef(-1)
  const { scroller, view } = useRowsInView({
    count: rows.length,
    row: ROW,
    getItemKey: useCallback((index: number) => keyOf(rows[index]!), [rows, keyOf]),
    overscan: BEYOND,
    rangeExtractor: useCallback((range: Range) => withHeld(defaultRangeExtractor(range), held.current, range.count), []),
  })
  const List = ordered ? 'ol' : 'ul'
  return (
    <div className="run-rows" ref={scroller}>
      <List aria-label={label} style={{ height: view.getTotalSize() }} onBlur={() => (held.current = -1)}>
        {view.getVirtualItems().map(({ key, index, start }) => (
          <li key={key} ref={view.measureElement} data-index={index} aria-setsize={rows.length} aria-posinset={index + 1} style={{ top: start }} onFocus={() => (held.current = index)}>
            {children(rows[index]!)}
          </li>
        ))}
      </List>
    </div>
  )
}

/** In the order of the list, so that Tab goes through it as it is drawn. */
function withHeld(indexes: number[], held: number, count: number): number[] {
  if (held < 0 || held >= count || indexes.includes(held)) return indexes
  return [...indexes, held].sort((a, b) => a - b)
}
