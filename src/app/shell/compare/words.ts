import type { GraphChange } from '../../../core/index.ts'

const SHOWN = 4

/** What became of the graph, in a few words each; empty when nothing did. */
export function summaryOf({ added, removed, renamed, changed, document, reordered }: GraphChange): readonly string[] {
  return [
    ...counted(added, 'added', (id) => id),
    ...counted(removed, 'removed', (id) => id),
    ...counted(renamed, 'renamed', ({ from, to }) => `${from} to ${to}`),
    ...counted(changed, 'changed', ({ id, fields }) => `${id} (${fields.join(', ')})`),
    ...(document.length > 0 ? [`the file's ${document.join(', ')} changed`] : []),
    ...(reordered ? ['nodes in another order'] : []),
  ]
}

function counted<T>(list: readonly T[], what: string, show: (each: T) => string): string[] {
  if (list.length === 0) return []
  const names = list.slice(0, SHOWN).map(show).join(', ')
  const more = list.length > SHOWN ? ` and ${list.length - SHOWN} more` : ''
  return [`${list.length} ${list.length === 1 ? 'node' : 'nodes'} ${what}: ${names}${more}`]
}

/** `12` or `12 to 14`, lines counted from 1; where nothing stands, the line after which it would. */
export function lineSpan(at: number, count: number): string {
  if (count === 0) return `after line ${at}`
  return count === 1 ? `line ${at + 1}` : `lines ${at + 1} to ${at + count}`
}
