import { DropdownMenu } from 'radix-ui'
import { useDocument, useSession } from '../state/index.ts'
import { copyAsText, exportAs, type ExportForm } from './export/index.ts'

const FORMS: readonly { readonly form: ExportForm; readonly label: string; readonly hint: string }[] = [
  { form: 'yaml', label: 'YAML', hint: '.yaml' },
  { form: 'json', label: 'JSON', hint: '.json' },
  { form: 'mermaid', label: 'Mermaid', hint: '.mmd' },
  { form: 'svg', label: 'Picture, in vectors', hint: '.svg' },
  { form: 'png', label: 'Picture, in pixels', hint: '.png' },
]

/** The open workflow, saved or not, in another form: as a file or on the clipboard. */
export function ExportMenu() {
  const session = useSession()
  const open = useDocument(({ path }) => path !== null)
  if (!open) return null
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="button button-line">Export</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="end" sideOffset={6}>
          {FORMS.map(({ form, label, hint }) => (
            <DropdownMenu.Item key={form} className="menu-item" onSelect={() => void exportAs(session, form)}>
              <span className="grow">{label}</span>
              <span className="menu-hint mono">{hint}</span>
            </DropdownMenu.Item>
          ))}
          <DropdownMenu.Separator className="menu-rule" />
          <DropdownMenu.Item className="menu-item" onSelect={() => void copyAsText(session, 'mermaid')}>Copy as Mermaid</DropdownMenu.Item>
          <DropdownMenu.Item className="menu-item" onSelect={() => void copyAsText(session, 'svg')}>Copy as SVG</DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
