import { shown } from '../../source/shown.ts'
import { jsonOf, textOf } from '../json-text.ts'
import { readJson } from '../json-read.ts'
import type { Meter } from '../meter.ts'
import { nameOfKind, plain, see, Written, type TemplateValue, type Value } from '../value.ts'
import { isTrue } from '../truth.ts'
import type { TemplateFunction } from './function.ts'

function toJson(value: Value, meter: Meter): Value {
  const text = jsonOf(plain(value), meter)
  return new Written(text, text)
}

/** The value of a JSON text; what is a value already stays one. */
function fromJson(value: Value, meter: Meter): Value {
  const seen = see(value)
  if (seen.kind !== 'text') return seen.value
  meter.spend(seen.value.length >>> 2)
  const read = readJson(seen.value)
  return read.ok ? read.value : meter.fail(`\`fromJson\` got a text that is not JSON, at character ${read.at + 1}: ${read.message}`)
}

/** The items with a text between them; list and text may come in either order. */
function join([first, second]: readonly Value[], meter: Meter): Value {
  const [a, b] = [see(first!), see(second!)]
  const [separator, list] = a.kind === 'list' ? [b, a] : [a, b]
  if (separator.kind !== 'text' && separator.kind !== 'missing') return meter.fail(`\`join\` takes a text to put between the items: \`join ", " .items\`; this is ${nameOfKind(separator.kind)}.`)
  if (list.kind === 'missing') return ''
  if (list.kind !== 'list') return meter.fail(`\`join\` takes a list; this is ${nameOfKind(list.kind)}.`)
  const between = separator.value ?? ''
  let length = 0
  const texts = list.value.map((item) => {
    const text = textOf(item, meter)
    length += text.length + between.length
    meter.grow(length, text.length + between.length + 64)
    return text
  })
  return texts.join(between)
}

function dict(values: readonly Value[], meter: Meter): Value {
  if (values.length % 2 === 1) return meter.fail('`dict` takes names and values in pairs: `dict "name" .value`. The last name has no value.')
  const map = new Map<string, TemplateValue>()
  for (let at = 0; at < values.length; at += 2) {
    const key = see(values[at]!)
    if (key.kind !== 'text') return meter.fail(`\`dict\` takes texts for names; ${shown(textOf(key.value, meter) || 'this')} is ${nameOfKind(key.kind)}.`)
    map.set(key.value, plain(values[at + 1]!))
  }
  return map
}

export const DATA: readonly TemplateFunction[] = [
  { name: 'toJson', usage: 'toJson VALUE', help: 'The value as compact JSON; stands unquoted where JSON is filled in.', least: 1, most: 1, run: ([value], meter) => toJson(value!, meter) },
  { name: 'json', usage: 'json VALUE', help: 'The same as `toJson`.', least: 1, most: 1, run: ([value], meter) => toJson(value!, meter) },
  { name: 'fromJson', usage: 'fromJson TEXT', help: 'The value that a JSON text stands for.', least: 1, most: 1, run: ([value], meter) => fromJson(value!, meter) },
  { name: 'default', usage: 'default FALLBACK VALUE', help: 'VALUE, or FALLBACK when it is missing, false, 0 or empty: `.name | default "you"`.', least: 2, most: 2, run: ([fallback, value], meter) => isTrue(value!, meter) ? value! : fallback! },
  { name: 'join', usage: 'join SEPARATOR LIST', help: 'The items of a list as one text: `.tags | join ", "`.', least: 2, most: 2, run: join },
  { name: 'dict', usage: 'dict NAME VALUE…', help: 'An object of these names and values.', least: 0, most: Infinity, run: dict },
  { name: 'now', usage: 'now', help: 'The time of rendering, in UTC: `2026-11-30T09:15:00Z`.', least: 0, most: 0, run: (_, meter) => `${timeOf(meter).slice(0, 19)}Z` },
  { name: 'today', usage: 'today', help: 'The day of rendering, in UTC: `2026-11-30`.', least: 0, most: 0, run: (_, meter) => timeOf(meter).slice(0, 10) },
]

function timeOf(meter: Meter): string {
  return new Date(meter.now).toISOString()
}
