import { useStore } from '@xyflow/react'
import { useId } from 'react'

const GRID = 24

/** The ground: short upright ticks, like a warp. Fewer of them from afar. */
export function Ticks() {
  const id = useId()
  const x = useStore((state) => state.transform[0])
  const y = useStore((state) => state.transform[1])
  const zoom = useStore((state) => state.transform[2])
  let step = GRID * zoom
  while (step < 16) step *= 2
  return (
    <svg className="ticks" aria-hidden="true">
      <pattern id={id} width={step} height={step} x={(x + 12 * zoom) % step} y={y % step} patternUnits="userSpaceOnUse">
        <path d={`M.5 ${step / 2 - 2.5}v5`} stroke="var(--canvas-tick)" />
      </pattern>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </svg>
  )
}
