import { useSyncExternalStore, type ComponentType, type ReactNode } from 'react'
import { Button } from './Button.tsx'

type Standing<Props> =
  | { readonly is: 'waiting' }
  | { readonly is: 'there'; readonly Part: ComponentType<Props> }
  | { readonly is: 'failed' }

export type Late<Props> = ComponentType<Props> & { /** Asks for the part before it is shown; resolves once it is there, or cannot be loaded. */ readonly prepare: () => Promise<void> }

/**
 * A part of the page that comes by itself, when it is first shown or prepared. Until it is there `waiting`
 * stands in its place. When it cannot be loaded (the server is away) the page says so and asks again on
 * demand; `React.lazy` would keep the first failure for ever.
 *
 * @param what for the message: *the canvas*. A part with a prop `onClose` lies over the page, and so does its message.
 */
export function late<Props extends object>(what: string, load: () => Promise<ComponentType<Props>>, waiting: ReactNode = null): Late<Props> {
  let standing: Standing<Props> = { is: 'waiting' }
  let asked: Promise<void> | null = null
  const listeners = new Set<() => void>()

  function stand(next: Standing<Props>): void {
    standing = next
    for (const listener of listeners) listener()
  }

  function prepare(): Promise<void> {
    asked ??= load().then(
      (Part) => stand({ is: 'there', Part }),
      () => {
        asked = null
        stand({ is: 'failed' })
      },
    )
    return asked
  }

  function again(): void {
    stand({ is: 'waiting' })
    void prepare()
  }

  function subscribe(listener: () => void): () => void {
    // What failed before anybody looked is asked for again.
    if (listeners.size === 0 && standing.is === 'failed') standing = { is: 'waiting' }
    listeners.add(listener)
    void prepare()
    return () => listeners.delete(listener)
  }

  function LatePart(props: Props) {
    const now = useSyncExternalStore(subscribe, () => standing)
    switch (now.is) {
      case 'waiting':
        return waiting
      case 'there':
        return <now.Part {...props} />
      case 'failed':
        return <NotLoaded what={what} onAgain={again} {...('onClose' in props && typeof props.onClose === 'function' && { onClose: props.onClose as () => void })} />
    }
  }
  return Object.assign(LatePart, { prepare })
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
