import { useLayoutEffect, useRef } from 'react'
import { copyText } from '../shell/parts/index.ts'
import { useSession } from '../state/index.ts'

/** As much as is shown at once: more freezes a page, and nobody reads it here. */
const SHOWN = 65_536

/** A text of any size, as plain text. `follow` keeps the end in sight while it grows. */
export function LongText({ text, label, follow = false }: { readonly text: string; readonly label: string; readonly follow?: boolean }) {
  const session = useSession()
  const box = useRef<HTMLPreElement>(null)
  const whole = text.length <= SHOWN
  const shown = whole ? text : follow ? text.slice(-SHOWN) : text.slice(0, endBefore(text, SHOWN))
  useLayoutEffect(() => {
    const element = box.current
    if (follow && element) element.scrollTop = element.scrollHeight
  }, [follow, shown])

  function download(): void {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
    link.download = `${label.toLowerCase().replaceAll(' ', '-')}.txt`
    link.click()
    URL.revokeObjectURL(link.href)
  }

  return (
    <>
      <pre className="long-text" ref={box} tabIndex={0} aria-label={label}>
        {shown === '' ? <span className="long-text-empty">Nothing yet.</span> : shown}
      </pre>
      <p className="long-text-foot">
        <span>{sizeOf(text)}{!whole && `, ${follow ? 'the last' : 'the first'} 64 kB shown`}</span>
        <button type="button" className="link" onClick={() => void copyText(session, text, { done: 'Copied.', instead: 'Select the text and press Ctrl+C.' })}>Copy</button>
        {!whole && <button type="button" className="link" onClick={download}>Download</button>}
      </p>
    </>
  )
}

/** Never between the halves of a character. */
function endBefore(text: string, end: number): number {
  const unit = text.charCodeAt(end - 1)
  return unit >= 0xd800 && unit <= 0xdbff ? end - 1 : end
}

function sizeOf(text: string): string {
  const { length } = text
  return length < 1000 ? `${length} characters` : `${(length / 1000).toFixed(1)} kB`
}
