import { useMemo, useState, type KeyboardEvent, type RefObject } from 'react'
import type { ListedFile } from '../../protocol/index.ts'
import { treeOf, type TreeRow } from './treeOf.ts'

export const keyOf = (row: TreeRow): string => (row.type === 'folder' ? row.path : row.file.path)

/** Which rows of the tree are shown, which one the keyboard is on, and where its keys lead. */
export function useTree(files: readonly ListedFile[], open: string | null, tree: RefObject<HTMLElement | null>) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const [current, setCurrent] = useState<string | null>(null)
  const rows = useMemo(() => treeOf(files, closed), [files, closed])
  const known = rows.some((row) => keyOf(row) === current)
  /** The one row that the Tab key reaches. */
  const reachable = known ? current : rows.some((row) => keyOf(row) === open) ? open : rows[0] ? keyOf(rows[0]) : null

  function setOpen(path: string, isOpen: boolean): void {
    const next = new Set(closed)
    if (isOpen) next.delete(path)
    else next.add(path)
    setClosed(next)
  }

  function focus(row: TreeRow | undefined): void {
    if (!row) return
    setCurrent(keyOf(row))
    tree.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(keyOf(row))}"]`)?.focus()
  }

  /** True when the key moved through the tree. */
  function move(event: KeyboardEvent, row: TreeRow): boolean {
    const at = rows.indexOf(row)
    switch (event.key) {
      case 'ArrowDown':
        focus(rows[at + 1])
        return true
      case 'ArrowUp':
        focus(rows[at - 1])
        return true
      case 'Home':
        focus(rows[0])
        return true
      case 'End':
        focus(rows.at(-1))
        return true
      case 'ArrowRight':
        if (row.type !== 'folder') return false
        if (closed.has(row.path)) setOpen(row.path, true)
        else focus(rows[at + 1])
        return true
      case 'ArrowLeft':
        if (row.type === 'folder' && !closed.has(row.path)) setOpen(row.path, false)
        else focus(rows.slice(0, at).findLast((each) => each.type === 'folder' && each.depth < row.depth))
        return true
      default:
        return event.key.length === 1 && /\S/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey && search(event.key, at)
    }
  }

  /** A letter goes to the next row that begins with it. */
  function search(letter: string, at: number): boolean {
    const found = [...rows.slice(at + 1), ...rows.slice(0, at)].find(({ name }) => name.toLowerCase().startsWith(letter.toLowerCase()))
    focus(found)
    return found !== undefined
  }

  return { rows, closed, reachable, setOpen, setCurrent, move, neighbour: (row: TreeRow) => rows[rows.indexOf(row) + 1] ?? rows[rows.indexOf(row) - 1], focus }
}
