import { unreachable, type Json } from '../../core/index.ts'
import { Choice } from './Choice.tsx'
import type { ControlProps, TokenName } from './control.ts'
import { listOf } from './several.ts'
import { TemplateField } from './TemplateField.tsx'
import { TextArea } from './TextArea.tsx'
import { TextField } from './TextField.tsx'
import { TokenField } from './TokenField.tsx'
import { Truth } from './Truth.tsx'

type Props = ControlProps & {
  /** Is nothing called that? */
  readonly unknown?: (name: string) => boolean
  /** Goes to what a name of the list stands for. */
  go?(name: string): void
  /** What the document says at this moment, where `value` may lag behind it. */
  latest?(): Json | undefined
  /** Adds a name to a list; by default the list is written with it at its end. */
  add?(name: string): void
}

/** The control that fits the type of a field. */
export function FieldControl({ unknown, go, latest, add, ...props }: Props) {
  const { field, value, write } = props
  switch (field.type) {
    case 'text':
    case 'integer':
    case 'duration':
    case 'reference':
    case 'variable':
      return <TextField {...props} />
    case 'boolean':
      return <Truth {...props} />
    case 'multiline':
      return <TextArea {...props} />
    case 'template':
    case 'condition':
      return <TemplateField {...props} />
    case 'enum':
      return <Choice {...props} />
    case 'references':
    case 'list': {
      const names = listOf(value)
      // Every change is one of the list as it is by then: two quick ones must not undo each other.
      const change = (edit: (list: readonly Json[]) => readonly Json[]) => {
        const next = edit(listOf(latest ? latest() : value))
        write(next.length === 0 ? undefined : next)
      }
      return (
        <TokenField
          {...props}
          names={names.map((name): TokenName => ({ name, ...(unknown?.(name) && { unknown: true }) }))}
          add={(name) => (add ? add(name) : change((list) => (list.includes(name) ? list : [...list, name])))}
          remove={(name) => change((list) => list.filter((other) => other !== name))}
          move={(from, to) =>
            change((list) => {
              const moved = names[from]
              const at = moved === undefined ? -1 : list.indexOf(moved)
              return at < 0 || moved === undefined ? list : list.toSpliced(at, 1).toSpliced(to, 0, moved)
            })
          }
          {...(go && { go })}
        />
      )
    }
    default:
      return unreachable(field.type)
  }
}
