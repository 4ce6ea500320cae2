import type { Meter } from '../meter.ts'
import { isTrue } from '../truth.ts'
import { compareTexts } from '../utf8.ts'
import { nameOfKind, see, type Seen, type Value } from '../value.ts'
import type { TemplateFunction } from './function.ts'

/**
 * Whether two values are equal. A missing value equals another one and the empty text, and differs
 * from all else. As in Go, values of different kinds are not compared, nor lists and objects.
 */
function equals(left: Value, right: Value, meter: Meter): boolean {
  const a = see(left)
  const b = see(right)
  if (a.kind === 'missing' || b.kind === 'missing') return (a.value ?? '') === (b.value ?? '')
  if (a.kind === 'number' && b.kind === 'number') return isSameNumber(a.value, b.value)
  if (a.kind === 'list' || a.kind === 'map' || b.kind === 'list' || b.kind === 'map' || a.kind !== b.kind) return cannotCompare(a, b, meter)
  return a.value === b.value
}

function isSameNumber(left: number | bigint, right: number | bigint): boolean {
  return !(left < right) && !(left > right)
}

/** Below, at or above zero; null when one is missing and the other a number, which orders nowhere. */
function order(left: Value, right: Value, meter: Meter): number | null {
  const a = see(left)
  const b = see(right)
  if (a.kind === 'number' && b.kind === 'number') return a.value < b.value ? -1 : a.value > b.value ? 1 : 0
  if ((a.kind === 'missing' && b.kind === 'number') || (a.kind === 'number' && b.kind === 'missing')) return null
  const texts = [a, b].map((seen) => seen.kind === 'missing' ? '' : seen.kind === 'text' ? seen.value : null)
  const [first, second] = texts
  if (first === null || first === undefined || second === null || second === undefined) return cannotCompare(a, b, meter)
  return compareTexts(first, second)
}

function cannotCompare(a: Seen, b: Seen, meter: Meter): never {
  if (a.kind === b.kind) return meter.fail(`${sentence(nameOfKind(a.kind))} cannot be compared with another. Compare one of its parts, or its \`len\`.`)
  return meter.fail(`${sentence(nameOfKind(a.kind))} cannot be compared with ${nameOfKind(b.kind)}. Compare values of one kind; \`print\` makes a text of a number.`)
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function ordering(name: string, words: string, holds: (order: number) => boolean): TemplateFunction {
  return {
    name, usage: `${name} A B`, help: `True when A is ${words} B: numbers as numbers, texts by their characters.`, least: 2, most: 2,
    run([left, right], meter) {
      const difference = order(left!, right!, meter)
      return difference !== null && holds(difference)
    },
  }
}

export const COMPARISONS: readonly TemplateFunction[] = [
  // `and` and `or` stop at the value that decides, so that the renderer runs them; this is for values that are there already.
  { name: 'and', usage: 'and A B…', help: 'The first value that is empty, else the last. Stops there.', least: 1, most: Infinity, run: (values, meter) => values.find((value) => !isTrue(value, meter)) ?? values.at(-1)! },
  { name: 'or', usage: 'or A B…', help: 'The first value that is not empty, else the last. Stops there.', least: 1, most: Infinity, run: (values, meter) => values.find((value) => isTrue(value, meter)) ?? values.at(-1)! },
  { name: 'not', usage: 'not A', help: 'True when A is missing, false, 0 or empty.', least: 1, most: 1, run: ([value], meter) => !isTrue(value!, meter) },
  {
    name: 'eq', usage: 'eq A B…', help: 'True when A equals one of the others.', least: 2, most: Infinity,
    run: ([first, ...others], meter) => others.some((other) => equals(first!, other, meter)),
  },
  { name: 'ne', usage: 'ne A B', help: 'True when A and B differ.', least: 2, most: 2, run: ([left, right], meter) => !equals(left!, right!, meter) },
  ordering('lt', 'less than', (difference) => difference < 0),
  ordering('le', 'less than or equal to', (difference) => difference <= 0),
  ordering('gt', 'greater than', (difference) => difference > 0),
  ordering('ge', 'greater than or equal to', (difference) => difference >= 0),
]
