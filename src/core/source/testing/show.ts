import type { Json } from '../../diagnostic.ts'
import { lineStarts, positionAt } from '../../text/lines.ts'
import { nodeAt } from '../find.ts'
import { readSource } from '../read.ts'
import { toJson } from '../to-json.ts'
import type { Format, Source, SourceMap, SourceNode, SourceScalar } from '../tree.ts'

/** Diagnostics as people and the command line see them: `3:1 error yaml/tab-indent Tabs cannot …`. */
export function problems(source: Source): readonly string[] {
  const starts = lineStarts(source.text)
  return source.diagnostics.map(({ code, severity, message, range }) => {
    const { line, column } = positionAt(starts, range?.start ?? 0)
    return `${line}:${column} ${severity} ${code} ${message}`
  })
}

export function problemsOf(text: string, format: Format = 'yaml'): readonly string[] {
  return problems(readSource(text, format))
}

/** Where and what, without words. */
export function codesOf(text: string, format: Format = 'yaml'): readonly string[] {
  return problemsOf(text, format).map((problem) => problem.split(' ').filter((_, index) => index !== 1).slice(0, 2).join(' '))
}

/** The value of a text as plain JSON, with ordinary prototypes, to compare. */
export function valueOf(text: string, format: Format = 'yaml'): unknown {
  return plainly(toJson(readSource(text, format).root))
}

export function plainly(value: Json): unknown {
  return JSON.parse(JSON.stringify(value))
}

export function scalarAt(source: Source, ...path: (string | number)[]): SourceScalar {
  const node = nodeAt(source, path)
  if (node?.kind !== 'scalar') throw new Error(`no scalar at ${path.join('.')}`)
  return node
}

export function mapAt(source: Source, ...path: (string | number)[]): SourceMap {
  const node = nodeAt(source, path)
  if (node?.kind !== 'map') throw new Error(`no map at ${path.join('.')}`)
  return node
}

export function written(source: Source, node: SourceNode | null | undefined): string | undefined {
  return node ? source.text.slice(node.range.start, node.range.end) : undefined
}
