import type { CST } from 'yaml'
import type { Diagnostic } from '../../diagnostic.ts'
import { applyEdits } from '../../text/apply.ts'
import type { Range } from '../../text/edit.ts'
import { MAX_DEPTH, MAX_PROBLEMS } from '../limits.ts'
import { TextLines } from '../text-lines.ts'
import type { SourceNode } from '../tree.ts'
import { buildTree } from './build.ts'
import { TreeChecks, oddIndentation } from './check.ts'
import { compose, type LibraryError } from './compose.ts'
import { explain, isHarmless } from './explain.ts'
import type { Fault } from './fault.ts'
import { fault } from './make-fault.ts'
import { readTokens } from './tokens.ts'
import { unclosedFault } from './unclosed.ts'

export type YamlReading = {
  readonly root: SourceNode | null
  readonly comments: readonly Range[]
  /** In the order of the text. */
  readonly diagnostics: readonly Diagnostic[]
}

/** Texts up to this long are read again to see whether a remedy mends them. */
const REMEDY_LENGTH = 128 * 1024
/** Remedies are tried in texts with no more faults than this. */
const REMEDIED = 5

/** Reads a text as one YAML 1.2 document. */
export function readYaml(text: string): YamlReading {
  const { reading, faults } = readFaults(text)
  const isShort = text.length <= REMEDY_LENGTH && faults.length <= REMEDIED
  const diagnostics = faults.map((one) => (isShort ? remedied(text, one) : one.diagnostic))
  return { ...reading, diagnostics: inOrder([...reading.diagnostics, ...diagnostics]) }
}

/** Offers the first of the remedies after which the text reads well, or at least well up to a later line. */
function remedied(text: string, { diagnostic, remedies = [], reach }: Fault): Diagnostic {
  const reached = new TextLines(text).lineOf(reach ?? diagnostic.range?.start ?? 0)
  for (const { title, edits, message = diagnostic.message } of remedies) {
    const mended = applyEdits(text, edits)
    const { reading, faults } = readFaults(mended)
    const lines = new TextLines(mended)
    const isMended = [...faults.map((fault) => fault.diagnostic), ...reading.diagnostics]
      .every(({ severity, range }) => severity !== 'error' || lines.lineOf(range?.start ?? 0) > reached)
    if (isMended) return { ...diagnostic, message, fixes: [...(diagnostic.fixes ?? []), { title, edits }] }
  }
  return diagnostic
}

function readFaults(text: string): { reading: YamlReading; faults: readonly Fault[] } {
  // YAML ends a line with a CR of its own too; the library does not. Each stays one unit long.
  const { tokens, comments, tooDeep } = readTokens(text.replace(/\r(?!\n)/g, '\n'))
  if (tooDeep !== null) return { reading: { root: null, comments, diagnostics: [deep(tooDeep)] }, faults: [] }

  const lines = new TextLines(text)
  const documents = tokens.filter((token): token is CST.Document => token.type === 'document' && isWritten(token))
  const document = documents[0] ?? tokens.find((token): token is CST.Document => token.type === 'document')
  const checks = new TreeChecks(lines)
  const root = document ? buildTree(document, checks) : null
  const { errors, warnings } = compose(tokens.filter((token) => token.type !== 'document' || token === document), text.length)

  const found: Fault[] = []
  const unclosed = unclosedFault(checks.unclosed, lines)
  if (unclosed) found.push(unclosed)
  for (const range of checks.oddlyIndented) {
    found.push({ diagnostic: oddIndentation(text, range, lines.lineOf(range.start)), spoilsAfter: range.start })
  }
  for (const token of tokens) if (token.type === 'byte-order-mark' && token.offset > 0) {
    found.push({ diagnostic: oddIndentation(text, { start: token.offset, end: token.offset + 1 }, lines.lineOf(token.offset)) })
  }
  const second = documents[1]
  if (second) found.push({ diagnostic: severalDocuments(second, lines), spoilsAfter: startOf(second) })
  const faults = withoutConsequences(found, errors, lines)
  const spoilt = spoiltFrom(faults)
  const faultyLines = new Set(faults.map(({ diagnostic }) => lines.lineOf(diagnostic.range?.start ?? 0)))
  const own = checks.diagnostics.filter(({ range }) => {
    const start = range?.start ?? 0
    return start < spoilt && !faultyLines.has(lines.lineOf(start))
  })
  const notes = directives(tokens, warnings, text).filter(({ range }) => !faultyLines.has(lines.lineOf(range?.start ?? 0)))
  return { reading: { root, comments, diagnostics: [...own, ...notes] }, faults }
}

/** Adds the library's errors in plain words: one a line, and none that only follows from another. */
function withoutConsequences(found: readonly Fault[], errors: readonly LibraryError[], lines: TextLines): readonly Fault[] {
  const faults = [...found]
  let spoilt = spoiltFrom(faults)
  let coveredTo = 0
  const breaking = errors.filter((error) => !isHarmless(error)).sort((a, b) => a.pos[0] - b.pos[0] || rank(a) - rank(b))
  for (const error of breaking) {
    if (error.pos[0] >= spoilt || faults.length > MAX_PROBLEMS) break
    const line = lines.lineOf(error.pos[0])
    if (line <= coveredTo) continue
    const explained = explain(error, lines)
    if (!explained) continue
    faults.push(explained)
    spoilt = Math.min(spoilt, explained.spoilsAfter ?? Infinity)
    coveredTo = Math.max(lines.lineOf(error.pos[1] - 1), lines.lineOf(explained.diagnostic.range?.start ?? 0))
  }
  const first = breaking[0]
  // An error that no rule knows must not pass for none.
  if (first && faults.length === 0) return [fault('yaml/syntax', { start: Math.min(first.pos[0], lines.text.length), end: Math.min(first.pos[1], lines.text.length) }, `This cannot be read as YAML: ${first.message}.`)]
  const starts = new Set<number>()
  return faults.filter(({ diagnostic, spoilsAfter }) => {
    const start = diagnostic.range?.start ?? 0
    if (starts.has(start) || (start >= spoilt && spoilsAfter !== spoilt)) return false
    starts.add(start)
    return true
  })
}

function spoiltFrom(faults: readonly Fault[]): number {
  return faults.reduce((least, { spoilsAfter = Infinity }) => Math.min(least, spoilsAfter), Infinity)
}

/** Of two errors at one place the one that says more comes first. */
function rank({ code }: LibraryError): number {
  return code === 'BLOCK_IN_FLOW' ? 0 : 1
}

function directives(tokens: readonly CST.Token[], warnings: readonly LibraryError[], text: string): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = []
  const warn = (range: Range, message: string): void => {
    diagnostics.push({ code: 'yaml/directive', severity: 'warning', message, path: [], range })
  }
  for (const token of tokens) {
    const version = token.type === 'directive' ? /^%YAML\s+(\S+)/.exec(token.source)?.[1] : undefined
    if (version === undefined || version === '1.2' || token.type !== 'directive') continue
    warn({ start: token.offset, end: token.offset + token.source.length }, `This file is read as YAML 1.2, not ${version}: \`yes\` and \`no\` are text, for instance. Remove the line.`)
  }
  for (const { code, pos, message } of warnings) {
    if (code !== 'BAD_DIRECTIVE' || message.includes('version')) continue
    warn({ start: pos[0], end: Math.min(pos[1], text.length) }, 'This directive has no meaning here and is ignored. Remove the line.')
  }
  return diagnostics
}

/** Has the document anything in it? A file may end in a bare `---`. */
function isWritten({ value, start }: CST.Document): boolean {
  return value !== undefined || start.some(({ type }) => type === 'anchor' || type === 'tag')
}

function startOf(document: CST.Document): number {
  return document.start.find(({ type }) => type === 'doc-start')?.offset ?? document.value?.offset ?? document.offset
}

function severalDocuments(document: CST.Document, lines: TextLines): Diagnostic {
  const start = startOf(document)
  const line = lines.lineOf(start)
  return {
    code: 'yaml/multiple-documents', severity: 'error', path: [], range: { start, end: Math.max(start + 1, lines.rangeOf(line).end) },
    message: `A second document starts on line ${line}: one workflow per file. Move it to a file of its own.`,
  }
}

function deep(at: number): Diagnostic {
  return {
    code: 'yaml/too-deep', severity: 'error', path: [], range: { start: at, end: at + 1 },
    message: `This is nested more than ${MAX_DEPTH} levels deep. Flatten it: nothing that a workflow holds needs so many.`,
  }
}

function inOrder(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.toSorted((a, b) => (a.range?.start ?? 0) - (b.range?.start ?? 0))
}
