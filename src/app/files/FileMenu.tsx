import { Check, ChevronDown, Plus, SaveAll } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { Keys } from '../shell/parts/index.ts'
import { useDocument, useSession, useWorkspace } from '../state/index.ts'
import { FileIcon } from './FileIcon.tsx'
import './Files.css'

/** The open file's name; opens a list of the others. */
export function FileMenu() {
  const { files: work, workspace } = useSession()
  const autosave = useWorkspace((state) => state.autosave)
  const files = useWorkspace((state) => state.files)
  const open = useDocument((state) => state.path)
  const name = open?.split('/').at(-1) ?? ''
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="file-menu" title={open ?? undefined}>
        <span className="clip">{name}</span>
        <ChevronDown className="icon icon-14" aria-hidden="true" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu file-menu-list" align="start" sideOffset={6}>
          <DropdownMenu.CheckboxItem className="menu-item" checked={autosave} onCheckedChange={(on) => workspace.dispatch({ type: 'autosave', on })} data-testid="autosave">
            <SaveAll className="icon icon-14" aria-hidden="true" />
            <span className="grow">
              Autosave
              <span className="menu-hint file-menu-hint">Writes the file after a pause, when its text parses.</span>
            </span>
            {autosave && <Check className="icon icon-14" aria-hidden="true" />}
          </DropdownMenu.CheckboxItem>
          <DropdownMenu.Item className="menu-item" onSelect={() => workspace.dispatch({ type: 'dialog', dialog: { type: 'new', folder: '' } })}>
            <Plus className="icon icon-14" aria-hidden="true" />
            <span className="grow">New workflow</span>
            <Keys keys={['Alt', 'N']} />
          </DropdownMenu.Item>
          <DropdownMenu.Separator className="menu-rule" />
          {files.map((file) => (
            <DropdownMenu.Item key={file.path} className="menu-item" onSelect={() => void work.open(file.path)}>
              <FileIcon file={file} />
              <span className="clip grow">{file.path}</span>
              {file.path === open && <Check className="icon icon-14" aria-label="open" />}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
