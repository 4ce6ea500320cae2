import { shown } from '../../source/shown.ts'
import { applyEdits } from '../../text/apply.ts'
import type { Range, TextEdit } from '../../text/edit.ts'
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

/** Takes an argument out with its comma; comments around it stay. */
export function removeArgument(read: Arguments, name: string): ArgumentEdits {
  const at = read.list.findIndex((argument) => argument.name === name)
  const argument = read.list[at]
  if (!argument || !read.object) return { ok: true, edits: [] }
  const edits = editsToRemove(read, read.object, argument, read.list[at - 1], read.list[at + 1])
  const now = readArguments(applyEdits(read.text, edits))
  const isAlone = now.ok && sameBut(read, now, name) && now.list.length === read.list.length - 1
  return isAlone ? { ok: true, edits } : { ok: false, reason: `Other arguments depend on what stands at \`${shown(name)}\`. Remove it in the text.` }
}

/** Gives an argument another name. */
export function renameArgument(read: Arguments, name: string, to: string): ArgumentEdits {
  const argument = argumentOf(read, name)
  if (!argument) return { ok: false, reason: `\`${shown(name)}\` is not given.` }
  if (argumentOf(read, to)) return { ok: false, reason: `\`${shown(to)}\` is given already.` }
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
  if (!first) return [editIntoEmpty(text, object, entry)]
  const between = betweenOf(read)
  return before
    ? [{ range: { start: before.range.end, end: before.range.end }, text: between + entry }]
    : [{ range: { start: first.nameRange.start, end: first.nameRange.start }, text: entry + between }]
}

/** Behind comments, where there are any: in a line of its own where they stand so. */
function editIntoEmpty(text: string, { start, end }: Range, entry: string): TextEdit {
  const inside = text.slice(start + 1, end - 1)
  if (inside.trim() === '') return { range: { start: start + 1, end: end - 1 }, text: entry }
  const at = start + 1 + inside.trimEnd().length
  const lead = /^\s*/.exec(inside)![0]
  return { range: { start: at, end: at }, text: (lead.includes('\n') ? lead : ' ') + entry }
}

function editsToRemove({ text }: Arguments, object: Range, argument: Argument, before: Argument | undefined, after: Argument | undefined): readonly TextEdit[] {
  const { start } = argument.nameRange
  const { end } = argument.range
  if (before && isCommaAlone(text, before, argument)) return [cut(text, before.range.end, end)]
  if (after && isCommaAlone(text, argument, after)) return [cut(text, start, after.nameRange.start)]
  const [head, tail] = [text.slice(object.start + 1, start), text.slice(end, object.end - 1)]
  if (!before && !after && (head + tail).trim() === '') return [cut(text, object.start + 1, object.end - 1)]
  // Comments stand beside it: the comma that is one too many is taken from among them.
  const comma = after ? argument.comma : before?.comma ?? null
  const from = object.start + 1 + head.trimEnd().length
  if (comma === null) return [cut(text, from, end)]
  if (comma === end) return [cut(text, from, comma + 1)]
  return [cut(text, from, end), cut(text, comma, comma + 1)].toSorted((left, right) => left.range.start - right.range.start)
}

function isCommaAlone(text: string, left: Argument, right: Argument): boolean {
  return /^\s*,\s*$/.test(text.slice(left.range.end, right.nameRange.start))
}

/** Takes a range out. A brace that would come to stand at an action would begin another. */
function cut(text: string, start: number, end: number): TextEdit {
  return { range: { start, end }, text: text[start - 1] === '{' && text[end] === '{' ? ' ' : '' }
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
