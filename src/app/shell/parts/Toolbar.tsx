import { useEffect, useLayoutEffect, useRef, type ComponentPropsWithoutRef, type FocusEvent, type KeyboardEvent } from 'react'

type Props = Omit<ComponentPropsWithoutRef<'div'>, 'role' | 'onKeyDown' | 'onFocus'> & { readonly label: string }

const BUTTONS = 'button:not(:disabled), a[href]'

/** Controls that are one stop of the Tab key; arrow keys walk over them. */
export function Toolbar({ label, ...rest }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const current = useRef<HTMLElement | null>(null)

  // One control, the one used last, is the stop. Which of them are seen is asked when others are in it than before, or it
  // has another size: the question has the whole page laid out, and a toolbar is drawn with every change of the text.
  const known = useRef<readonly Element[]>([])
  useLayoutEffect(() => {
    const all = [...(box.current?.querySelectorAll(BUTTONS) ?? [])]
    if (all.length === known.current.length && all.every((item, at) => item === known.current[at])) return
    known.current = all
    mark()
  })
  useEffect(() => {
    const observer = new ResizeObserver(() => mark())
    if (box.current) observer.observe(box.current)
    return () => observer.disconnect()
  }, [])

  function items(): readonly HTMLElement[] {
    return [...(box.current?.querySelectorAll<HTMLElement>(BUTTONS) ?? [])].filter((item) => item.getClientRects().length > 0)
  }

  function mark(): void {
    const all = items()
    if (!current.current || !all.includes(current.current)) current.current = all[0] ?? null
    for (const item of all) item.tabIndex = item === current.current ? 0 : -1
  }

  function press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const all = items()
    const at = all.indexOf(document.activeElement as HTMLElement)
    const to = event.key === 'ArrowRight' ? at + 1 : event.key === 'ArrowLeft' ? at - 1 : event.key === 'Home' ? 0 : event.key === 'End' ? all.length - 1 : null
    if (at < 0 || to === null) return
    event.preventDefault()
    all[(to + all.length) % all.length]?.focus()
  }

  function focus({ target }: FocusEvent): void {
    const item = target instanceof Element && target.closest<HTMLElement>(BUTTONS)
    if (!item || !box.current?.contains(item)) return
    current.current = item
    mark()
  }

  return <div {...rest} ref={box} role="toolbar" aria-label={label} onKeyDown={press} onFocus={focus} />
}
