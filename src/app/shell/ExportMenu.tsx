import { DropdownMenu } from 'radix-ui'
import type { ExportTarget } from '../../protocol/index.ts'
import { useDocument, useSession } from '../state/index.ts'
import { download } from './download.ts'

const TARGETS: readonly { readonly to: ExportTarget; readonly label: string; readonly hint: string }[] = [
  { to: 'yaml', label: 'YAML', hint: '.yaml' },
  { to: 'json', label: 'JSON', hint: '.json' },
  { to: 'mermaid', label: 'Mermaid', hint: '.mmd' },
  { to: 'svg', label: 'Picture', hint: '.svg' },
]

/** Writes the open text, saved or not, in another form to the user's disk. */
export function ExportMenu() {
  const { backend, document, view } = useSession()
  const open = useDocument(({ path }) => path !== null)
  if (!open) return null

  async function exportTo(to: ExportTarget): Promise<void> {
    const { document: current, path } = document.getState()
    if (!current || path === null) return
    const name = path.split('/').at(-1)?.replace(/\.[^.]+$/, '') ?? 'workflow'
    if (to === current.format) return download(`${name}.${to}`, current.text, to === 'json' ? 'application/json' : 'application/yaml')
    const answer = await backend.export({ text: current.text, format: current.format, to, name })
    if (!answer.ok) return view.dispatch({ type: 'toast', tone: 'error', text: answer.failure.message })
    const { content, filename, mediaType, diagnostics } = answer.value
    download(filename, content, mediaType)
    if (diagnostics.length > 0) view.dispatch({ type: 'toast', text: diagnostics.map(({ message }) => message).join(' ') })
  }

  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger className="button button-line">Export</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="end" sideOffset={6}>
          {TARGETS.map(({ to, label, hint }) => (
            <DropdownMenu.Item key={to} className="menu-item" onSelect={() => void exportTo(to)}>
              <span className="grow">{label}</span>
              <span className="menu-hint mono">{hint}</span>
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
