import { nearest } from '../text/nearest.ts'

type Unit = { readonly name: string; readonly from: number; readonly to: number; readonly names?: readonly string[] }

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

const UNITS: readonly Unit[] = [
  { name: 'second', from: 0, to: 59 },
  { name: 'minute', from: 0, to: 59 },
  { name: 'hour', from: 0, to: 23 },
  { name: 'day of the month', from: 1, to: 31 },
  { name: 'month', from: 1, to: 12, names: MONTHS },
  // Sunday is 0, and 7 as well.
  { name: 'day of the week', from: 0, to: 7, names: DAYS },
]
const LONGEST_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/**
 * What is wrong with a cron expression, in words; null when it is one. Five fields (minute, hour, day of
 * the month, month, day of the week) or six with seconds before them; each is `*`, a number, a name, a
 * range, a step, or several of these with commas between them.
 */
export function cronFault(text: string): string | null {
  const words = text.trim().split(/\s+/)
  if (words.length < 5 || words.length > 6) {
    return `A schedule has five fields (minute, hour, day of the month, month, day of the week), or six with seconds first; this has ${words[0] === '' ? 'none' : words.length}.`
  }
  const units = words.length === 6 ? UNITS : UNITS.slice(1)
  const values: ReadonlySet<number>[] = []
  for (const [at, unit] of units.entries()) {
    const read = readUnit(words[at]!, unit)
    if (typeof read === 'string') return read
    values.push(read)
  }
  const [days, months] = values.slice(-3)
  // A day of the week beside the day of the month counts as well: then there is always one.
  const isAnyWeekday = /^[*?]/.test(words.at(-1)!)
  if (isAnyWeekday && ![...months!].some((month) => [...days!].some((day) => day <= LONGEST_MONTH[month - 1]!))) {
    return `There is no such date: ${words.at(-3)!} is no day of the month ${words.at(-2)!}.`
  }
  return null
}

/** The values that a field stands for, or what is wrong with it. */
function readUnit(word: string, unit: Unit): ReadonlySet<number> | string {
  const values = new Set<number>()
  for (const part of word.split(',')) {
    const fault = readPart(part, word, unit, values)
    if (fault !== null) return fault
  }
  return values
}

function readPart(part: string, word: string, unit: Unit, values: Set<number>): string | null {
  const where = `In the ${unit.name} \`${word.slice(0, 60)}\``
  if (part === '') return `${where} a value is missing beside a comma.`
  const [span = '', step, ...more] = part.split('/')
  if (more.length > 0) return `${where} there is more than one \`/\`.`
  let size = 1
  if (step !== undefined) {
    if (!/^\d{1,3}$/.test(step) || Number(step) === 0) return `${where} the step \`${step.slice(0, 20)}\` must be a number from 1 on.`
    size = Number(step)
    const whole = unit.names === DAYS ? 7 : unit.to - unit.from + 1
    if (size > whole) return `${where} the step \`${step}\` is larger than all of it: there are ${whole}.`
  }
  const [first = '', last, ...rest] = span === '*' || span === '?' ? [String(unit.from), String(unit.to)] : span.split('-')
  if (rest.length > 0) return `${where} the range \`${span.slice(0, 20)}\` has more than two ends.`
  const from = valueOf(first, unit)
  const to = last === undefined ? (step === undefined ? from : unit.to) : valueOf(last, unit)
  if (typeof from === 'string') return `${where} ${from}`
  if (typeof to === 'string') return `${where} ${to}`
  if (from > to) return `${where} the range \`${span}\` runs backwards. Write \`${last ?? ''}-${first}\`, or two ranges with a comma.`
  for (let value = from; value <= to; value += size) values.add(value)
  return null
}

function valueOf(word: string, { from, to, names = [] }: Unit): number | string {
  const shown = word.slice(0, 20)
  if (/^\d{1,3}$/.test(word)) {
    const value = Number(word)
    return value >= from && value <= to ? value : `\`${word}\` is out of range: it goes from ${from} to ${to}.`
  }
  const place = names.indexOf(word.toLowerCase())
  if (place >= 0) return place + from
  if (word === '') return 'a value is missing.'
  const meant = names.length === 0 ? null : nearest(word.toLowerCase(), names)
  return `\`${shown}\` is ${names.length > 0 ? 'neither a number nor a name' : 'no number'}.${meant === null ? '' : ` Did you mean \`${meant.toUpperCase()}\`?`}`
}
