import { textOf } from './json-text.ts'
import type { Meter } from './meter.ts'
import { see, type Value } from './value.ts'

/** Go's Sprint: a space stands between two values when neither is a text. */
export function print(values: readonly Value[], meter: Meter): string {
  return joined(values, meter, (left, right) => isText(left) || isText(right) ? '' : ' ')
}

/** Go's Sprintln. */
export function printLine(values: readonly Value[], meter: Meter): string {
  return `${joined(values, meter, () => ' ')}\n`
}

function joined(values: readonly Value[], meter: Meter, between: (left: Value, right: Value) => string): string {
  let text = ''
  values.forEach((value, index) => {
    const more = (index === 0 ? '' : between(values[index - 1]!, value)) + textOf(value, meter)
    text += more
    meter.grow(text.length, more.length)
  })
  return text
}

function isText(value: Value): boolean {
  const { kind } = see(value)
  return kind === 'text' || kind === 'missing'
}
