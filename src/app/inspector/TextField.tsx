import { duration } from '../shell/parts/index.ts'
import { parseDuration } from '../../core/index.ts'
import { Combo } from './Combo.tsx'
import { placeholderOf, type ControlProps } from './control.ts'
import { NotWritten } from './NotWritten.tsx'
import { useDraft } from './useDraft.ts'

/** One line of text, a number or a duration; with a list where there are known values. */
export function TextField(props: ControlProps) {
  const { field, id, draftName, value, invalid, describedBy, offers, refuse, write } = props
  const draft = useDraft(draftName, field, value, write)
  const common = {
    id,
    'data-testid': `field-${field.name}`,
    className: `control${(field.type === 'integer' || field.type === 'duration') && props.placeholder === undefined ? ' control-number' : ''}`,
    inputMode: field.type === 'integer' ? ('numeric' as const) : ('text' as const),
    value: draft.text,
    placeholder: placeholderOf(props),
    'aria-invalid': invalid || draft.reason !== null,
    'aria-describedby': draft.reason === null ? describedBy : `${id}-draft ${describedBy}`,
    'aria-required': field.required,
    onBlur: draft.settle,
  }
  const length = field.type === 'duration' ? parseDuration(draft.text) : null
  return (
    <>
      {offers && offers.length > 0 ? (
        <Combo
          {...common}
          // All that is known, not only what resembles the value that stands there.
          query={draft.text === value ? '' : draft.text}
          offers={offers}
          {...(refuse && { refuse })}
          listLabel={field.label}
          chevron
          onType={draft.type}
          onPick={draft.type}
        />
      ) : (
        <input {...common} type="text" spellCheck={false} autoComplete="off" onChange={(event) => draft.type(event.target.value)} />
      )}
      {length !== null && <span className="field-unit">{duration(length)}</span>}
      {draft.reason !== null && <NotWritten id={`${id}-draft`} reason={draft.reason} revert={draft.revert} />}
    </>
  )
}
