import type { Diagnostic, RefusalCode, Result } from '../diagnostic.ts'
import type { Dialect, Reading } from '../dialects/dialect.ts'
import { dialectFor } from '../dialects/registry.ts'
import { isWhole, lookup, resolve } from '../source/find.ts'
import { renderYaml } from '../source/patch/render.ts'
import { readSource } from '../source/read.ts'
import type { Source, SourceNode } from '../source/tree.ts'
import { fieldsOf } from './items.ts'

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
    if (!isWhole(sheet)) continue
    const reading = dialectFor(sheet).read(sheet)
    const nodes = resolve(lookup(rootOf(sheet), 'nodes')?.value ?? null)
    if (dialectFor(sheet) === dialect && nodes?.kind === 'list' && nodes.items.length > 0 && nodes.items.every(({ value }) => resolve(value)?.kind === 'map')) return { ok: true, value: reading }
  }
  return refuse('refused/rule', 'There are no nodes in what was pasted. Paste one node (`id: ...`), a list of them (`- id: ...`) or a workflow of the same kind, as YAML or JSON.')
}

function readAny(text: string): Source {
  const json = /^\s*[[{]/.test(text) ? readSource(text, 'json') : null
  return json !== null && isWhole(json) ? json : readSource(text, 'yaml')
}

/** Texts that hold the pasted nodes under `nodes`, those that keep the text as it is first. */
function* candidates(text: string, source: Source, dialect: Dialect): Generator<string> {
  const root = resolve(source.root)
  if (root?.kind === 'list') {
    if (source.format === 'yaml' && root.style === 'block') yield `nodes:\n${text}`
    yield* rendered(root.items.map((item) => item.value), dialect)
  } else if (root?.kind === 'map' && lookup(root, 'nodes') !== null) {
    if (source.format === 'yaml') yield text
    const nodes = resolve(lookup(root, 'nodes')!.value)
    if (nodes?.kind === 'list' && dialectFor(source) === dialect) yield* rendered(nodes.items.map((item) => item.value), dialect)
  } else if (root?.kind === 'map' && (lookup(root, 'id') !== null || lookup(root, 'prompt') !== null)) {
    if (source.format === 'yaml' && root.style === 'block') yield `nodes:\n${asItem(text, root.range.start)}`
    yield* rendered([root], dialect)
  }
}

/** A map at any column as an item of a list: its first line behind a dash, comments above it at the dash. */
function asItem(text: string, start: number): string {
  const own = start - /[^\r\n]*$/.exec(text.slice(0, start))![0].length
  const above = text.slice(0, own).replaceAll(/^[ \t]+/gm, '')
  const lines = text.slice(own).split(/\r\n|\r|\n/).map((line) => line.slice(Math.min(start - own, /^ */.exec(line)![0].length)))
  return `${above}- ${lines.map((line, i) => (i === 0 || line === '' ? line : `  ${line}`)).join('\n')}`
}

function* rendered(nodes: readonly (SourceNode | null)[], dialect: Dialect): Generator<string> {
  const values = nodes.map((node) => fieldsOf(node, dialect))
  if (values.every((value) => value !== null)) yield renderYaml({ nodes: values })
}

function rootOf(source: Source): Extract<SourceNode, { kind: 'map' }> {
  const root = resolve(source.root)
  if (root?.kind !== 'map') throw new Error('a sheet is a map with nodes')
  return root
}

export function refuse(code: RefusalCode, message: string, place: Pick<Diagnostic, 'range'> = {}): { readonly ok: false; readonly diagnostics: readonly Diagnostic[] } {
  return { ok: false, diagnostics: [{ code, severity: 'error', message, path: [], ...place }] }
}
