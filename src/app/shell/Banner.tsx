import type { ReactNode } from 'react'
import './Banners.css'

type Props = { readonly tone: 'error' | 'warning'; readonly icon: ReactNode; readonly children: ReactNode; readonly actions?: ReactNode }

/** A line over the canvas that says what holds for the whole file, and what can be done about it. */
export function Banner({ tone, icon, children, actions }: Props) {
  return (
    <div className="banner" data-tone={tone} role="status">
      {icon}
      <span className="banner-text">{children}</span>
      {actions && <span className="banner-actions">{actions}</span>}
    </div>
  )
}
