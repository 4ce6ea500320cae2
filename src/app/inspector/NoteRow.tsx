import type { Field, GraphNode } from '../../core/index.ts'
import { useSession } from '../state/index.ts'
import { FieldRow } from './FieldRow.tsx'
import { TextArea } from './TextArea.tsx'

const field: Field = {
  name: 'note',
  type: 'multiline',
  label: 'Note',
  help: 'The comment above the node in the text. It is for people: no model sees it.',
  example: 'Keep this one short.',
}

/** The comment above a node, as a field of its form. */
export function NoteRow({ node, draftName }: { readonly node: GraphNode; readonly draftName: string }) {
  const session = useSession()

  function write(text: string | undefined): void {
    session.document.dispatch({ type: 'command', command: { type: 'setComment', node: node.key, text }, origin: 'inspector', coalesce: `field:${node.key}.note`, label: `Change the note of ${node.id}` })
  }

  return (
    <FieldRow field={field} problems={[]} reset={node.note === undefined ? null : () => write(undefined)}>
      {(row) => <TextArea {...row} field={field} draftName={draftName} value={node.note} write={(value) => write(typeof value === 'string' ? value : undefined)} />}
    </FieldRow>
  )
}

NoteRow.field = field
