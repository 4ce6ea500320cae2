import type { DiagnosticCode } from '../../diagnostic.ts'
import type { Range } from '../../text/edit.ts'
import { shown } from '../shown.ts'
import type { TextLines } from '../text-lines.ts'
import type { Fault } from './fault.ts'

export function fault(code: DiagnosticCode, range: Range, message: string, remedies: Fault['remedies'] = []): Fault {
  return { diagnostic: { code, severity: 'error', message, path: [], range }, remedies }
}

/** The fault of a line whose indentation fits nothing around it. */
export function indentation(range: Range, lines: TextLines, lineNumber = lines.lineOf(range.start)): Fault {
  let number = lineNumber
  // The library points at the end of what comes before when that is all it has.
  while (lines.textOf(number).trim() === '' && lines.rangeOf(number).end < lines.text.length) number += 1
  const line = lines.rangeOf(number)
  const content = lines.text.slice(line.start, line.end)
  const indent = content.length - content.trimStart().length
  const word = /^(?:- +)*[^\s:]*/.exec(content.trimStart())?.[0] ?? ''
  const how = indent === 0 ? 'not indented' : `indented by ${indent} space${indent === 1 ? '' : 's'}`
  const place = { start: line.start, end: line.start + Math.max(indent, Math.min(1, content.length)) }
  return fault('yaml/indentation', place,
    `\`${shown(word)}\` on line ${number} is ${how}, which fits no line above it. Indent it like the lines that it belongs with.`)
}
