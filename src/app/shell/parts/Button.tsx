import type { ComponentPropsWithRef, ReactNode } from 'react'
import { Tip } from './Tip.tsx'

type Props = Omit<ComponentPropsWithRef<'button'>, 'disabled' | 'title'> & {
  readonly look?: 'plain' | 'line' | 'primary'
  readonly small?: boolean
  /** Only an icon: `label` is its name and its tooltip. */
  readonly icon?: boolean
  readonly label?: string
  readonly keys?: readonly string[]
  /** Why it does nothing now. It stays focusable, so that the reason can be read. */
  readonly off?: string | null
  readonly children: ReactNode
}

export function Button({ look = 'plain', small, icon, label, keys, off, className, children, onClick, ...rest }: Props) {
  const classes = ['button', look !== 'plain' && `button-${look}`, small && 'button-small', icon && 'button-icon', className]
  const button = (
    <button
      type="button"
      {...rest}
      {...(label !== undefined && { 'aria-label': label })}
      {...(off != null && { 'aria-disabled': true })}
      className={classes.filter(Boolean).join(' ')}
      onClick={(event) => {
        if (off != null) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {children}
    </button>
  )
  const tip = off ?? (icon ? label : undefined)
  return tip === undefined ? button : (
    <Tip text={tip} {...(keys && { keys })}>
      {button}
    </Tip>
  )
}
