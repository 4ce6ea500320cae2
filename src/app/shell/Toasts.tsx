import { CircleAlert, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useSession, useTold, type Toast } from '../state/index.ts'
import { Button, Prose } from './parts/index.ts'
import './Toasts.css'

/**
 * What happened, for a while; errors and what can be answered stay longer, and nothing goes while the
 * pointer or the keyboard is on it. All of it is read out through two live regions, urgent and not.
 */
export function Toasts() {
  const { toasts, announcement } = useTold()
  const text = announcement.text.replaceAll('`', '')
  return (
    <>
      {toasts.length > 0 && <ToastList toasts={toasts} />}
      {/* The key makes the same words new, so that they are read again. */}
      <div className="unseen" role="log" aria-live="polite" aria-atomic="true" data-testid="announcement">
        <span key={announcement.seq}>{announcement.urgent ? '' : text}</span>
      </div>
      <div className="unseen" role="alert" aria-atomic="true">
        <span key={announcement.seq}>{announcement.urgent ? text : ''}</span>
      </div>
    </>
  )
}

/** Forgets the pointer and the keyboard with its last toast: an element that goes from under them hears of no leaving. */
function ToastList({ toasts }: { readonly toasts: readonly Toast[] }) {
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  return (
    <section
      className="toasts"
      aria-label="Messages"
      data-region="messages"
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setFocused(false)}
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} held={hovered || focused} onFocusGone={() => setFocused(false)} />
      ))}
    </section>
  )
}

function ToastCard({ toast, held, onFocusGone }: { readonly toast: Toast; readonly held: boolean; readonly onFocusGone: () => void }) {
  const { view } = useSession()
  const { id, tone, action } = toast
  const card = useRef<HTMLDivElement>(null)
  const left = useRef(tone === 'error' || action ? 12_000 : 5000)
  const before = useRef<Element | null>(null)
  useEffect(() => {
    if (held) return
    const since = performance.now()
    const timer = setTimeout(() => view.dispatch({ type: 'dismiss', id }), left.current)
    return () => {
      clearTimeout(timer)
      // A moment more than what is left: it must not go under the pointer that just left it.
      left.current = Math.max(2000, left.current - (performance.now() - since))
    }
  }, [id, held, view])

  function dismiss(): void {
    const { current } = before
    const hadFocus = card.current?.contains(document.activeElement)
    view.dispatch({ type: 'dismiss', id })
    if (hadFocus) onFocusGone()
    // The keyboard goes back to where it came from, not to the top of the page.
    if (hadFocus && current instanceof HTMLElement && current.isConnected) current.focus({ preventScroll: true })
  }

  return (
    <div
      className="toast"
      data-tone={tone}
      data-testid="toast"
      ref={card}
      onFocus={({ relatedTarget }) => {
        if (relatedTarget instanceof Element && relatedTarget.closest('.toasts') === null) before.current = relatedTarget
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        dismiss()
      }}
    >
      {tone === 'error' && <CircleAlert className="icon toast-mark" aria-hidden="true" />}
      <span className="grow"><Prose text={toast.text} /></span>
      {action && (
        <Button
          small
          look="line"
          onClick={() => {
            action.run()
            dismiss()
          }}
        >
          {action.label}
        </Button>
      )}
      <Button small icon aria-label="Dismiss" onClick={dismiss}>
        <X className="icon icon-14" aria-hidden="true" />
      </Button>
    </div>
  )
}
