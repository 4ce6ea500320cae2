import { Braces, FileText, FileWarning, ListOrdered, Repeat, Workflow } from 'lucide-react'
import type { ListedFile } from '../../protocol/index.ts'

/** What kind of workflow a file holds. */
export function FileIcon({ file: { dialect, unreadable } }: { readonly file: Pick<ListedFile, 'dialect' | 'unreadable'> }) {
  const look = { className: 'icon icon-14', 'aria-hidden': true } as const
  if (unreadable !== undefined) return <FileWarning {...look} />
  switch (dialect) {
    case 'dag':
      return <Workflow {...look} />
    case 'flow':
      return <Repeat {...look} />
    case 'steps':
      return <ListOrdered {...look} />
    case 'toolflow':
      return <Braces {...look} />
    case null:
      return <FileText {...look} />
  }
}
