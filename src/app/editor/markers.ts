import type * as Monaco from 'monaco-editor/editor/editor.api'
import { unreachable, type Diagnostic, type Severity } from '../../core/index.ts'
import type { ViewMap } from './view-map.ts'

/** More marks than anybody reads cost more than they tell. */
const MOST = 500

export const OWNER = 'heddle'

/** The problems as squiggles: the same that the list, the nodes and the form show. */
export function toMarkers(monaco: typeof Monaco, map: ViewMap, diagnostics: readonly Diagnostic[]): Monaco.editor.IMarkerData[] {
  return diagnostics
    .filter((diagnostic) => diagnostic.range)
    .slice(0, MOST)
    .map((diagnostic) => {
      const range = visible(map, diagnostic)
      return { ...map.range(range), message: plain(diagnostic.message), severity: severityOf(monaco, diagnostic.severity), code: diagnostic.code, source: 'heddle' }
    })
}

/** A squiggle under nothing is not seen: widen an empty range to the character beside it. */
function visible(map: ViewMap, { range = { start: 0, end: 0 } }: Diagnostic): { start: number; end: number } {
  if (range.end > range.start) return range
  const start = Math.min(range.start, map.text.length)
  const lineEnds = start >= map.text.length || /[\r\n]/.test(map.text[start] ?? '\n')
  return lineEnds ? { start: Math.max(0, start - 1), end: start } : { start, end: start + 1 }
}

/** Markers are plain text: the backticks around ids would be shown as they are. */
function plain(message: string): string {
  return message.replaceAll('`', '')
}

function severityOf(monaco: typeof Monaco, severity: Severity): Monaco.MarkerSeverity {
  switch (severity) {
    case 'error':
      return monaco.MarkerSeverity.Error
    case 'warning':
      return monaco.MarkerSeverity.Warning
    case 'info':
      return monaco.MarkerSeverity.Info
    default:
      return unreachable(severity)
  }
}
