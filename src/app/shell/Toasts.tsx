import { X } from 'lucide-react'
import { useEffect } from 'react'
import { useSession, useView, type Toast } from '../state/index.ts'
import { Button, Prose } from './parts/index.ts'
import './Toasts.css'

/** What happened, for a while; errors stay longer. Everything is read out through one live region. */
export function Toasts() {
  const toasts = useView((state) => state.toasts)
  const announcement = useView((state) => state.announcement)
  return (
    <>
      <div className="toasts">
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
      </div>
      {/* The key makes the same words new, so that they are read again. */}
      <div className="unseen" role="log" aria-live="polite" aria-atomic="true">
        <span key={announcement.seq}>{announcement.text.replaceAll('`', '')}</span>
      </div>
    </>
  )
}

function ToastCard({ toast }: { readonly toast: Toast }) {
  const { view } = useSession()
  const { id, tone, action } = toast
  useEffect(() => {
    const timer = setTimeout(() => view.dispatch({ type: 'dismiss', id }), tone === 'error' || action ? 12_000 : 5000)
    return () => clearTimeout(timer)
  }, [id, tone, action, view])
  return (
    <div className="toast" data-tone={tone} data-testid="toast">
      <span className="grow"><Prose text={toast.text} /></span>
      {action && (
        <Button
          small
          look="line"
          onClick={() => {
            action.run()
            view.dispatch({ type: 'dismiss', id })
          }}
        >
          {action.label}
        </Button>
      )}
      <Button small icon aria-label="Dismiss" onClick={() => view.dispatch({ type: 'dismiss', id })}>
        <X className="icon icon-14" />
      </Button>
    </div>
  )
}
