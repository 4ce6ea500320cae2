import { lineStarts, positionAt, type Diagnostic } from '../../src/core/index.ts'
import { excerpt } from './excerpt.ts'
import type { JsonProblem } from './failure.ts'
import type { Io } from './io.ts'
import type { Style } from './style.ts'
import type { Target } from './target.ts'
import { visible } from './width.ts'

/** Problems of one kind, as `--json` lists them. */
export function jsonProblems(diagnostics: readonly Diagnostic[], text: string): readonly JsonProblem[] {
  const starts = lineStarts(text)
  return diagnostics.map(({ node, field, message, code, range }) => {
    const place = range === undefined ? null : positionAt(starts, range.start)
    return { step: node ?? null, field: field ?? null, message: plain(message), code, line: place?.line ?? null, column: place?.column ?? null }
  })
}

/** One line that says what is wrong with a file: `a.yaml has 2 problems: step x, needs: ...; ...`. */
export function summarise(shown: string, problems: readonly JsonProblem[]): string {
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`
  const said = problems.slice(0, 5).map((problem) => `${placeIn(problem)}${problem.message.replace(/\.$/, '')}`)
  return `${shown} has ${count}: ${said.join('; ')}${problems.length > 5 ? `; and ${problems.length - 5} more` : ''}`
}

/** The problems of a file on stderr: place, what is wrong, the line with a mark under it, how to mend it. */
export function printProblems(io: Io, style: Style, { shown, text }: Pick<Target, 'shown' | 'text'>, diagnostics: readonly Diagnostic[]): void {
  const starts = lineStarts(text)
  for (const diagnostic of diagnostics) {
    io.err.write(renderProblem(diagnostic, shown, text, starts, Math.max(40, io.err.columns()), style))
  }
}

function renderProblem({ severity, message, node, field, range, fixes, related }: Diagnostic, shown: string, text: string, starts: readonly number[], columns: number, style: Style): string {
  const isError = severity === 'error'
  const about = placeIn({ step: node === undefined ? null : visible(node), field: field ?? null })
  const said = `${about}${visible(plain(message))}`
  const words = isError ? style.red(said) : `${style.yellow('warning:')} ${said}`
  if (range === undefined) return `${style.bold('heddle:')} ${shown}: ${words}\n${hints(fixes, '        ')}`
  const gutter = 6
  const at = excerpt(text, range, columns - gutter - 3, starts)
  const paint = isError ? style.red : style.yellow
  const lines = [
    `${style.bold('heddle:')} ${shown}:${at.line}:${at.column}: ${words}`,
    `${style.dim(`${String(at.line).padStart(gutter)} |`)} ${at.source}`,
    `${style.dim(`${' '.repeat(gutter)} |`)} ${paint(at.mark)}`,
  ]
  for (const other of (related ?? []).slice(0, 3)) {
    const place = positionAt(starts, other.range.start)
    lines.push(`${' '.repeat(gutter)} ${style.dim('=')} ${shown}:${place.line}:${place.column}: ${visible(plain(other.message))}`)
  }
  return `${lines.join('\n')}\n${hints(fixes, `${' '.repeat(gutter)} ${style.dim('=')} `)}`
}

function hints(fixes: Diagnostic['fixes'], indent: string): string {
  return (fixes ?? []).slice(0, 3).map(({ title }) => `${indent}fix: ${visible(plain(title))}\n`).join('')
}

/** `step collect, needs: `, or nothing where it concerns the whole file. */
function placeIn({ step, field }: Pick<JsonProblem, 'step' | 'field'>): string {
  const parts = [...(step === null || step === '' ? [] : [`step ${step}`]), ...(field === null ? [] : [field])]
  return parts.length === 0 ? '' : `${parts.join(', ')}: `
}

/** Messages mark names with backticks for panes that render them; a terminal shows quotes. */
function plain(message: string): string {
  return message.replaceAll(/`([^`\n]*)`/g, '"$1"')
}
