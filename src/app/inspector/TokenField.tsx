import { useRef, useState, type KeyboardEvent } from 'react'
import { useSession } from '../state/index.ts'
import { Combo } from './Combo.tsx'
import { placeholderOf, type ControlProps, type TokenName } from './control.ts'
import { Token } from './Token.tsx'

type Props = Omit<ControlProps, 'write' | 'value'> & {
  readonly names: readonly TokenName[]
  add(name: string): void
  remove(name: string): void
  /** Moves the name at `from` to `to`; absent where the order says nothing. */
  move?(from: number, to: number): void
  /** Goes to what the name stands for; absent where it stands for nothing. */
  go?(name: string): void
}

/**
 * A list of names: one token each, and a place to type the next. Arrow keys walk over the tokens, so that
 * a list of twenty is one stop of the Tab key.
 */
export function TokenField(props: Props) {
  const { field, id, names, invalid, describedBy, offers = [], refuse, add, remove, move, go } = props
  const session = useSession()
  const [typed, setTyped] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const say = (text: string) => session.view.dispatch({ type: 'announce', text })

  function take(name: string): void {
    const wanted = name.trim()
    if (wanted === '') return
    setTyped('')
    if (names.some((token) => token.name === wanted && token.note === undefined)) return say(`${wanted} is in ${field.label.toLowerCase()} already.`)
    add(wanted)
  }

  /** Token `at`, or the input when there is none behind the last. */
  function focusAt(at: number): void {
    const tokens = box.current?.querySelectorAll<HTMLElement>('[data-token]')
    const target = tokens?.[at] ?? box.current?.querySelector<HTMLElement>('input')
    target?.focus()
  }

  function drop(at: number): void {
    const gone = names[at]
    if (!gone) return
    remove(gone.name)
    say(`Removed ${gone.name}.`)
    // Once the token is gone its place holds the next one, or none.
    requestAnimationFrame(() => focusAt(at))
  }

  function pressInInput(event: KeyboardEvent<HTMLInputElement>): void {
    const atStart = event.currentTarget.selectionStart === 0 && event.currentTarget.selectionEnd === 0
    if ((event.key === 'Enter' || event.key === ',') && typed.trim() !== '') {
      event.preventDefault()
      take(typed)
    } else if (event.key === 'Backspace' && typed === '' && names.length > 0) {
      event.preventDefault()
      remove(names.at(-1)!.name)
      say(`Removed ${names.at(-1)!.name}.`)
    } else if (event.key === 'ArrowLeft' && atStart && names.length > 0) {
      event.preventDefault()
      focusAt(names.length - 1)
    }
  }

  function pressInToken(event: KeyboardEvent, at: number): void {
    const { key, altKey } = event
    if (altKey && (key === 'ArrowLeft' || key === 'ArrowRight') && move) {
      const to = at + (key === 'ArrowLeft' ? -1 : 1)
      if (to < 0 || to >= names.length) return
      move(at, to)
      say(`${names[at]!.name} is now number ${to + 1} of ${names.length}.`)
      requestAnimationFrame(() => focusAt(to))
    } else if (key === 'ArrowLeft') focusAt(Math.max(0, at - 1))
    else if (key === 'ArrowRight') focusAt(at + 1)
    else if (key === 'Home') focusAt(0)
    else if (key === 'End') focusAt(names.length)
    else if (key === 'Delete' || key === 'Backspace') drop(at)
    else if (key === 'Enter' && go) go(names[at]!.name)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  const taken = new Set(names.filter(({ note }) => note === undefined).map(({ name }) => name))
  const open = offers.filter(({ value }) => !taken.has(value))
  return (
    <div className="control control-tokens" data-invalid={invalid || undefined} ref={box}>
      {names.map((token, at) => (
        <Token key={token.name} token={token} of={field.label.toLowerCase()} goes={go !== undefined} moves={move !== undefined} onKeyDown={(event) => pressInToken(event, at)} go={() => go?.(token.name)} remove={() => drop(at)} />
      ))}
      <Combo
        id={id}
        data-testid={`field-${field.name}`}
        className="token-input"
        data-own-undo={typed === '' ? undefined : ''}
        value={typed}
        offers={open}
        {...(refuse && { refuse })}
        listLabel={field.label}
        placeholder={names.length === 0 && offers.length === 0 ? placeholderOf(props) : 'Add…'}
        aria-invalid={invalid}
        aria-describedby={describedBy}
        onType={setTyped}
        onPick={take}
        onKeyDown={pressInInput}
        onBlur={() => take(typed)}
      />
    </div>
  )
}
