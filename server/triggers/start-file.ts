import { analyse, openDocument, type Diagnostic, type Json, type RunOptions, type StartedBy, type Trigger } from '../../src/core/index.ts'
import { formatOfEnding, type Problem, type ProblemCode } from '../../src/protocol/index.ts'
import type { Engine, RunHandle, StartRequest } from '../engine/ports.ts'
import { type Catalogue, planOfAnalysis, serverDiagnostics } from '../routes/catalogue.ts'
import type { Fault } from '../workspace/fault.ts'
import { triggerOfAnalysis } from '../workspace/inspect.ts'
import { decode, readBytes } from '../workspace/read.ts'
import { stateFolder } from '../workspace/state-folder.ts'
import type { Workspace } from '../workspace/workspace.ts'

export type StartServices = {
  readonly workspace: Workspace
  readonly engine: Engine
  readonly catalogue: Catalogue
}

/** Why a run was not started: the parts of a problem, in words for the user. */
export type Refusal = {
  readonly code: ProblemCode
  readonly detail: string
  readonly more?: Partial<Pick<Problem, 'path' | 'status' | 'etag' | 'run' | 'candidates' | 'theirs' | 'offset' | 'effects'>> & { readonly diagnostics?: readonly Diagnostic[] }
}

export type Started = { readonly ok: true; readonly handle: RunHandle } | { readonly ok: false; readonly refusal: Refusal }

export type FileToStart = {
  readonly file: string
  readonly startedBy: StartedBy
  readonly inputs?: Json
  readonly options?: Partial<Pick<RunOptions, 'maxParallel' | 'schedule' | 'model'>>
  /** Effects that the user approves for this run. */
  readonly approve?: readonly string[]
  readonly runId?: string
  /** The version that must be on disk; whatever is there when absent. */
  readonly etag?: string
  /** Refuses what is on disk by what may start it. Asked before the problems of the file are. */
  readonly check?: (trigger: Trigger | null) => Refusal | null
}

/** Starts a run of a file as it is saved, never of a text that somebody sends. */
export async function startFile({ workspace, engine, catalogue }: StartServices, { file, etag, inputs, options = {}, approve = [], runId, startedBy, check }: FileToStart): Promise<Started> {
  const contained = await workspace.contain(file)
  if (!contained.ok) return refusedBy(contained.fault)
  const read = await readBytes(contained.value.target, file)
  if (!read.ok) return refusedBy(read.fault)
  if (etag !== undefined && read.value.etag !== etag) {
    return refused('file-changed', `\`${file}\` on disk is not the version that was to be run. Save or reload it, then run again.`, { status: 409, path: file, etag: read.value.etag })
  }
  const text = decode(read.value.bytes, file)
  if (!text.ok) return refusedBy(text.fault)

  const analysis = analyse(openDocument({ text: text.value, format: formatOfEnding(file) ?? 'yaml', name: file }))
  if (!analysis.stale) {
    const refusal = check?.(triggerOfAnalysis(analysis)) ?? null
    if (refusal !== null) return { ok: false, refusal }
  }
  const diagnostics = [...analysis.diagnostics, ...(await serverDiagnostics(analysis, catalogue, file))]
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  const plan = errors.length === 0 ? planOfAnalysis(analysis, file) : null
  if (plan === null) {
    const [first] = errors
    const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : ''
    return refused('definition-invalid', `\`${file}\` cannot be run as it is: ${first?.message ?? 'it holds no workflow'}${more}`, { path: file, diagnostics })
  }
  const approvals = await catalogue.tools.approvals(plan, text.value, approve)
  if (!approvals.ok) return refused('definition-invalid', `The policy of this folder cannot be used: ${approvals.reason}`, { path: file })
  // A run whose tools may not be started would fail at the first of them: who is there is asked instead.
  if (approvals.untrusted.length > 0 && startedBy === 'editor') {
    const nodes = approvals.untrusted.slice(0, 5).map((node) => `\`${node}\``).join(', ')
    return refused('trust-needed', `Tools of this workflow (at ${nodes}) may come from code or servers that the folder brings along, and the folder is not trusted.`, { path: file })
  }
  const defaults = await catalogue.defaults()
  const own = plan.kind === 'walk' ? plan.model : undefined
  if (options.model !== undefined) {
    const refusal = catalogue.refuseModel(options.model)
    if (refusal !== null) return refused('model-unavailable', refusal.reason)
  } else if (!defaults.model.ok && own === undefined && plan.nodes.some(({ work }) => work.type === 'prompt' && work.model === undefined)) {
    return refused('model-unavailable', defaults.model.reason)
  }
  // Recorded by name, so that a resume asks the same one whatever is configured then.
  const model = options.model ?? own ?? (defaults.model.ok ? defaults.model.name : undefined)

  // Where nobody can be asked the run begins, and what no rule approves is rejected when it comes to it.
  if (approvals.open.length > 0 && startedBy === 'editor') {
    const names = approvals.open.map(({ effect }) => `\`${effect}\``).join(', ')
    return refused('approval-needed', `This run may do things that no rule decides: ${names}. Approve them, or cover them in a policy.`, { path: file, effects: approvals.open.map(({ effect, nodes, tools }) => ({ effect, nodes: [...nodes], tools: [...tools] })) })
  }

  // Before the store makes it: a link in its place would take the record of the run elsewhere.
  const state = await stateFolder(workspace.root)
  if (!state.ok) return refusedBy(state.fault)

  const request: StartRequest = {
    plan,
    definition: { text: text.value },
    file,
    startedBy,
    ...(inputs !== undefined && { inputs }),
    options: {
      maxParallel: options.maxParallel !== undefined && options.maxParallel > 0 ? options.maxParallel : defaults.maxParallel,
      schedule: options.schedule ?? 'levels',
      ...(model !== undefined && { model }),
      ...(approvals.rules.length > 0 && { policy: approvals.rules }),
    },
    ...(runId !== undefined && { runId }),
  }
  try {
    const handle = await engine.start(request)
    handle.ended.catch(() => undefined)
    return { ok: true, handle }
  } catch (error) {
    const refusal = refusalOf(error, runId)
    if (refusal === null) throw error
    return { ok: false, refusal }
  }
}

/** What an engine refuses, in words; null for anything else, which is a bug or the store's. */
export function refusalOf(error: unknown, run: string | undefined): Refusal | null {
  if (!(error instanceof Error)) return null
  const more = run === undefined ? {} : { run }
  switch (error.name) {
    case 'RunExists':
      return { code: 'run-exists', detail: `There is a run \`${run ?? ''}\` already. Resume it, or start one with another id.`, more }
    case 'RunNotFound':
      return unknownRun(run ?? '')
    case 'RunOwned':
      return { code: 'run-owned', detail: `Run \`${run ?? ''}\` is being worked on already.`, more }
    case 'RunFinished':
      return { code: 'run-finished', detail: `Run \`${run ?? ''}\` is completed: nothing is left to resume.`, more }
    default:
      return null
  }
}

export function unknownRun(run: string): Refusal {
  return { code: 'run-not-found', detail: `There is no run \`${run.slice(0, 128)}\`.`, more: { run: run.slice(0, 128) } }
}

function refused(code: ProblemCode, detail: string, more: Refusal['more'] = {}): Started {
  return { ok: false, refusal: { code, detail, more } }
}

function refusedBy({ code, detail, ...more }: Fault): Started {
  return { ok: false, refusal: { code, detail, more } }
}
