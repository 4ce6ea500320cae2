import { useEffect, useRef, useState, type RefObject } from 'react'
import { askedSince, lastAsked, useView } from '../state/index.ts'

/**
 * Fields that were asked for though they are empty, by the user or by another pane. The one asked for last
 * gets the keyboard once it stands.
 */
export function useOpened(form: RefObject<HTMLElement | null>) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const wanted = useRef<string | null>(null)
  const requests = useView((state) => state.requests)
  const [served, setServed] = useState(lastAsked({ requests }))

  function open(name: string): void {
    setOpened((before) => new Set([...before, name]))
  }

  const asked = askedSince({ requests }, served)
  if (asked.length > 0) {
    setServed(lastAsked({ requests }))
    for (const request of asked) if (request.type === 'focusInspector' && request.field !== undefined) open(request.field)
  }

  useEffect(() => {
    const { current } = wanted
    if (current === null) return
    wanted.current = null
    form.current?.querySelector<HTMLElement>(`[data-testid="field-${CSS.escape(current)}"]`)?.focus()
  })

  return {
    opened,
    open(name: string): void {
      wanted.current = name
      open(name)
    },
  }
}
