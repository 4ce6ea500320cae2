import type { Diagnostic } from '../../../diagnostic.ts'
import { isWhole } from '../../../source/find.ts'
import { readSource } from '../../../source/read.ts'
import type { Format, Source } from '../../../source/tree.ts'
import { lineStarts, positionAt } from '../../../text/lines.ts'
import { parseDefinition } from '../../definitions.ts'
import { problemsOf } from '../../registry.ts'
import type { DagDefinition } from '../definition.ts'
import { dag } from '../dialect.ts'
import { readDag, type DagReading } from '../read.ts'

/** Reads a text that must parse. */
export function open(text: string, format: Format = 'yaml'): DagReading {
  const source = readSource(text, format)
  if (!isWhole(source)) throw new Error(source.diagnostics.map(({ message }) => message).join('\n'))
  return readDag(source)
}

/** Reads a text, which may be broken, as the definition of a `dag`. */
export function parseDag(text: string, format: Format): { readonly definition: DagDefinition; readonly diagnostics: readonly Diagnostic[] } {
  const { dialect, definition, diagnostics } = parseDefinition(text, format)
  if (dialect !== 'dag') throw new Error(`the text is read as ${dialect}`)
  return { definition, diagnostics }
}

export function problems(text: string, format: Format = 'yaml'): readonly Diagnostic[] {
  return problemsOf(dag, open(text, format))
}

/** Each problem as `line:column code node.field: the marked text`. */
export function marks(text: string, format: Format = 'yaml'): string[] {
  const reading = open(text, format)
  return problemsOf(dag, reading).map((problem) => markOf(reading.source, problem))
}

export function markOf(source: Source, { code, range, node, field }: Diagnostic): string {
  const at = range ? positionAt(lineStarts(source.text), range.start) : null
  const who = [node, field].filter((part) => part !== undefined).join('.')
  return `${at ? `${at.line}:${at.column} ` : ''}${code}${who ? ` ${who}` : ''}: ${range ? source.text.slice(range.start, range.end) : ''}`
}
