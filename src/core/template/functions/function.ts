import type { Meter } from '../meter.ts'
import type { Value } from '../value.ts'

/** A function of templates, with what an editor says of it. */
export type TemplateFunction = {
  readonly name: string
  /** How it is written, what it takes in words. */
  readonly usage: string
  readonly help: string
  /** How many values it takes. */
  readonly least: number
  readonly most: number
  /** Takes at least `least` and at most `most` values; what it cannot do fails through the meter. */
  run(values: readonly Value[], meter: Meter): Value
}
