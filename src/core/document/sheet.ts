import type { Diagnostic, Json, RefusalCode, Result } from '../diagnostic.ts'
import type { Dialect, Reading } from '../dialects/dialect.ts'
import { dialectFor } from '../dialects/registry.ts'
import { isWhole, lookup, resolve } from '../source/find.ts'
import { lineStart } from '../source/patch/lines.ts'
import { renderYaml } from '../source/patch/render.ts'
import { readSource } from '../source/read.ts'
import type { Source, SourceNode } from '../source/tree.ts'
import { fieldsOf, listOfEdges, listOfNodes } from './items.ts'

/**
 * Reads what was pasted as a file of its own: a list of nodes, one node, or a whole workflow of the
 * same dialect, in YAML or JSON. Comments and layout are kept where the text is YAML.
 */
export function readSheet(pasted: string, dialect: Dialect): Result<Reading> {
  const text = pasted.replace(/^\uFEFF/, '')
  const source = readAny(text)
  const fault = source.diagnostics.find(({ severity }) => severity === 'error')
  if (!isWhole(source)) return refuse('refused/syntax', `What was pasted does not parse. ${fault?.message ?? ''}`.trim())
  for (const candidate of candidates(text, source, dialect)) {
    const sheet = readSource(candidate, 'yaml')
    if (!isWhole(sheet) || dialectFor(sheet) !== dialect) continue
    const reading = dialect.read(sheet)
    const items = listOfNodes(reading)?.items ?? []
    if (items.length > 0 && items.every(({ value }) => resolve(value)?.kind === 'map')) return { ok: true, value: reading }
  }
  return refuse('refused/rule', 'There are no nodes in what was pasted. Paste one node (`id: ...`), a list of them (`- id: ...`) or a workflow of the same kind, as YAML or JSON.')
}

function readAny(text: string): Source {
  const json = /^\s*[[{]/.test(text) ? readSource(text, 'json') : null
  return json !== null && isWhole(json) ? json : readSource(text, 'yaml')
}

/** Texts that hold the pasted nodes where the dialect has its own, those that keep the text as it is first. */
function* candidates(text: string, source: Source, dialect: Dialect): Generator<string> {
  const root = resolve(source.root)
  if (root?.kind === 'list') {
    if (source.format === 'yaml' && root.style === 'block') yield inPlace(text, dialect)
    yield* rendered(root.items.map((item) => item.value), [], dialect)
    return
  }
  if (root?.kind !== 'map') return
  if (dialectFor(source) === dialect) {
    // A file of the same kind, whole.
    if (source.format === 'yaml') yield text
    const file = dialect.read(source)
    yield* rendered(valuesIn(listOfNodes(file)), valuesIn(listOfEdges(file)), dialect)
  }
  const name = String(dialect.nodesPaths[0]?.at(-1))
  const nodes = resolve(lookup(root, name)?.value ?? null)
  // Without its edges a list of nodes does not say what kind it is of.
  if (nodes?.kind === 'list' && dialect.edgeFields.length > 0) yield* rendered(valuesIn(nodes), valuesIn(resolve(lookup(root, 'edges')?.value ?? null)), dialect)
  if (nodes === null && tellingOf(dialect).some((name) => lookup(root, name) !== null)) {
    if (source.format === 'yaml' && root.style === 'block') yield inPlace(asItem(text, root.range.start), dialect)
    yield* rendered([root], [], dialect)
  }
}

/** The fields by which a map is known for a node. */
function tellingOf({ palette }: Dialect): readonly string[] {
  return ['id', 'prompt', ...palette.flatMap(({ fields }) => Object.keys(fields))]
}

function valuesIn(list: SourceNode | null): readonly (SourceNode | null)[] {
  return list?.kind === 'list' ? list.items.map(({ value }) => value) : []
}

/** A block list under the keys that lead to the list of nodes. */
function inPlace(list: string, { nodesPaths }: Dialect): string {
  const keys = nodesPaths[0] ?? []
  const head = keys.map((key, depth) => `${'  '.repeat(depth)}${key}:\n`).join('')
  const indent = '  '.repeat(Math.max(0, keys.length - 1))
  return head + (indent === '' ? list : list.replaceAll(/^(?=[^\r\n])/gm, indent))
}

/** A map at any column as an item of a list: its first line behind a dash, comments above it at the dash. */
function asItem(text: string, start: number): string {
  const own = lineStart(text, start)
  const above = text.slice(0, own).replaceAll(/^[ \t]+/gm, '')
  const lines = text.slice(own).split(/\r\n|\r|\n/).map((line) => line.slice(Math.min(start - own, /^ */.exec(line)![0].length)))
  return `${above}- ${lines.map((line, i) => (i === 0 || line === '' ? line : `  ${line}`)).join('\n')}`
}

function* rendered(nodes: readonly (SourceNode | null)[], edges: readonly (SourceNode | null)[], dialect: Dialect): Generator<string> {
  const values = nodes.map((node) => fieldsOf(node, dialect.nodeFields))
  const ways = edges.map((edge) => fieldsOf(edge, dialect.edgeFields))
  if (!values.every((value) => value !== null) || !ways.every((value) => value !== null)) return
  const keys = dialect.nodesPaths[0] ?? []
  const inner: Json = { [String(keys.at(-1))]: values, ...(ways.length > 0 ? { edges: ways } : {}) }
  yield renderYaml(keys.slice(0, -1).reduceRight<Json>((within, key) => ({ [key]: within }), inner))
}

export function refuse(code: RefusalCode, message: string, place: Pick<Diagnostic, 'range'> = {}): { readonly ok: false; readonly diagnostics: readonly Diagnostic[] } {
  return { ok: false, diagnostics: [{ code, severity: 'error', message, path: [], ...place }] }
}
