import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Json, Plan, RunOptions } from '../../src/core/index.ts'
import type { WorkspaceConfig } from '../config.ts'
import { defaultModel, parseModelName } from '../providers/index.ts'
import type { CommandContext } from './command.ts'
import { CommandFailure, exit, usageError } from './failure.ts'

/** Reads `heddle.json` of the working folder. One that cannot be read is refused: a run must not guess what it said. */
export async function readConfig(cwd: string): Promise<WorkspaceConfig> {
  if (!existsSync(join(cwd, 'heddle.json'))) return {}
  const { readWorkspaceConfig } = await import('../config.ts')
  const { config, problem } = await readWorkspaceConfig(cwd)
  if (problem !== undefined) throw usageError(problem.replaceAll('`', '"'))
  return config
}

/** What a run is started with: flags, then `heddle.json`, then the defaults. */
export function runOptions({ io, flags }: CommandContext, config: WorkspaceConfig, plan: Plan): RunOptions {
  const lanes = flags.integer('max-parallel') ?? config.maxParallel ?? 0
  const model = chooseModel({ flags, io }, config, plan)
  return {
    maxParallel: lanes > 0 ? lanes : 4,
    schedule: flags.value('schedule') === 'eager' ? 'eager' : 'levels',
    ...(model === undefined ? {} : { model }),
  }
}

function chooseModel({ io, flags }: Pick<CommandContext, 'io' | 'flags'>, config: WorkspaceConfig, plan: Plan): string | undefined {
  const named = flags.value('model')
  if (named !== undefined && flags.has('local')) throw usageError('--model and --local cannot both choose the model', 'Leave out one of them.')
  if (named !== undefined) return checked(named, '--model')
  if (flags.has('local')) {
    if (config.local !== undefined) return checked(config.local, 'the local model in heddle.json')
    throw usageError('--local needs a local model', 'Set it in heddle.json: { "local": "openai-compatible:qwen3@http://127.0.0.1:11434/v1" }')
  }
  if (plan.kind === 'walk' && plan.model !== undefined) return checked(plan.model, 'the `llm` of the workflow')
  const chosen = defaultModel(io.env, config)
  if (chosen.ok) return checked(chosen.name, chosen.from)
  // Nobody asks for the default where every node names its own.
  if (plan.nodes.every(({ work }) => work.type !== 'prompt' || work.model !== undefined)) return undefined
  throw new CommandFailure(exit.usage, chosen.error.message, { hint: chosen.error.hint })
}

function checked(name: string, from: string): string {
  const parsed = parseModelName(name)
  if (parsed.ok) return name.trim()
  throw usageError(`${from}: ${parsed.error.message}`, parsed.error.hint)
}

/** `--inputs` as an object, `--input` entries and `--trigger` over it; null without any. */
export function readInputs({ flags }: Pick<CommandContext, 'flags'>): Json {
  const text = flags.value('inputs')
  const pairs = flags.values('input')
  const trigger = flags.value('trigger')
  if (text === undefined && pairs.length === 0 && trigger === undefined) return null
  const inputs = new Map<string, Json>(text === undefined ? [] : Object.entries(parseInputs(text)))
  for (const pair of pairs) {
    const equals = pair.indexOf('=')
    if (equals < 1) throw usageError(`--input must be KEY=VALUE, not "${pair}"`)
    inputs.set(pair.slice(0, equals).trim(), pair.slice(equals + 1))
  }
  if (trigger !== undefined) inputs.set('trigger', trigger)
  return Object.fromEntries(inputs)
}

function parseInputs(text: string): { readonly [key: string]: Json } {
  let value: Json
  try {
    value = JSON.parse(text) as Json
  } catch (error) {
    throw usageError(`--inputs is not JSON: ${error instanceof Error ? error.message : ''}`, `Write an object, in single quotes for the shell: --inputs '{"topic": "rain"}'`)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw usageError('--inputs must be a JSON object', `For example --inputs '{"topic": "rain"}'`)
  return value as { readonly [key: string]: Json }
}
