import { Braces, FileText, FileWarning, ListOrdered, Repeat, Workflow } from 'lucide-react'
import type { ListedFile } from '../../protocol/index.ts'

/** What kind of workflow a file holds. */
export function FileIcon({ file }: { readonly file: ListedFile }) {
  const Icon = iconOf(file)
  return <Icon className="icon icon-14" aria-hidden="true" />
}

function iconOf({ dialect, unreadable }: ListedFile) {
  if (unreadable !== undefined) return FileWarning
  switch (dialect) {
    case 'dag':
      return Workflow
    case 'flow':
      return Repeat
    case 'steps':
      return ListOrdered
    case 'toolflow':
      return Braces
    case null:
      return FileText
  }
}
