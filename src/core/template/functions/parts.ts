import { shown } from '../../source/shown.ts'
import type { Meter } from '../meter.ts'
import { decodeUtf8, utf8Length, utf8Of } from '../utf8.ts'
import { entryOf, nameOfKind, see, type Value } from '../value.ts'
import type { TemplateFunction } from './function.ts'

/** How many bytes, items or entries; nothing has none. */
function length(value: Value, meter: Meter): number {
  const seen = see(value)
  switch (seen.kind) {
    case 'missing': return 0
    case 'text': return utf8Length(seen.value)
    case 'list': return seen.value.length
    case 'map': return meter.sizeOf(seen.value)
    case 'boolean':
    case 'number': return meter.fail(`\`len\` measures texts, lists and objects; this is ${nameOfKind(seen.kind)}.`)
  }
}

/** A whole number from 0 to `most`. */
function position(value: Value, most: number, what: string, meter: Meter): number {
  const seen = see(value)
  if (seen.kind !== 'number' || (typeof seen.value === 'number' && !Number.isInteger(seen.value))) {
    return meter.fail(`${what} takes a whole number here; this is ${seen.kind === 'number' ? 'a fraction' : nameOfKind(seen.kind)}.`)
  }
  const at = Number(seen.value)
  if (at < 0 || at > most) return meter.fail(`${what} is out of range: ${at}, of ${most < 0 ? 'an empty value' : `0 to ${most}`}.`)
  return at
}

/** One step into a value. */
function part(value: Value, key: Value, meter: Meter): Value {
  const seen = see(value)
  switch (seen.kind) {
    case 'missing': return null
    case 'list': return seen.value[position(key, seen.value.length - 1, 'An index', meter)] ?? null
    case 'text': {
      const bytes = utf8Of(seen.value)
      meter.spend(bytes.length >>> 3)
      return bytes[position(key, bytes.length - 1, 'An index', meter)]!
    }
    case 'map': {
      const name = see(key)
      if (name.kind === 'missing') return null
      if (name.kind !== 'text') return meter.fail(`An object is indexed by a text, such as \`"name"\`; this is ${nameOfKind(name.kind)}.`)
      return entryOf(seen.value, name.value)
    }
    case 'boolean':
    case 'number': return meter.fail(`\`index\` reads lists, objects and texts; this is ${nameOfKind(seen.kind)}.`)
  }
}

function slice([value, ...bounds]: readonly Value[], meter: Meter): Value {
  const seen = see(value!)
  if (seen.kind === 'missing') return null
  if (seen.kind !== 'text' && seen.kind !== 'list') return meter.fail(`\`slice\` cuts texts and lists; this is ${nameOfKind(seen.kind)}.`)
  if (seen.kind === 'text' && bounds.length > 2) return meter.fail('`slice` cuts a text at two places, not three.')
  const whole = seen.kind === 'text' ? utf8Of(seen.value) : seen.value
  meter.spend(whole.length >>> 3)
  const places = bounds.map((bound) => position(bound, whole.length, 'A place to cut', meter))
  const [start = 0, end = whole.length, room = whole.length] = places
  if (start > end) return meter.fail(`\`slice\` ends before it starts: from ${start} to ${end}.`)
  if (end > room) return meter.fail(`\`slice\` ends behind its third number: ${end}, ${room}.`)
  return seen.kind === 'text' ? decodeUtf8(utf8Of(seen.value).slice(start, end)) : seen.value.slice(start, end)
}

/** An end of a list. */
function end(name: string, at: 0 | -1): TemplateFunction {
  return {
    name, usage: `${name} LIST`, help: `The ${name} item of a list; nothing of an empty one.`, least: 1, most: 1,
    run([value], meter) {
      const seen = see(value!)
      if (seen.kind === 'list') return seen.value.at(at) ?? null
      return seen.kind === 'missing' ? null : meter.fail(`\`${name}\` takes a list; this is ${nameOfKind(seen.kind)}.`)
    },
  }
}

/** The entries of this name of every object, lists of objects included. */
function pluck([key, ...sources]: readonly Value[], meter: Meter): Value {
  const name = see(key!)
  if (name.kind !== 'text') return meter.fail(`\`pluck\` takes a name first, \`pluck "name" .items\`; this is ${nameOfKind(name.kind)}.`)
  const found = []
  for (const source of sources) {
    const seen = see(source)
    if (seen.kind === 'missing') continue
    if (seen.kind !== 'list' && seen.kind !== 'map') return meter.fail(`\`pluck\` reads objects and lists of objects; this is ${nameOfKind(seen.kind)}.`)
    const items: readonly Value[] = seen.kind === 'list' ? seen.value : [seen.value]
    meter.spend(items.length)
    for (const item of items) {
      const map = see(item)
      if (map.kind === 'missing') continue
      if (map.kind !== 'map') return meter.fail(`\`pluck\` reads \`${shown(name.value)}\` of objects; one item is ${nameOfKind(map.kind)}.`)
      const value = entryOf(map.value, name.value)
      if (value !== null) found.push(value)
    }
  }
  return found
}

export const PARTS: readonly TemplateFunction[] = [
  { name: 'len', usage: 'len VALUE', help: 'How many bytes a text, items a list or entries an object has.', least: 1, most: 1, run: ([value], meter) => length(value!, meter) },
  {
    name: 'index', usage: 'index VALUE KEY…', help: 'The item of a list by its number from 0, the entry of an object by its name, and so on inwards.', least: 1, most: Infinity,
    run: ([value, ...keys], meter) => keys.reduce<Value>((inner, key) => part(inner, key, meter), value!),
  },
  { name: 'slice', usage: 'slice VALUE START END', help: 'The part of a text (in bytes) or a list from START up to END.', least: 1, most: 4, run: slice },
  end('first', 0),
  end('last', -1),
  { name: 'pluck', usage: 'pluck NAME VALUE…', help: 'The entries NAME of the objects of a list, as a list.', least: 2, most: Infinity, run: pluck },
]
