import { type Analysis, type Diagnostic, dialectNamed, pathOfNode, type Plan, type PolicyRule } from '../../src/core/index.ts'
import type { Model, Tools } from '../../src/protocol/index.ts'
import type { PlannedEffect } from '../policy/effects.ts'
import type { Described } from '../tools/tool.ts'
import { ownToolsOf, placeOwnTools } from '../tools/own-tools.ts'
import { toolFindings, type ToolFindings } from './tool-diagnostics.ts'

/** What this machine and this workspace offer to nodes. Names and reasons only, never keys. */
export type Catalogue = {
  /** To offer, the default first; other names may be typed in. */
  models(): Promise<readonly Model[]>
  /** What a run is started with when the user says nothing, or why that cannot be told. */
  defaults(): Promise<Defaults>
  /** Why a model of this name cannot be asked; null when it can. `unknown`: the name itself is wrong. */
  refuseModel(name: string): { readonly reason: string; readonly unknown: boolean } | null
  /** The agent types, the workspace's own first. */
  agents(): Promise<readonly string[]>
  /** Why there is no agent of this type; null when there is. */
  refuseAgent(type: string): Promise<string | null>
  readonly tools: ToolCatalogue
}

/** The tools of this workspace, as far as it is trusted. */
export type ToolCatalogue = {
  list(): Promise<Tools>
  /** Looks tools up by name, as many as `use` asks for: what has to be read is read once. `own`: the tools that the file names itself. */
  look<T>(own: readonly string[], use: (describe: (name: string) => Promise<Described>) => Promise<T>): Promise<T>
  trust(trusted: boolean): Promise<void>
  /** The rules of a run that the user starts with these approvals, the effects that none of them decides, and the nodes whose tools only trust lets run. `text`: the definition of the plan, which the approvals are for. */
  approvals(plan: Plan, text: string, approve: readonly string[]): Promise<{ readonly ok: true; readonly rules: readonly PolicyRule[]; readonly open: readonly PlannedEffect[]; readonly untrusted: readonly string[] } | { readonly ok: false; readonly reason: string }>
}

export type Defaults = {
  /** The model of nodes that name none. */
  readonly model: { readonly ok: true; readonly name: string } | { readonly ok: false; readonly reason: string }
  readonly maxParallel: number
}

/** The plan of an analysed text of this file; null while it does not parse. Of use only when it has no errors. */
export function planOfAnalysis({ stale, reading, dialect }: Analysis, file: string): Plan | null {
  return stale || reading === null ? null : placeOwnTools(dialectNamed(dialect).plan(reading.model), file)
}

/** The problems that only this side can see: agent types and models that do not exist here. */
export async function serverDiagnostics(analysis: Analysis, catalogue: Catalogue, file: string): Promise<readonly Diagnostic[]> {
  return (await serverFindings(analysis, catalogue, file)).diagnostics
}

/** The same with the tools that were found for it. */
export async function serverFindings(analysis: Analysis, catalogue: Catalogue, file: string): Promise<ToolFindings> {
  const plan = planOfAnalysis(analysis, file)
  if (plan === null || analysis.reading === null) return { diagnostics: [], tools: new Map() }
  const { origin, model } = analysis.reading
  const found: Diagnostic[] = []
  for (const [index, { id, work }] of plan.nodes.entries()) {
    if (work.type !== 'prompt') continue
    const report = (field: string, code: 'agent/unknown' | 'model/unknown', message: string, severity: Diagnostic['severity']) => {
      const path = [...pathOfNode(dialectNamed(analysis.dialect), model, index), field]
      const range = origin.range(path)
      found.push({ code, severity, message, path, node: id, field, ...(range !== undefined && { range }) })
    }
    if (work.agent !== undefined) {
      const reason = await catalogue.refuseAgent(work.agent)
      if (reason !== null) report('agent', 'agent/unknown', reason, 'error')
    }
    if (work.model !== undefined) {
      const refused = catalogue.refuseModel(work.model)
      // A key that is missing here may be set where the file runs.
      if (refused !== null) report('model', 'model/unknown', refused.reason, refused.unknown ? 'error' : 'warning')
    }
  }
  const { diagnostics, tools } = await catalogue.tools.look(ownToolsOf(plan), (describe) => toolFindings(analysis, plan, describe))
  return { diagnostics: [...found, ...diagnostics], tools }
}
