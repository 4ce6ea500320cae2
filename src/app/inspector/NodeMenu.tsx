import { Ellipsis } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { rangeOfNode } from '../../core/index.ts'
import { actionsOf } from '../shell/actions/index.ts'
import { ActionItem } from '../shell/parts/ActionItem.tsx'
import { useSession } from '../state/index.ts'

/** What can be done with the selected node, from the one table of actions. */
export function NodeMenu({ nodeKey }: { readonly nodeKey: string }) {
  const session = useSession()

  function showInText(): void {
    const analysis = session.document.analysis()
    const range = analysis && rangeOfNode(analysis, nodeKey)
    if (range) session.view.dispatch({ type: 'request', request: { type: 'revealText', range: { start: range.start, end: range.start }, focus: true } })
  }

  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="button button-icon" aria-label="Do with this node" title="Do with this node">
        <Ellipsis className="icon" aria-hidden="true" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="end" sideOffset={4} collisionPadding={8}>
          <DropdownMenu.Item className="menu-item" onSelect={() => setTimeout(showInText, 0)}>
            <span className="grow">Go to its text</span>
          </DropdownMenu.Item>
          <DropdownMenu.Separator className="menu-rule" />
          {actionsOf(session)
            // What can be done now; the form is open already, and all nodes are not this one.
            .filter(({ id, group, off }) => group === 'Selection' && off === null && id !== 'selection.all' && id !== 'selection.fields')
            .map((action) => (
              <ActionItem key={action.id} action={action} />
            ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
