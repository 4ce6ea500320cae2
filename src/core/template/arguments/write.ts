import { shown } from '../../source/shown.ts'
import { applyEdits } from '../../text/apply.ts'
import type { TextEdit } from '../../text/edit.ts'
import { minimalEdit } from '../../text/minimal.ts'
import { readArguments, type Argument, type Arguments } from './read.ts'

/** Edits of an input, or why they were not made. */
export type ArgumentEdits = { readonly ok: true; readonly edits: readonly TextEdit[] } | { readonly ok: false; readonly reason: string }

/** Where a new argument goes. */
export type ArgumentPlace = {
  /** All names that the tool takes: a new one goes behind the last one before it. */
  readonly order: readonly string[]
  /** Where it stood before it was taken out: behind this one, or first of all. */
  readonly after?: string | null
}

/**
 * Gives an argument a value, which is JSON with actions in it, in its place or as a new one; nothing else of
 * the text changes. Refused when the text would not say just that: `value` must be one value of JSON.
 */
export function setArgument(read: Arguments, name: string, value: string, place: ArgumentPlace): ArgumentEdits {
  const text = value.trim()
  const edits = editsToSet(read, name, text, place)
  const now = readArguments(applyEdits(read.text, edits))
  // The fault may lie in what is read behind the value: it is told of the value all the same.
  if (!now.ok) return { ok: false, reason: now.kind === 'broken' ? now.reason : 'This is no value of JSON.' }
  const set = now.list.find((argument) => argument.name === name)
  const isAlone = sameBut(read, now, name) && set?.text === text && now.list.length === read.list.length + (argumentOf(read, name) ? 0 : 1)
  return isAlone ? { ok: true, edits } : { ok: false, reason: 'One value of JSON belongs here.' }
}

/** Takes an argument out. */
export function removeArgument(read: Arguments, name: string): ArgumentEdits {
  const at = read.list.findIndex((argument) => argument.name === name)
  const [argument, before, after] = [read.list[at], read.list[at - 1], read.list[at + 1]]
  if (!argument || !read.object) return { ok: true, edits: [] }
  const range = before ? { start: before.range.end, end: argument.range.end }
    : after ? { start: argument.nameRange.start, end: after.nameRange.start }
    : { start: read.object.start + 1, end: read.object.end - 1 }
  const edits = [{ range, text: '' }]
  const now = readArguments(applyEdits(read.text, edits))
  const isAlone = now.ok && sameBut(read, now, name) && now.list.length === read.list.length - 1
  return isAlone ? { ok: true, edits } : { ok: false, reason: `Other arguments depend on what stands at \`${shown(name)}\`. Remove it in the text.` }
}

/** Gives an argument another name. */
export function renameArgument(read: Arguments, name: string, to: string): ArgumentEdits {
  const argument = argumentOf(read, name)
  if (!argument || argumentOf(read, to)) return { ok: false, reason: `\`${shown(to)}\` is given already.` }
  return { ok: true, edits: [{ range: argument.nameRange, text: printName(to) }] }
}

export function argumentOf({ list }: Arguments, name: string): Argument | undefined {
  return list.find((argument) => argument.name === name)
}

function editsToSet(read: Arguments, name: string, value: string, place: ArgumentPlace): readonly TextEdit[] {
  const old = argumentOf(read, name)
  if (old) {
    const edit = minimalEdit(old.text, value)
    return edit ? [{ range: { start: edit.range.start + old.range.start, end: edit.range.end + old.range.start }, text: edit.text }] : []
  }
  const { list, object, text } = read
  if (!object) return [{ range: { start: 0, end: text.length }, text: `{${printName(name)}: ${value}}` }]
  const entry = printName(name) + colonOf(read) + value
  const before = placeOf(read, name, place)
  const [first] = list
  if (!first) return [{ range: { start: object.start + 1, end: object.end - 1 }, text: entry }]
  const between = betweenOf(read)
  return before
    ? [{ range: { start: before.range.end, end: before.range.end }, text: between + entry }]
    : [{ range: { start: first.nameRange.start, end: first.nameRange.start }, text: entry + between }]
}

/** The argument that a new one goes behind; undefined when it is the first. */
function placeOf({ list }: Arguments, name: string, { order, after }: ArgumentPlace): Argument | undefined {
  if (after === null) return undefined
  const former = after === undefined ? undefined : list.find((argument) => argument.name === after)
  if (former) return former
  const at = order.indexOf(name)
  if (at < 0) return list.at(-1)
  return list.findLast((argument) => order.indexOf(argument.name) < at)
}

/** What stands between two arguments: a comma, and the line end and indentation of their neighbours. */
function betweenOf({ list, object, text }: Arguments): string {
  const [first, second] = list
  const written = first && second ? text.slice(first.range.end, second.nameRange.start) : ''
  if (/^\s*,\s*$/.test(written)) return written.trimStart()
  const lead = first && object ? text.slice(object.start + 1, first.nameRange.start) : ''
  return lead.trim() === '' && lead.includes('\n') ? `,${lead}` : ', '
}

function colonOf({ list, text }: Arguments): string {
  const [first] = list
  const written = first ? text.slice(first.nameRange.end, first.range.start) : ''
  return /^[ \t]*:[ \t]*$/.test(written) ? written : ': '
}

/** A name in quotes, in which no action begins. */
function printName(name: string): string {
  return JSON.stringify(name).replaceAll('{{', '{\\u007b')
}

/** Are all other arguments as they were, and in their order? */
function sameBut(before: Arguments, now: Arguments, name: string): boolean {
  const others = (list: readonly Argument[]) => JSON.stringify(list.filter((argument) => argument.name !== name).map((argument) => [argument.name, argument.text]))
  return others(before.list) === others(now.list)
}
