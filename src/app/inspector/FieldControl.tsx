import { unreachable, type Json } from '../../core/index.ts'
import { Choice } from './Choice.tsx'
import type { ControlProps, TokenName } from './control.ts'
import { listOf } from './several.ts'
import { TextArea } from './TextArea.tsx'
import { TextField } from './TextField.tsx'
import { TokenField } from './TokenField.tsx'

type Props = ControlProps & {
  /** Is nothing called that? */
  readonly unknown?: (name: string) => boolean
  /** Goes to what a name of the list stands for. */
  go?(name: string): void
  /** Adds a name to a list; by default the list is written with it at its end. */
  add?(name: string): void
}

/** The control that fits the type of a field. */
export function FieldControl({ unknown, go, add, ...props }: Props) {
  const { field, value, write } = props
  switch (field.type) {
    case 'text':
    case 'integer':
    case 'duration':
    case 'reference':
      return <TextField {...props} />
    case 'multiline':
      return <TextArea {...props} />
    case 'enum':
      return <Choice {...props} />
    case 'references':
    case 'list': {
      const names = listOf(value)
      const set = (next: readonly Json[]) => write(next.length === 0 ? undefined : next)
      return (
        <TokenField
          {...props}
          names={names.map((name): TokenName => ({ name, ...(unknown?.(name) && { unknown: true }) }))}
          add={(name) => (add ? add(name) : set([...names, name]))}
          remove={(name) => set(names.filter((other) => other !== name))}
          move={(from, to) => set(names.toSpliced(from, 1).toSpliced(to, 0, names[from]!))}
          {...(go && { go })}
        />
      )
    }
    default:
      return unreachable(field.type)
  }
}
