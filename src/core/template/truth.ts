import type { Meter } from './meter.ts'
import { see, type Value } from './value.ts'

/** Go's truth: not missing, false, 0 or empty. */
export function isTrue(value: Value, meter: Meter): boolean {
  const seen = see(value)
  switch (seen.kind) {
    case 'missing': return false
    case 'boolean': return seen.value
    case 'number': return Number(seen.value) !== 0
    case 'text': return seen.value !== ''
    case 'list': return seen.value.length > 0
    case 'map': return meter.sizeOf(seen.value) > 0
  }
}
