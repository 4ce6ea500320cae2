import type { TextEdit } from '../../text/edit.ts'
import type { TextLines } from '../text-lines.ts'
import type { Fault } from './fault.ts'

/** The fault of a line that a tab indents. One for the file: where there is one, there are many. */
export function tabFault(lines: TextLines, line: number): Fault {
  const { start } = lines.rangeOf(line)
  const content = lines.textOf(line)
  const first = /^ *\t/.test(content) ? content.indexOf('\t') : Math.max(0, content.search(/\t/))
  const tabs = /^\t+/.exec(content.slice(first))?.[0].length ?? 1
  return {
    diagnostic: {
      code: 'yaml/tab-indent', severity: 'error', path: [], range: { start: start + first, end: start + first + tabs },
      message: 'Tabs cannot indent YAML, use spaces.',
    },
    remedies: [2, 4].map((width) => ({ title: `Use ${width} spaces for each tab`, edits: untab(lines.text, width) })),
    spoilsAfter: start,
  }
}

/** Does a tab stand in the white space before what the line holds? */
export function isTabIndented(lines: TextLines, line: number): boolean {
  return /^ *\t[ \t]*[^\s]/.test(lines.textOf(line))
}

/** The edits that replace the tabs of every line's indentation. */
function untab(text: string, width: number): readonly TextEdit[] {
  const edits: TextEdit[] = []
  for (const match of text.matchAll(/(?<=^|[\n\r])[ ]*\t[ \t]*/g)) {
    const end = match.index + match[0].length
    edits.push({ range: { start: match.index, end }, text: match[0].replaceAll('\t', ' '.repeat(width)) })
  }
  return edits
}
