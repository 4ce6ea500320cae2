import { analyse, type Analysis, dialectNamed, type Format, openDocument, type SourceNode, type Trigger } from '../../src/core/index.ts'
import type { ListedFile } from '../../src/protocol/index.ts'

/** What a list says of a text; null when it is no workflow. */
export type Inspected = Pick<ListedFile, 'dialect' | 'name' | 'trigger' | 'problems'>

/** Larger files are listed, but not read through for a list. */
const MAX_INSPECTED_BYTES = 1024 * 1024

/** The keys that make a map a workflow, and those that one may have before it has any of them. */
const TELLING = ['nodes', 'edges', 'workflow']
const EARLY = ['name', 'description', 'version']

/**
 * Tells a workflow from the other YAML and JSON files of a folder, and counts its problems. A text
 * that does not parse is taken for a workflow when it has a workflow's key at the start of a line, or
 * stands in a folder called `workflows`.
 */
export function inspect(text: string, path: string, format: Format): Inspected | null {
  const maybe = mayBeWorkflow(text, path, format)
  if (!maybe) return null
  if (text.length > MAX_INSPECTED_BYTES) return { dialect: null, problems: null }
  const analysis = analyse(openDocument({ text, format }))
  const problems = {
    errors: analysis.diagnostics.filter(({ severity }) => severity === 'error').length,
    warnings: analysis.diagnostics.filter(({ severity }) => severity === 'warning').length,
  }
  if (analysis.stale) return { dialect: null, problems }
  if (!isWorkflow(analysis.source.root, path)) return null
  const name = nameOf(analysis)
  const trigger = triggerOfAnalysis(analysis)
  return { dialect: analysis.dialect, problems, ...(name !== undefined && { name }), ...(trigger !== null && { trigger: { ...trigger, channels: [...trigger.channels] } }) }
}

/** What may start a text beside a person; null when nothing does, or it does not parse. */
export function triggerOfAnalysis({ stale, reading, dialect }: Analysis): Trigger | null {
  return stale || reading === null ? null : (dialectNamed(dialect).trigger?.(reading.model) ?? null)
}

/** A cheap look, so that a folder full of data is not parsed. */
function mayBeWorkflow(text: string, path: string, format: Format): boolean {
  if (inWorkflowsFolder(path) || text.length < 2000) return true
  return format === 'json' ? /"(nodes|edges|workflow)"\s*:/.test(text) : /^["']?(nodes|edges|workflow)["']?[ \t]*:|^[ \t]*\{/m.test(text)
}

function isWorkflow(root: SourceNode | null, path: string): boolean {
  if (root === null) return true
  if (root.kind !== 'map') return inWorkflowsFolder(path)
  const keys = root.entries.map(({ name }) => name ?? '')
  if (keys.some((key) => TELLING.includes(key))) return !keys.includes('apiVersion')
  return inWorkflowsFolder(path) || keys.every((key) => EARLY.includes(key))
}

function nameOf({ source }: Analysis): string | undefined {
  if (source.root?.kind !== 'map') return undefined
  const value = source.root.entries.find(({ name }) => name === 'name')?.value
  return value?.kind === 'scalar' && value.text.trim() !== '' ? value.text.trim().slice(0, 200) : undefined
}

function inWorkflowsFolder(path: string): boolean {
  return /(^|\/)workflows\//i.test(path)
}
