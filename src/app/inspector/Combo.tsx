import { ChevronDown } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useId, useMemo, useRef, useState, type ComponentPropsWithRef, type KeyboardEvent } from 'react'
import { KindTile } from '../shell/parts/index.ts'
import { useSession } from '../state/index.ts'
import { matching, type Offer } from './offer.ts'

type Props = Omit<ComponentPropsWithRef<'input'>, 'list' | 'role' | 'onChange' | 'value'> & {
  readonly value: string
  /** What the list is narrowed by; the value unless something else is said. */
  readonly query?: string
  readonly offers: readonly Offer[]
  /** Why an offer cannot be taken; null when it can. Asked of those that are shown only. */
  readonly refuse?: (value: string) => string | null
  /** Names the list. */
  readonly listLabel: string
  /** A mark that opens the list: for a field that holds one of known names. */
  readonly chevron?: boolean
  onType(text: string): void
  onPick(value: string): void
}

/** A field with a list of what it may hold, to be chosen from by mouse or keyboard; anything else may be typed too. */
export function Combo({ value, query = value, offers, refuse, listLabel, chevron, onType, onPick, onKeyDown, onFocus, onBlur, ...input }: Props) {
  const session = useSession()
  const list = useId()
  const field = useRef<HTMLInputElement>(null)
  const [open, setOpen] = useState(false)
  // -1: nothing is chosen, so that Enter takes what is typed.
  const [chosen, setChosen] = useState(-1)
  const shown = useMemo(() => (open ? matching(offers, query).map((offer) => ({ ...offer, off: refuse?.(offer.value) ?? null })) : []), [open, offers, query, refuse])
  const isOpen = open && shown.length > 0

  function show(): void {
    setOpen(true)
    setChosen(-1)
  }

  function pick(at: number): void {
    const offer = shown[at]
    if (!offer) return
    if (offer.off !== null) return session.view.dispatch({ type: 'announce', text: offer.off })
    setOpen(false)
    setChosen(-1)
    onPick(offer.value)
  }

  function press(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.nativeEvent.isComposing) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      if (!isOpen) return show()
      // Past either end lies the typed text itself.
      const next = ((chosen + 1 + step + shown.length + 1) % (shown.length + 1)) - 1
      setChosen(next)
      document.getElementById(`${list}-${next}`)?.scrollIntoView({ block: 'nearest' })
      return
    }
    if (isOpen && event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      return setOpen(false)
    }
    if (isOpen && chosen >= 0 && event.key === 'Enter') {
      event.preventDefault()
      event.stopPropagation()
      return pick(chosen)
    }
    onKeyDown?.(event)
  }

  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Anchor asChild>
        <input
          {...input}
          ref={field}
          type="text"
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={isOpen ? list : undefined}
          aria-autocomplete="list"
          aria-activedescendant={isOpen && chosen >= 0 ? `${list}-${chosen}` : undefined}
          spellCheck={false}
          autoComplete="off"
          value={value}
          onChange={(event) => {
            onType(event.target.value)
            show()
          }}
          onClick={show}
          onFocus={onFocus}
          onBlur={(event) => {
            setOpen(false)
            onBlur?.(event)
          }}
          onKeyDown={press}
        />
      </Popover.Anchor>
      {chevron && (
        <button
          type="button"
          className="combo-mark"
          tabIndex={-1}
          aria-hidden="true"
          onPointerDown={(event) => {
            // The field keeps the keyboard.
            event.preventDefault()
            field.current?.focus()
            if (isOpen) setOpen(false)
            else show()
          }}
        >
          <ChevronDown className="icon icon-14" />
        </button>
      )}
      <Popover.Portal>
        <Popover.Content
          id={list}
          role="listbox"
          aria-label={listLabel}
          className="menu offers"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onInteractOutside={(event) => {
            if (event.target === field.current) event.preventDefault()
          }}
        >
          {shown.map((offer, at) => (
            <div
              key={offer.value}
              id={`${list}-${at}`}
              role="option"
              aria-selected={at === chosen}
              aria-disabled={offer.off !== null || undefined}
              className="menu-item offer"
              data-highlighted={at === chosen || undefined}
              onPointerMove={() => setChosen(at)}
              onPointerDown={(event) => {
                event.preventDefault()
                pick(at)
              }}
            >
              {offer.kind && <KindTile kind={offer.kind} small />}
              <span className="offer-text">
                <span className="mono">{offer.value}</span>
                {(offer.off ?? offer.hint) && <span className={offer.off === null ? 'offer-hint clip' : 'offer-off'}>{(offer.off ?? offer.hint)?.replaceAll('`', '')}</span>}
              </span>
            </div>
          ))}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
