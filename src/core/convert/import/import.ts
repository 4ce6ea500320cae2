import { dialectFor } from '../../dialects/registry.ts'
import type { DialectName } from '../../dialects/dialect.ts'
import { dialects } from '../../dialects/registry.ts'
import { readSheet } from '../../document/sheet.ts'
import { isWhole, lookup, resolve } from '../../source/find.ts'
import { readSource } from '../../source/read.ts'
import type { Format, Source, SourceMap } from '../../source/tree.ts'
import { lineStarts, positionAt } from '../../text/lines.ts'
import { isArgo, sketchArgo } from './argo.ts'
import { foreignName } from './foreign.ts'
import { isGitHub, sketchGitHub } from './github.ts'
import { isKestra, sketchKestra } from './kestra.ts'
import { Ledger, type NotCarried } from './ledger.ts'
import { renderSkeleton } from './skeleton.ts'
import { MOST_NEEDS, mended, withoutEnds, type Sketch } from './sketch.ts'

export type ImportKind = 'heddle' | 'github-actions' | 'argo' | 'kestra'

/** A file of Heddle made of what came in. */
export type Imported = {
  readonly kind: ImportKind
  /** What was recognised, in words: `a GitHub Actions workflow`. */
  readonly what: string
  readonly dialect: DialectName
  /** A name for the file, with its ending, without a folder. */
  readonly file: string
  readonly text: string
  /** The ids of the nodes, in file order. */
  readonly nodes: readonly string[]
  readonly notCarriedOver: readonly NotCarried[]
  /** A workflow of Heddle that does not parse comes in as it is, to be mended; this says what is wrong. */
  readonly fault: string | null
}

export type ImportResult = { readonly ok: true; readonly value: Imported } | { readonly ok: false; readonly message: string }

const LABEL: { readonly [Kind in Exclude<ImportKind, 'heddle'>]: string } = {
  'github-actions': 'a GitHub Actions workflow',
  argo: 'an Argo workflow',
  kestra: 'a Kestra flow',
}

/**
 * Reads a text from elsewhere as workflows. One of Heddle's own comes in as it is, comments and all; a
 * workflow of GitHub Actions, Argo or Kestra becomes a `dag` skeleton with the list of everything that was
 * not carried over. A text of several YAML documents gives a result for each. Pure: nothing is run or fetched.
 *
 * @param name the name of the file that it came in, if any.
 */
export function importText(name: string, text: string): readonly ImportResult[] {
  const format: Format = /^\uFEFF?\s*[[{]/.test(text) && isWhole(readSource(text, 'json')) ? 'json' : 'yaml'
  if (text.trim() === '') return [failure('There is nothing in this file.')]
  const source = readSource(text, format)
  if (format === 'yaml' && source.diagnostics.some(({ code }) => code === 'yaml/multiple-documents')) {
    const parts = documentsOf(text)
    if (parts.length > 1) return parts.map((part) => importOne(name, part.text, readSource(part.text, 'yaml'), part.firstLine))
    if (parts.length === 1) return [importOne(name, parts[0]!.text, readSource(parts[0]!.text, 'yaml'), parts[0]!.firstLine)]
  }
  return [importOne(name, text, source, 0)]
}

function importOne(name: string, text: string, source: Source, firstLine: number): ImportResult {
  if (!isWhole(source)) return broken(name, text, source, firstLine)
  const root = resolve(source.root)
  if (root?.kind === 'map') {
    if (isHeddle(root)) return asItIs(name, text, source, null)
    if (isArgo(root)) return sketched('argo', name, source, firstLine, sketchArgo) ?? failure('This Argo workflow has no templates of its own. Import the file that holds them.')
    if (isKestra(root)) return sketched('kestra', name, source, firstLine, sketchKestra)!
    if (isGitHub(root)) return sketched('github-actions', name, source, firstLine, sketchGitHub)!
  }
  const foreign = foreignName(root)
  if (foreign !== null) return failure(`This is ${foreign}. Heddle reads its own files and those of GitHub Actions, Argo and Kestra.`)
  if (root?.kind === 'list') return asNodes(name, text)
  if (root?.kind !== 'map') return failure('This is no workflow: it holds one text, not keys and values.')
  if (lookup(root, 'id') !== null && lookup(root, 'prompt') !== null) return asNodes(name, text)
  const keys = root.entries.slice(0, 4).flatMap(({ name: key }) => (key === null ? [] : [key])).join(', ')
  return failure(`Nothing here says what kind of workflow it is${keys === '' ? '' : ` (it begins with ${keys})`}. Heddle reads its own files and those of GitHub Actions, Argo and Kestra.`)
}

/** Has it the keys of a dialect? Nodes with connections of their own are of another kind. */
function isHeddle(root: SourceMap): boolean {
  if (lookup(root, 'connections') !== null || lookup(root, 'app') !== null) return false
  return lookup(root, 'nodes') !== null || lookup(root, 'workflow') !== null || lookup(root, 'edges') !== null
}

function sketched(kind: Exclude<ImportKind, 'heddle'>, name: string, source: Source, firstLine: number, sketch: (root: SourceMap, ledger: Ledger) => Sketch | null): ImportResult | null {
  const root = resolve(source.root) as SourceMap
  const drawn = sketch(root, new Ledger(source, firstLine))
  if (drawn === null) return null
  if (drawn.nodes.length === 0) return failure(`This is ${LABEL[kind]} with nothing to do in it: there are no ${kind === 'github-actions' ? 'jobs' : 'tasks'}.`)
  if (drawn.nodes.reduce((sum, { needs }) => sum + needs.length, 0) > MOST_NEEDS) return failure(`This is ${LABEL[kind]} with more than ${MOST_NEEDS.toLocaleString('en')} ways between its tasks, more than can be drawn. Import a part of it.`)
  const whole = mended(drawn.name === '' ? { ...drawn, name: stemOf(name) } : drawn)
  const text = renderSkeleton(whole, name === '' ? LABEL[kind] : `${name}, ${LABEL[kind]}`)
  return { ok: true, value: { kind, what: LABEL[kind], dialect: 'dag', file: `${stemOf(whole.name === '' ? name : whole.name)}.yaml`, text, nodes: whole.nodes.map(({ id }) => id), notCarriedOver: whole.notCarriedOver, fault: null } }
}

function asItIs(name: string, text: string, source: Source, fault: string | null): ImportResult {
  const dialect = dialectFor(source)
  const nodes = fault === null ? dialect.project(dialect.read(source)).nodes.filter(({ index }) => index >= 0).map(({ id }) => id) : []
  const own = resolve(source.root)
  const called = own?.kind === 'map' ? resolve(lookup(own, 'name')?.value ?? null) : null
  const stem = name === '' ? (called?.kind === 'scalar' && called.value !== null ? called.text : 'pasted') : name
  const ending = source.format === 'json' ? 'json' : 'yaml'
  const file = new RegExp(source.format === 'json' ? '\\.json$' : '\\.ya?ml$', 'i').test(name) ? name.split(/[\\/]/).at(-1)! : `${stemOf(stem)}.${ending}`
  return { ok: true, value: { kind: 'heddle', what: 'a workflow of Heddle', dialect: dialect.name, file, text, nodes, notCarriedOver: [], fault } }
}

/** Nodes without a workflow around them: they get one, comments kept. */
function asNodes(name: string, text: string): ImportResult {
  for (const dialect of dialects) {
    const sheet = readSheet(text, dialect)
    if (sheet.ok) return asItIs(/\.ya?ml$/i.test(name) ? name : `${stemOf(name)}.yaml`, sheet.value.source.text, sheet.value.source, null)
  }
  return failure('This is a list, but not one of nodes. A workflow is a map with `nodes`.')
}

/** Whoever has a broken workflow of Heddle wants to mend it here; anything else broken cannot be read. */
function broken(name: string, text: string, source: Source, firstLine: number): ImportResult {
  const fault = source.diagnostics.find(({ severity }) => severity === 'error')
  const line = fault?.range === undefined ? null : positionAt(lineStarts(text), fault.range.start).line + firstLine
  const message = `${line === null ? '' : `Line ${line}: `}${fault?.message ?? 'It does not parse.'}`
  if (/^\uFEFF?(?:[ \t]*"?|.*\n[ \t]*"?)(?:nodes|workflow)"?[ \t]*:/.test(text) || /^[ \t]*"?(?:nodes|workflow)"?[ \t]*:/m.test(text)) {
    if (!/^[ \t]*"?connections"?[ \t]*:/m.test(text) && fault?.code !== 'text/too-large') return asItIs(name, text, source, message)
  }
  const isTemplate = /^[ \t]*\{\{[-%]?|\{%/m.test(text)
  return failure(`This does not parse. ${message}${isTemplate ? ' It looks like a template: render it first.' : ''}`)
}

function failure(message: string): ImportResult {
  return { ok: false, message }
}

/** The YAML documents of a text that hold something. */
function documentsOf(text: string): readonly { readonly text: string; readonly firstLine: number }[] {
  const parts: { text: string; firstLine: number }[] = []
  let lines: string[] = []
  let firstLine = 0
  const end = (next: number): void => {
    const part = lines.join('\n')
    if (/^[ \t]*[^#\s%]/m.test(part)) parts.push({ text: `${part}\n`, firstLine })
    lines = []
    firstLine = next
  }
  text.split(/\r\n|\n|\r/).forEach((line, at) => {
    const marker = /^(?:---|\.\.\.)(?=\s|$)(.*)$/.exec(line)
    if (marker === null) {
      lines.push(line)
      return
    }
    end(at)
    // What follows the marker on its line belongs to the document.
    lines.push(marker[1]!)
  })
  end(0)
  return parts
}

/** A name that is safe for a file on every system. */
function stemOf(name: string): string {
  const last = name.split(/[\\/]/).at(-1)!.replace(/\.(?:ya?ml|json)$/i, '')
  const safe = withoutEnds(last.normalize('NFC').replace(/[\p{C}\p{Z}<>:"|?*]+/gu, '-'), '.-')
  return safe === '' ? 'imported' : [...safe].slice(0, 60).join('')
}
