import { useEffect, type RefObject } from 'react'
import { useView } from '../state/index.ts'
import { focusNode } from './focusNode.ts'

/**
 * While the keyboard is on a node it follows the selection: a node that was just added, inserted or pasted is the
 * one that the next key means. Elsewhere the keyboard stays where it is. `drawn` changes when nodes are drawn anew.
 */
export function useFocusFollows(element: RefObject<HTMLElement | null>, drawn: unknown): void {
  const only = useView(({ selection }) => (selection.nodes.length === 1 ? selection.nodes[0] : undefined))
  useEffect(() => {
    const focused = document.activeElement
    if (only === undefined || !(focused instanceof HTMLElement) || !focused.classList.contains('react-flow__node')) return
    if (focused.dataset['id'] !== only && element.current?.contains(focused)) focusNode(element.current, only)
  }, [element, only, drawn])
}
