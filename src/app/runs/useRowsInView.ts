import { useVirtualizer, type VirtualizerOptions, type Virtualizer } from '@tanstack/react-virtual'
import { useRef, type RefObject } from 'react'

type Options = Pick<VirtualizerOptions<HTMLDivElement, HTMLElement>, 'count' | 'overscan'> & Partial<Pick<VirtualizerOptions<HTMLDivElement, HTMLElement>, 'getItemKey' | 'rangeExtractor'>> & {
  /** The height of a row until it was measured, in pixels. */
  readonly row: number
}

/** Which of very many rows are in view of the element that they scroll in. */
export function useRowsInView({ row, ...options }: Options): { readonly scroller: RefObject<HTMLDivElement | null>; readonly view: Virtualizer<HTMLDivElement, HTMLElement> } {
  const scroller = useRef<HTMLDivElement>(null)
  // eslint-disable-next-line react/incompatible-library -- what it returns is asked anew with every drawing, and nothing is memoised by it
  const view = useVirtualizer<HTMLDivElement, HTMLElement>({ ...options, getScrollElement: () => scroller.current, estimateSize: () => row })
  return { scroller, view }
}
