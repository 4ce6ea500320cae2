import { Tooltip } from 'radix-ui'
import type { ReactElement } from 'react'
import { Keys } from './Keys.tsx'

type Props = {
  readonly text: string
  readonly keys?: readonly string[]
  readonly side?: 'top' | 'bottom' | 'left' | 'right'
  readonly children: ReactElement
}

/** A tooltip on hover and focus. */
export function Tip({ text, keys, side = 'bottom', children }: Props) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content className="tip" side={side} sideOffset={6} collisionPadding={8}>
          <span>{text}</span>
          {keys && <Keys keys={keys} />}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}
