import { Maximize2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../shell/parts/index.ts'
import { placeholderOf, type ControlProps } from './control.ts'
import { LargeText } from './LargeText.tsx'
import { useDraft } from './useDraft.ts'
import { useGrowing } from './useGrowing.ts'

/** Text of several lines, as high as what it holds up to a limit; larger in a dialog. */
export function TextArea(props: ControlProps) {
  const { field, id, draftName, value, invalid, describedBy, write } = props
  const draft = useDraft(draftName, field, value, write)
  const area = useGrowing(draft.text)
  const [large, setLarge] = useState(false)
  return (
    <>
      <textarea
        ref={area}
        id={id}
        data-testid={`field-${field.name}`}
        className="control control-area"
        rows={field.required ? 3 : 1}
        value={draft.text}
        placeholder={placeholderOf(props)}
        aria-invalid={invalid}
        aria-describedby={describedBy}
        aria-required={field.required}
        spellCheck={false}
        onChange={(event) => draft.type(event.target.value)}
        onBlur={draft.settle}
      />
      <Button small icon className="field-large" label={`Open ${field.label.toLowerCase()} large`} onClick={() => setLarge(true)}>
        <Maximize2 className="icon icon-14" aria-hidden="true" />
      </Button>
      {large && <LargeText label={field.label} help={field.help} draft={draft} placeholder={placeholderOf(props)} close={() => setLarge(false)} />}
    </>
  )
}
