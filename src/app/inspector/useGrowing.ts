import { useLayoutEffect, useRef, type RefObject } from 'react'

/** As high as a text area grows by itself, in pixels; the styles have it too. */
const HIGHEST = 320
/** Beyond this many characters the height is known without measuring, which takes long. */
const SURELY_HIGH = 6000

/** Where the styles can say it, nothing is measured: that has the whole page laid out with every key. */
const GROWS = CSS.supports('field-sizing', 'content')

/** A text area that is as high as what it holds, up to a limit. */
export function useGrowing(text: string): RefObject<HTMLTextAreaElement | null> {
  const area = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    const element = area.current
    if (!element) return
    const isHigh = text.length > SURELY_HIGH
    element.toggleAttribute('data-high', isHigh)
    // Where the styles do it, a height of its own is one that somebody gave it by hand.
    if (GROWS) return
    element.style.height = isHigh ? '' : 'auto'
    if (!isHigh) element.style.height = `${Math.min(element.scrollHeight, HIGHEST)}px`
  }, [text])
  return area
}
