import { useRef } from 'react'
import { Trash2 } from 'lucide-react'
import type { Analysis, Command, Dialect, Field } from '../../core/index.ts'
import { Button, Keys } from '../shell/parts/index.ts'
import { useDocument, useSession } from '../state/index.ts'
import { arrangeFields, isDefault } from './arrange-fields.ts'
import type { TokenName } from './control.ts'
import { FieldControl } from './FieldControl.tsx'
import { FieldRow } from './FieldRow.tsx'
import { Head } from './Head.tsx'
import { MoreFields } from './MoreFields.tsx'
import { formNode, type FormNode, type Values } from './node-of.ts'
import { changeNameForAll, commonFields, commonValue, namesIn, setForAll } from './several.ts'
import { TokenField } from './TokenField.tsx'
import { useGo } from './useGo.ts'
import { useOffers } from './useOffers.ts'
import { useOpened } from './useOpened.ts'

type Props = { readonly keys: readonly string[]; readonly analysis: Analysis; readonly dialect: Dialect }

/** Several nodes: what is set here is set for all of them, as one entry of the history. */
export function SeveralForm({ keys, analysis, dialect }: Props) {
  const session = useSession()
  const path = useDocument((state) => state.path)
  const box = useRef<HTMLDivElement>(null)
  const { opened, open } = useOpened(box)
  const offersFor = useOffers(analysis, [])
  const go = useGo()
  const formsOf = (from: Analysis) => keys.flatMap((key) => formNode(from, dialect, key) ?? [])
  const forms = formsOf(analysis)
  const ghosts = keys.length - forms.length
  const shownOf = (field: Field): Values[string] => {
    const common = commonValue(forms, field)
    // A value that differs is not empty: its row is shown.
    return common.same ? common.value : MIXED
  }
  const fields = commonFields(dialect, forms)
  const { rows, more } = arrangeFields(fields, Object.fromEntries(fields.map((field) => [field.name, shownOf(field)])), forms.map(({ node }) => node.kind), opened)

  function send(command: Command, field: Field): void {
    if (command.type === 'batch' && command.commands.length === 0) return
    session.document.dispatch({ type: 'command', command, origin: 'inspector', coalesce: `fields:${keys.join(',')}.${field.name}` })
  }

  function changeName(field: Field, name: string, has: boolean): void {
    // Of the nodes as they are now: in a large file the form lags behind, and two quick changes must not undo each other.
    const now = session.document.analysis() ?? analysis
    const target = field.edges && now.view.nodes.find(({ id, ghost }) => id === name && !ghost)?.key
    send(changeNameForAll(formsOf(now), field, name, has, target), field)
  }

  const note = (count: number): Pick<TokenName, 'note'> => (count === forms.length ? {} : { note: `${count} of ${forms.length}` })
  return (
    <>
      <Head title={`${keys.length} nodes`} detail={ghosts > 0 ? `${ghosts} without fields` : ''} />
      <div className="inspector-body">
        <div className="form" ref={box}>
          <p className="inspector-about">What you set here is set for all of them.</p>
          {rows.map((field) => {
            const common = commonValue(forms, field)
            const isList = field.type === 'list' || field.type === 'references'
            return (
              <FieldRow
                key={field.name}
                field={field}
                problems={[]}
                reset={field.required || field.type === 'enum' || (common.same && isDefault(field, common.value)) ? null : () => send(setForAll(forms, field, undefined), field)}
              >
                {(row) =>
                  isList ? (
                    <TokenField
                      {...row}
                      field={field}
                      draftName={`${path} ${keys.join(',')} ${field.name}`}
                      offers={offersFor(field)}
                      names={namesIn(forms, field).map(({ name, count }) => ({ name, ...note(count) }))}
                      add={(name) => changeName(field, name, true)}
                      remove={(name) => changeName(field, name, false)}
                      {...(field.type === 'references' && { go })}
                    />
                  ) : (
                    <FieldControl
                      {...row}
                      field={field}
                      draftName={`${path} ${keys.join(',')} ${field.name}`}
                      value={common.same ? common.value : undefined}
                      offers={offersFor(field)}
                      {...(!common.same && { placeholder: valuesOf(forms, field) })}
                      write={(value) => send(setForAll(forms, field, value), field)}
                    />
                  )
                }
              </FieldRow>
            )
          })}
          <MoreFields fields={more} open={({ name }) => open(name)} />
          <div className="inspector-foot">
            <Button look="line" className="button-danger" onClick={() => session.graph.removeSelected()}>
              <Trash2 className="icon icon-14" aria-hidden="true" />
              {`Delete ${keys.length} nodes`}
              <Keys keys={['Delete']} />
            </Button>
          </div>
        </div>
      </div>
    </>
  )
}

const MIXED = '\u0000'

/** Says that values differ, and how many there are. */
function valuesOf(forms: readonly FormNode[], field: Field): string {
  return `${new Set(forms.map(({ values }) => JSON.stringify(values[field.name]))).size} different values`
}
