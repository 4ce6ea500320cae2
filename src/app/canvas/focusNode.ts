/** Moves the keyboard to a node, without scrolling the page. */
export function focusNode(element: HTMLElement | null, key: string): void {
  element?.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(key)}"]`)?.focus({ preventScroll: true })
}
