import { readFileSync } from 'node:fs'
import { analyse, dialectNamed, openDocument, type Json, type WalkEdge, type WalkNode, type WalkPlan } from '../../../src/core/index.ts'
import type { ExecutionContext, Executor, NodeOutput } from '../ports.ts'

/** What a flow file says of a node and of an edge. */
export type FlowNode = Partial<Pick<WalkNode, 'input' | 'if' | 'output' | 'on_error' | 'for_each'>> & { readonly id: string; readonly tool?: string; readonly agent?: string; readonly prompt?: string }
export type FlowEdge = { readonly from: string; readonly to?: string; readonly if?: string; readonly max_iterations?: number }
export type Flow = { readonly nodes: readonly FlowNode[]; readonly edges: readonly FlowEdge[]; readonly entry?: string; readonly output?: string; readonly max_node_executions?: number | null }

/** A flow and what the engine that the format comes from made of it. */
export type Trace = {
  readonly name: string
  readonly workflow: Flow
  readonly trigger: string
  /** What the tool of a node returns at its n-th call; the last one repeats. */
  readonly script?: { readonly [id: string]: readonly Json[] }
  /** The visits in order. */
  readonly trace?: readonly string[]
  /** The rendered input of each call. */
  readonly inputs?: readonly string[]
  readonly output?: Json
  readonly error?: string
  /** Why it must not load. */
  readonly refused?: string
}

export const flowTraces = JSON.parse(readFileSync(new URL('../../../src/core/dialects/flow/testing/traces.json', import.meta.url), 'utf8')) as readonly Trace[]

/** The plan of a flow as a file says it; null when the file is refused. */
export function planOfFlow(workflow: Flow): WalkPlan | null {
  const { reading, diagnostics } = analyse(openDocument({ text: JSON.stringify({ name: 'test', workflow }), format: 'json', name: 'flow.json' }))
  if (reading === null || diagnostics.some(({ severity }) => severity === 'error')) return null
  const plan = dialectNamed('flow').plan(reading.model)
  return plan.kind === 'walk' ? plan : null
}

/** The plan of a flow that is sound. */
export function walkOf({ nodes, edges, entry, output, max_node_executions = 100 }: Flow, dialect: 'steps' | 'flow' = 'flow'): WalkPlan {
  return {
    kind: 'walk',
    dialect,
    name: 'test',
    nodes: nodes.map(({ id, tool, agent, prompt, on_error = 'abort', ...node }): WalkNode => ({
      id,
      needs: [],
      on_error,
      ...node,
      work:
        tool !== undefined
          ? { type: 'tool', tool }
          : agent !== undefined
            ? { type: 'prompt', kind: 'agent', prompt: prompt ?? '', routes: [], output_format: '', agent, max_turns: 0, tools: [] }
            : { type: 'branch' },
    })),
    edges: edges.map((edge): WalkEdge => ({
      from: edge.from,
      to: edge.to === undefined || edge.to === 'end' ? null : edge.to,
      max_iterations: Math.max(1, edge.max_iterations ?? 1),
      ...(edge.if === undefined ? {} : { if: edge.if }),
    })),
    entry: entry ?? nodes[0]?.id ?? '',
    ...(output === undefined ? {} : { output }),
    max_node_executions,
  }
}

/** Steps in the order given. */
export function stepsOf(...nodes: readonly FlowNode[]): WalkPlan {
  const edges = nodes.slice(1).map(({ id }, place) => ({ from: nodes[place]!.id, to: id }))
  return walkOf({ nodes, edges, max_node_executions: null }, 'steps')
}

export type Call = { readonly context: ExecutionContext; readonly id: string; readonly input: Json; /** How often the node was called, this time included. */ readonly count: number }
export type Scripted = Executor & { readonly calls: string[] }

/** An executor whose nodes answer by a script: the last entry repeats, `{ fail }` fails; without one, `{ node, call }`. */
export function scripted(script: { readonly [id: string]: readonly Json[] } = {}, before: (call: Call) => Promise<void> | void = () => {}): Scripted {
  const byId = new Map(Object.entries(script))
  const counts = new Map<string, number>()
  const calls: string[] = []
  return {
    calls,
    render: (_, __, texts) => readToolInput(texts?.input ?? ''),
    async execute(context, { id }, input): Promise<NodeOutput> {
      calls.push(`${id}:${showInput(input)}`)
      const count = (counts.get(id) ?? 0) + 1
      counts.set(id, count)
      await before({ context, id, input, count })
      const answers = byId.get(id)
      if (!answers) return { output: { node: id, call: count } }
      const answer = answers[Math.min(count, answers.length) - 1] ?? null
      if (answer !== null && typeof answer === 'object' && 'fail' in answer) throw new Error(typeof answer.fail === 'string' ? answer.fail : 'failed')
      return { output: answer }
    },
  }
}

/** As tools are given it: an object where the text is one, `{}` for nothing, else the text. */
function readToolInput(text: string): Json {
  if (text.trim() === '') return {}
  try {
    const value = JSON.parse(text) as Json
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : text
  } catch {
    return text
  }
}

const showInput = (input: Json): string => (typeof input === 'string' ? input : Object.keys(input as object).length === 0 ? '' : JSON.stringify(input))

