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
    element.toggleAttribute('data-high', text.length > SURELY_HIGH)
    if (GROWS || text.length > SURELY_HIGH) {
      element.style.height = ''
      return
    }
    element.style.height = 'auto'
    element.style.height = `${Math.min(element.scrollHeight, HIGHEST)}px`
  }, [text])
  return area
}
