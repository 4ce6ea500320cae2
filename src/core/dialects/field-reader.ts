import { unreachable, type Json } from '../diagnostic.ts'
import type { Source } from '../source/tree.ts'
import { cutByComment, isLikelyCut } from './cut-by-comment.ts'
import type { Field } from './dialect.ts'
import { quotingFix, quotingHint } from './quoting-hint.ts'
import { whatIs, type ListPart, type Part, type PartEntry, type Place, type ScalarPart } from './part.ts'
import type { Problems } from './problems.ts'
import { nearest } from '../text/nearest.ts'

/** Where what is found is told, and whose it is. */
export type Report = { readonly source: Source | null; readonly problems: Problems; readonly node?: string }

/** A field's place; for a list those of each entry of the model, repeated ones included. */
export type FieldPlaces = { readonly place: Place; readonly merged: boolean; readonly entries?: readonly (readonly Place[])[] }

export type ReadFields = { readonly values: { readonly [field: string]: Json }; readonly places: ReadonlyMap<string, FieldPlaces> }

/** The entries of a map by name; none of anything else. */
export function entriesByName(part: Part): ReadonlyMap<string, PartEntry> {
  return new Map(part.type === 'map' ? part.entries().map((entry) => [entry.name, entry]) : [])
}

/**
 * Reads the fields of a table and normalises them: texts trimmed, enums in lower case, lists without
 * empty and repeated entries, numbers not negative. Reports wrong types and, among `keys` and those of
 * the table, names that nobody knows.
 */
export function readFields(entries: ReadonlyMap<string, PartEntry>, fields: readonly Field[], keys: readonly string[], report: Report): ReadFields {
  const values: { [field: string]: Json } = {}
  const places = new Map<string, FieldPlaces>()
  for (const field of fields) {
    const entry = entries.get(field.name)
    const part = entry?.value
    switch (field.type) {
      case 'references':
      case 'list': {
        const read = readNames(field, part, report)
        values[field.name] = read.names
        if (entry && part) places.set(field.name, { place: part.place, merged: entry.merged === true, entries: read.places })
        continue
      }
      case 'integer':
        values[field.name] = readInteger(field, part, report)
        break
      case 'boolean': {
        const value = readTruth(field, part, report)
        if (value !== null) values[field.name] = value
        break
      }
      case 'template':
      case 'condition': {
        // Space around a template is part of what it renders.
        const text = readText(field, part, report)
        if (text.trim() !== '' || field.always) values[field.name] = text.trim() === '' ? '' : text
        break
      }
      case 'enum':
      case 'text':
      case 'multiline':
      case 'duration':
      case 'reference':
      case 'variable': {
        const text = readText(field, part, report).trim()
        const value = field.type === 'enum' ? text.toLowerCase() : text
        if (value !== '' || field.always) values[field.name] = value
        break
      }
      default:
        unreachable(field.type)
    }
    if (entry && part) places.set(field.name, { place: part.place, merged: entry.merged === true })
  }
  reportUnknown(entries, fields, keys, report)
  return { values, places }
}

function readText(field: Field, part: Part | undefined, report: Report): string {
  if (!part || part.type === 'nothing') return ''
  if (part.type === 'scalar') {
    reportCut(field, part, report)
    return part.text
  }
  const hint = quotingHint(report.source, part)
  report.problems.add('field/wrong-type', part.place, `\`${field.name}\` must be text, but this is ${whatIs(part)}.${hint ? ` ${hint}` : ''}`,
    { ...owner(report), field: field.name, fixes: quotingFix(report.source, part) })
  return ''
}

function readTruth(field: Field, part: Part | undefined, report: Report): boolean | null {
  if (!part || part.type === 'nothing') return null
  if (part.type === 'scalar' && typeof part.value === 'boolean') return part.value
  const details = { ...owner(report), field: field.name }
  const word = part.type === 'scalar' ? part.text.trim().toLowerCase() : ''
  const meant = ['true', 'yes', 'on'].includes(word) ? 'true' : ['false', 'no', 'off'].includes(word) ? 'false' : null
  const { node, range } = part.place
  const fixes = meant !== null && range && node?.range === range && node.tag === undefined ? [{ title: `Change to ${meant}`, edits: [{ range, text: meant }] }] : []
  const found = part.type === 'scalar' ? `\`${part.text}\`` : whatIs(part)
  report.problems.add(field.fault ?? 'field/wrong-type', part.place,
    `\`${field.name}\` must be \`true\` or \`false\`, but this is ${found}${word === meant ? ' in quotes, which make it text' : ''}.`, { ...details, fixes })
  return null
}

function readInteger(field: Field, part: Part | undefined, report: Report): number {
  if (!part || part.type === 'nothing') return 0
  const details = { ...owner(report), field: field.name }
  if (part.type !== 'scalar') {
    report.problems.add('field/wrong-type', part.place, `\`${field.name}\` must be a whole number, but this is ${whatIs(part)}.`, details)
    return 0
  }
  if (typeof part.value === 'number') {
    if (part.unsafe || (Number.isInteger(part.value) && !Number.isSafeInteger(part.value))) {
      report.problems.add('number/unsafe', part.place, `\`${field.name}\` is \`${part.text}\`, more than can be counted exactly. Write a smaller number.`, details)
      return 0
    }
    if (Number.isInteger(part.value)) return Math.max(0, part.value)
  }
  const { node, range } = part.place
  const isQuotedNumber = typeof part.value === 'string' && /^\s*-?\d{1,15}\s*$/.test(part.value)
  const message = isQuotedNumber
    ? `\`${field.name}\` must be a whole number, but \`${part.text.trim()}\` is in quotes, which makes it text. Remove the quotes.`
    : `\`${field.name}\` must be a whole number, but this is \`${part.text}\`.`
  const fixes = isQuotedNumber && range && node?.range === range
    ? [{ title: 'Remove the quotes', edits: [{ range, text: part.text.trim() }] }]
    : []
  report.problems.add(field.fault ?? 'field/wrong-type', part.place, message, { ...details, fixes })
  return 0
}

/** A list of names: each entry's text trimmed, empty ones left out, repeated ones once. A text alone is a list of one. */
function readNames(field: Field, part: Part | undefined, report: Report): { names: string[]; places: Place[][] } {
  const names: string[] = []
  const places = new Map<string, Place[]>()
  const what = field.type === 'references' ? 'ids' : 'names'
  const add = (item: ScalarPart): void => {
    reportCut(field, item, report)
    const name = item.text.trim()
    if (name === '') return
    // Two that differ only in how Unicode composes them look the same and are the same.
    const same = /^[\x20-\x7e]*$/.test(name) ? name : name.normalize('NFC')
    const known = places.get(same)
    if (known) known.push(item.place)
    else {
      names.push(name)
      places.set(same, [item.place])
    }
  }
  if (part?.type === 'scalar') add(part)
  else if (part?.type === 'list') {
    for (const item of itemsOf(part)) {
      if (item.type === 'scalar') add(item)
      else if (item.type !== 'nothing') {
        report.problems.add('field/wrong-type', item.place, `\`${field.name}\` holds ${what}, but this is ${whatIs(item)}.`,
          { ...owner(report), field: field.name, fixes: quotingFix(report.source, item) })
      }
    }
  } else if (part && part.type !== 'nothing') {
    report.problems.add('field/wrong-type', part.place, `\`${field.name}\` must be a list of ${what}, but this is ${whatIs(part)}.`,
      { ...owner(report), field: field.name })
  }
  return { names, places: [...places.values()] }
}

function itemsOf(part: ListPart): readonly Part[] {
  return part.items()
}

function reportUnknown(entries: ReadonlyMap<string, PartEntry>, fields: readonly Field[], keys: readonly string[], report: Report): void {
  for (const entry of entries.values()) {
    if (entry.merged || keys.includes(entry.name)) continue
    const meant = report.problems.isFull('field/unknown') ? null : meantBy(entry.name, fields, keys.filter((key) => !entries.has(key)))
    const { keyRange, path } = entry.value.place
    const fixes = meant !== null && keyRange ? [{ title: `Change to ${meant}`, edits: [{ range: keyRange, text: report.source?.format === 'json' ? `"${meant}"` : meant }] }] : []
    report.problems.add('field/unknown', { path, range: keyRange },
      `\`${entry.name}\` is not a field and is ignored.${meant === null ? '' : ` Did you mean \`${meant}\`?`}`,
      { ...owner(report), severity: 'warning', field: entry.name, fixes })
  }
}

/** The field that is not written yet and that a name most likely means. */
function meantBy(name: string, fields: readonly Field[], free: readonly string[]): string | null {
  const plain = name.toLowerCase().replaceAll('-', '_')
  const other = fields.find((field) => field.also?.includes(plain) && free.includes(field.name))
  return nearest(name, free) ?? other?.name ?? null
}

/** What is written in sentences, or holds them. */
const PROSE: ReadonlySet<Field['type']> = new Set(['multiline', 'template', 'condition'])

function reportCut(field: Field, part: ScalarPart, report: Report): void {
  const { node, range } = part.place
  if (!report.source || node?.kind !== 'scalar' || range !== node.range) return
  const comment = cutByComment(report.source, node)
  if (!comment || !isLikelyCut(report.source, node, comment, PROSE.has(field.type))) return
  const { text } = report.source
  const whole = text.slice(node.range.start, comment.end)
  const fixes = /[\r\n]/.test(whole) ? [] : [{ title: 'Put quotes around the whole text', edits: [{ range: { start: node.range.start, end: comment.end }, text: JSON.stringify(whole) }] }]
  report.problems.add('text/cut-by-comment', { path: part.place.path, range: comment },
    `\`${text.slice(comment.start, Math.min(comment.end, comment.start + 60))}\` is a comment, since \`#\` after a space begins one. If it is part of the text, put the text in quotes.`,
    { ...owner(report), severity: 'warning', field: field.name, fixes })
}

function owner(report: Report): { node?: string } {
  return report.node === undefined ? {} : { node: report.node }
}
