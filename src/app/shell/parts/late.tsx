import { useCallback, useSyncExternalStore, type ComponentType, type ReactNode } from 'react'
import { useSession, type Session } from '../../state/index.ts'
import { Button } from './Button.tsx'

type Standing<Props> =
  | { readonly is: 'waiting' }
  | { readonly is: 'there'; readonly Part: ComponentType<Props> }
  | { readonly is: 'failed' }

export type Late<Props> = ComponentType<Props> & { /** Asks for the part before it is shown; resolves once it is there, or cannot be loaded. */ readonly prepare: (session: Session) => Promise<void> }

/**
 * A part of the page that comes by itself, when it is first shown or prepared. Until it is there `waiting`
 * stands in its place, with the part's own props where it is a part itself. When it cannot be loaded (the
 * server is away) the page says so and asks again on demand; `React.lazy` would keep the first failure for ever.
 *
 * @param what for the message: *the canvas*. A part with a prop `onClose` lies over the page, and so does its message.
 */
export function late<Props extends object>(what: string, load: (session: Session) => Promise<ComponentType<Props>>, waiting: ReactNode | ComponentType<Props> = null): Late<Props> {
  const Waiting = typeof waiting === 'function' ? waiting : () => waiting
  let standing: Standing<Props> = { is: 'waiting' }
  let asked: Promise<void> | null = null
  const listeners = new Set<() => void>()

  function stand(next: Standing<Props>): void {
    standing = next
    for (const listener of listeners) listener()
  }

  function prepare(session: Session): Promise<void> {
    asked ??= load(session).then(
      (Part) => stand({ is: 'there', Part }),
      () => {
        asked = null
        stand({ is: 'failed' })
        // What others have asked for again, and got, may have been all that was missing.
        if (session.core.reader() === null) session.core.onArrival(() => standing.is === 'failed' && again(session))
      },
    )
    return asked
  }

  function again(session: Session): void {
    stand({ is: 'waiting' })
    void prepare(session)
  }

  function subscribe(session: Session, listener: () => void): () => void {
    // What failed before anybody looked is asked for again.
    if (listeners.size === 0 && standing.is === 'failed') standing = { is: 'waiting' }
    listeners.add(listener)
    void prepare(session)
    return () => listeners.delete(listener)
  }

  function LatePart(props: Props) {
    const session = useSession()
    const now = useSyncExternalStore(useCallback((listener: () => void) => subscribe(session, listener), [session]), () => standing)
    switch (now.is) {
      case 'waiting':
        return <Waiting {...props} />
      case 'there':
        return <now.Part {...props} />
      case 'failed':
        return <NotLoaded what={what} onAgain={() => again(session)} {...('onClose' in props && typeof props.onClose === 'function' && { onClose: props.onClose as () => void })} />
    }
  }
  return Object.assign(LatePart, { prepare })
}

/** For a part that is of no use without the session's reader: both come, or neither. */
export function withReader<Part>(load: () => Promise<Part>): (session: Session) => Promise<Part> {
  return async ({ core }) => {
    const [part] = await Promise.all([load(), core.load()])
    return part
  }
}

function NotLoaded({ what, onAgain, onClose }: { readonly what: string; readonly onAgain: () => void; readonly onClose?: () => void }) {
  return (
    <div className={onClose ? 'broken broken-over' : 'broken'} role="alert">
      <strong>{`${what.charAt(0).toUpperCase()}${what.slice(1)} could not be loaded.`}</strong>
      <p>The server does not answer. Start it again, then try again here. Your edits are kept in this browser.</p>
      <div className="broken-actions">
        <Button look="line" onClick={onAgain}>Try again</Button>
        {onClose && <Button look="line" onClick={onClose}>Close</Button>}
      </div>
    </div>
  )
}
