import { CircleQuestionMark } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useState } from 'react'
import type { Field } from '../../core/index.ts'
import { Prose } from '../shell/parts/index.ts'

/** What a field is for: on hover, on focus and on a tap. It lies over the form, so that nothing moves. */
export function HelpMark({ field }: { readonly field: Field }) {
  const [open, setOpen] = useState(false)
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Anchor asChild>
        <button
          type="button"
          className="field-mark"
          aria-label={`About ${field.label.toLowerCase()}`}
          aria-expanded={open}
          onPointerEnter={(event) => event.pointerType === 'mouse' && setOpen(true)}
          onPointerLeave={(event) => event.pointerType === 'mouse' && setOpen(false)}
          onFocus={(event) => event.currentTarget.matches(':focus-visible') && setOpen(true)}
          onBlur={() => setOpen(false)}
          onClick={() => setOpen(true)}
        >
          <CircleQuestionMark className="icon icon-14" aria-hidden="true" />
        </button>
      </Popover.Anchor>
      <Popover.Portal>
        <Popover.Content
          role="note"
          className="tip field-about"
          side="top"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          onOpenAutoFocus={(event) => event.preventDefault()}
          // The keyboard stays on the mark, which is outside.
          onFocusOutside={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
        >
          <p><Prose text={field.help} /></p>
          {field.values && (
            <dl>
              {field.values.map(({ value, label, help }) => (
                <div key={value}>
                  <dt>{label}</dt>
                  <dd><Prose text={help} /></dd>
                </div>
              ))}
            </dl>
          )}
          <p className="field-about-name">
            <code>{field.name}</code>
            {field.example !== undefined && <>{' '}such as <code>{field.example}</code></>}
          </p>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
