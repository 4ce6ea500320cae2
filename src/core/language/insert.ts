import type { Json } from '../diagnostic.ts'
import type { Field, Group, PaletteKind } from '../dialects/dialect.ts'
import { isList } from '../dialects/shape.ts'
import { printJsonText, printQuoted, printText } from '../source/patch/print-scalar.ts'
import { InsertionWriter, plainInsertion, type Insertion } from './completion.ts'
import type { Place } from './place.ts'

/** How a file is written, as far as new text goes by it. */
export type Manner = {
  readonly eol: string
  /** Are references written as dashes below their key, rather than in brackets? */
  readonly isDashed: boolean
}

/** A key, and what its value begins with. */
export function insertKey(place: Place, field: Field | Group, manner: Manner): Insertion {
  const name = place.style === 'json' || place.quote === '"' ? JSON.stringify(field.name) : field.name
  if (place.hasColon) return plainInsertion(name)
  const writer = new InsertionWriter().write(`${name}:`)
  if (place.style === 'block') blockValue(writer, place, field, manner)
  else flowValue(writer, place, field, manner)
  return writer.write(place.needsComma ? ',' : '').done()
}

function blockValue(writer: InsertionWriter, { column }: Place, field: Field | Group, { eol, isDashed }: Manner): void {
  const inner = eol + ' '.repeat(column + 2)
  if (field.type === 'items') writer.write(`${inner}- `).stop()
  else if (field.type === 'map') writer.write(inner).stop()
  else if (field.type === 'multiline') writer.write(` |${inner}`).stop()
  else if (isList(field)) {
    if (isDashed) writer.write(`${inner}- `).stop()
    else writer.write(' [').stop().write(']')
  } else writer.write(' ').stop()
}

function flowValue(writer: InsertionWriter, { style }: Place, field: Field | Group, { eol }: Manner): void {
  const quote = style === 'json' ? '"' : ''
  writer.write(' ')
  if (field.type === 'items') writer.write(`[${eol}`).stop().write(`${eol}]`)
  else if (field.type === 'map') writer.write('{ ').stop().write(' }')
  else if (field.type === 'integer' || field.type === 'boolean') writer.stop(field.example ?? '')
  else if (isList(field)) writer.write(`[${quote}`).stop().write(`${quote}]`)
  else writer.write(quote).stop().write(quote)
}

/** A word as it is written at the place: in quotes where it needs them, or where some stand already. */
export function insertWord(place: Place, field: Field, word: string, isEntry: boolean, manner: Manner): Insertion {
  const printed = printWord(place, word, isEntry)
  if (isEntry || !isList(field)) {
    // The list that the key holds may begin in the next line: each entry has a dash of its own there.
    if (place.style !== 'block' || place.role !== 'open' || !isList(field) || place.dashed) return plainInsertion(printed + (place.needsComma ? ',' : ''))
    return plainInsertion(`- ${printed}`)
  }
  if (place.style === 'block' && place.role === 'open') return plainInsertion(place.dashed ? printed : `- ${printed}`)
  if (place.style === 'block' && manner.isDashed && place.typed === '') return plainInsertion(`${manner.eol}${' '.repeat(place.column + 2)}- ${printed}`)
  return plainInsertion(`[${printed}]`)
}

function printWord({ style, quote }: Place, word: string, isEntry: boolean): string {
  if (style === 'json') return printJsonText(word)
  if (quote) return printQuoted(word, quote === "'" ? 'single' : 'double')
  return printText(word, style === 'flow' || isEntry ? 'flow' : 'block')
}

/** A value that is not text, such as a number. */
export function insertValue(place: Place, value: Json): Insertion {
  return plainInsertion(JSON.stringify(value) + (place.needsComma ? ',' : ''))
}

/** A whole new item of a list, with its dash or braces where they are wanted. */
export function insertItem(place: Place, named: string, id: string, { fields }: PaletteKind, manner: Manner): Insertion {
  const writer = new InsertionWriter()
  const rest = Object.entries(fields)
  if (place.style === 'block') {
    const column = place.column + (place.dashed ? 0 : 2)
    const inner = manner.eol + ' '.repeat(column)
    writer.write(`${place.dashed ? '' : '- '}${named}: `).stop(id)
    for (const [name, value] of rest) {
      writer.write(`${inner}${name}: `)
      if (value === '') writer.stop()
      else writer.write(printText(textOf(value), 'block'))
    }
    return writer.done()
  }
  const isJson = place.style === 'json'
  const key = (name: string): string => (isJson ? JSON.stringify(name) : name)
  writer.write(`{ ${key(named)}: ${isJson ? '"' : ''}`).stop(id).write(isJson ? '"' : '')
  for (const [name, value] of rest) {
    writer.write(`, ${key(name)}: `)
    if (value === '') writer.write('"').stop().write('"')
    else writer.write(isJson ? JSON.stringify(value) : printText(textOf(value), 'flow'))
  }
  return writer.write(' }').write(place.needsComma ? ',' : '').done()
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
