import type { Diagnostic } from '../diagnostic.ts'
import type { Dialect, DialectName, Origin } from './dialect.ts'

type Unsupported = Exclude<DialectName, 'dag' | 'steps' | 'flow'>

const ABOUT: { readonly [Name in Unsupported]: string } = {
  toolflow: 'a workflow of tool calls (`workflow.format`)',
}

const NOWHERE: Origin = { sourcePath: () => null, sourcePaths: () => [], range: () => undefined, keyRange: () => undefined, sourceNode: () => null }

/**
 * Stands in for a dialect that this version recognises but cannot run: its files open as text, draw
 * nothing, and say so.
 */
export function unsupported(name: Unsupported): Dialect<null> {
  const message = `This is ${ABOUT[name]}, which this version of Heddle does not run. It opens as text only.`
  const diagnostic = (): Diagnostic => ({ code: 'definition/unsupported-dialect', severity: 'error', message, path: [] })
  const refusal: Diagnostic = { code: 'refused/rule', severity: 'error', message, path: [] }
  return {
    name,
    recognises: () => false,
    read: (source) => {
      const start = source.root?.range.start ?? 0
      const end = Math.min(source.root?.range.end ?? 0, endOfLine(source.text, start))
      return { source, model: null, origin: NOWHERE, diagnostics: [{ ...diagnostic(), range: { start, end } }] }
    },
    validate: () => [],
    project: () => ({ nodes: [], edges: [], levels: [] }),
    operations: () => ({ ok: false, diagnostics: [refusal] }),
    refuseEdge: () => message,
    between: () => ({ ok: false, diagnostics: [refusal] }),
    mentions: () => [],
    plan: () => ({ kind: 'levels', dialect: 'dag', name: '', nodes: [] }),
    nodesPath: () => ['nodes'],
    nodesPaths: [['nodes']],
    edgesPath: () => null,
    edgePath: () => null,
    prompt: () => null,
    occurrences: () => [],
    variablesAt: () => null,
    shapeAt: () => null,
    documentFields: [],
    nodeFields: [],
    edgeFields: [],
    palette: [],
    schema: () => ({}),
  }
}

function endOfLine(text: string, start: number): number {
  const end = text.slice(start).search(/[\r\n]/)
  return end < 0 ? text.length : start + end
}
