import type { Diagnostic } from '../../../diagnostic.ts'
import { isWhole } from '../../../source/find.ts'
import { patch } from '../../../source/patch/patch.ts'
import { readSource } from '../../../source/read.ts'
import type { Format } from '../../../source/tree.ts'
import { applyEdits } from '../../../text/apply.ts'
import { lineStarts, positionAt } from '../../../text/lines.ts'
import type { Command } from '../../command.ts'
import { problemsOf } from '../../registry.ts'
import type { Dialect } from '../../dialect.ts'
import { flowOperations } from '../commands.ts'
import { flow } from '../dialect.ts'
import { readFlow, type FlowReading } from '../read.ts'

/** Reads a text that must parse. */
export function open(text: string, format: Format = 'yaml'): FlowReading {
  const source = readSource(text, format)
  if (!isWhole(source)) throw new Error(source.diagnostics.map(({ message }) => message).join('\n'))
  return readFlow(source)
}

export function problems(text: string, format: Format = 'yaml'): readonly Diagnostic[] {
  return problemsOf(flow as Dialect, open(text, format))
}

/** Each problem as `line:column code node.field: the marked text`. */
export function marks(text: string, format: Format = 'yaml'): string[] {
  return problems(text, format).map(({ code, range, node, field }) => {
    const at = range ? positionAt(lineStarts(text), range.start) : null
    const who = [node, field].filter((part) => part !== undefined).join('.')
    return `${at ? `${at.line}:${at.column} ` : ''}${code}${who ? ` ${who}` : ''}: ${range ? text.slice(range.start, range.end) : ''}`
  })
}

/** The text with the fix of this title applied. */
export function mended(text: string, title: string | RegExp, format: Format = 'yaml'): string {
  const fixes = problems(text, format).flatMap((problem) => problem.fixes ?? [])
  const fix = fixes.find((each) => (typeof title === 'string' ? each.title === title : title.test(each.title)))
  if (!fix) throw new Error(`no fix ${String(title)} among ${fixes.map((each) => each.title).join(', ')}`)
  return applyEdits(text, fix.edits)
}

/** The text after the commands, one after another; `code: why` at the first that cannot be done. */
export function run(text: string, commands: Command | readonly Command[], format: Format = 'yaml'): string {
  let now = text
  for (const command of [commands].flat() as readonly Command[]) {
    const reading = open(now, format)
    const operations = flowOperations(reading, command)
    const patched = operations.ok ? patch(reading.source, operations.value) : operations
    if (!patched.ok) return `${patched.diagnostics[0]!.code}: ${patched.diagnostics[0]!.message}`
    now = applyEdits(now, patched.value.edits)
  }
  return now
}
