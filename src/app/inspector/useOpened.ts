import { useEffect, useRef, useState, type RefObject } from 'react'
import { useView } from '../state/index.ts'

/**
 * Fields that were asked for though they are empty, by the user or by another pane. The one asked for last
 * gets the keyboard once it stands.
 */
export function useOpened(form: RefObject<HTMLElement | null>) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const wanted = useRef<string | null>(null)
  const request = useView((state) => (state.request?.type === 'focusInspector' ? state.request : null))
  const [served, setServed] = useState(request?.seq ?? 0)

  function open(name: string): void {
    setOpened((before) => new Set([...before, name]))
  }

  if (request && request.seq !== served) {
    setServed(request.seq)
    if (request.field !== undefined) open(request.field)
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
