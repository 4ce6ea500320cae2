import type { Json } from '../../src/core/index.ts'
import { NodeFailure, type ExecutionContext } from '../engine/ports.ts'
import { askModel, type Model, type ModelTurn, type ToolCall } from '../providers/index.ts'
import type { OfferedTools } from './offered.ts'

export type AgentOptions = {
  readonly model: Model
  readonly system?: string
  readonly prompt: string
  /** Null for a plain request. */
  readonly tools: OfferedTools | null
  /** Model requests that call tools; 1 or more. */
  readonly maxTurns: number
  /** Reads the last answer. */
  readonly read: (text: string) => AnswerRead
  /** Spreads retries; from 0 to below 1. */
  readonly random: () => number
}

/** What an answer comes to. `again`: what the model is told when it has to answer once more. */
export type AnswerRead = { readonly ok: true; readonly output: Json } | { readonly ok: false; readonly reason: string; readonly again: string }

/** Answers of one attempt that may be of no use. What the log holds of earlier ones does not count. */
const MOST_UNREADABLE = 2

/**
 * Asks a model until it is done: one request a turn, with the tool calls that it makes. Every turn
 * (`turn-2`) and every call (`turn-2/call-1`) is recorded before the next begins, so that no attempt
 * repeats one. At the limit of turns the last text is the answer, and the log says so.
 */
export async function runAgent(context: ExecutionContext, options: AgentOptions): Promise<Json> {
  const turns: ModelTurn[] = []
  let calling = 0
  let unreadable = 0
  let lastText = ''
  for (let number = 1; ; number += 1) {
    const key = `turn-${number}`
    const { text, calls, fresh } = await askTurn(context, options, key, turns)
    if (text.trim() !== '') lastText = text
    if (calls.length > 0) {
      turns.push({ text, calls: await makeCalls(context, options, key, calls) })
      calling += 1
      if (calling < options.maxTurns) continue
      context.log(`the agent was stopped after ${calling === 1 ? 'its only turn' : `${calling} turns`}, while it was still calling tools: raise \`max_turns\` to let it go on`)
    }
    const read = options.read(calls.length > 0 ? lastText : text)
    if (read.ok) return read.output
    if (fresh) unreadable += 1
    if (unreadable >= MOST_UNREADABLE || calls.length > 0) {
      throw new NodeFailure({ kind: 'invalid-output', message: read.reason, hint: 'Say in the prompt what the answer must look like, or choose another model.' })
    }
    turns.push({ text, calls: [], reply: read.again })
  }
}

type Turn = { readonly text: string; readonly calls: readonly ToolCall[]; /** Asked in this attempt. */ readonly fresh: boolean }

async function askTurn(context: ExecutionContext, { model, system, prompt, tools, random }: AgentOptions, key: string, turns: readonly ModelTurn[]): Promise<Turn> {
  let fresh = false
  const recorded = await context.step(key, async () => {
    fresh = true
    const { text, calls, ...counted } = await askModel(
      model,
      {
        prompt,
        ...(system === undefined || system === '' ? {} : { system }),
        ...(turns.length === 0 ? {} : { turns: [...turns] }),
        ...(tools === null ? {} : { tools: tools.offered }),
        signal: context.signal,
        sleep: (ms) => context.sleep(ms),
      },
      {
        delta: (piece) => context.delta(piece),
        retrying: (attempt, delay, error) => context.retrying(attempt, delay, error),
        random,
      },
    )
    return { result: toRecord(text, calls), model: model.name, ...counted }
  })
  return { ...fromRecord(recorded), fresh }
}

async function makeCalls(context: ExecutionContext, { tools }: AgentOptions, key: string, calls: readonly ToolCall[]): Promise<ModelTurn['calls']> {
  const made: ModelTurn['calls'][number][] = []
  for (const [place, call] of calls.entries()) {
    const step = `${key}/call-${place + 1}`
    const result = await context.step<Json>(step, async () => {
      const answer = tools === null ? { tool: call.name, result: 'There are no tools.', failed: true as const } : await tools.call(context, call, step)
      const failed = answer.failed ? { failed: true as const } : {}
      return { result: { result: answer.result, ...failed }, tool: answer.tool, input: call.input, ...failed }
    })
    const { result: value, failed } = result as { readonly result: Json; readonly failed?: true }
    made.push({ ...call, result: value, ...(failed ? { failed } : {}) })
  }
  return made
}

/** A turn without calls is its text. */
function toRecord(text: string, calls: readonly ToolCall[]): Json {
  return calls.length === 0 ? text : { text, calls: calls.map((call) => ({ ...call })) }
}

function fromRecord(record: Json): { readonly text: string; readonly calls: readonly ToolCall[] } {
  return typeof record === 'string' ? { text: record, calls: [] } : (record as { readonly text: string; readonly calls: readonly ToolCall[] })
}
