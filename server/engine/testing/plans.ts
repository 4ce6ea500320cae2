import type { Json, Plan, PlanNode, PlanWork } from '../../../src/core/index.ts'
import type { ExecutionContext, Executor, NodeInputs } from '../ports.ts'

/** A plan from lines such as `c < a, b`: node c needs a and b. */
export function planOf(text: string, timeouts: { readonly [id: string]: number } = {}): Plan {
  const nodes = text
    .split(/[;\n]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line): PlanNode => {
      const [id = '', needs = ''] = line.split('<').map((part) => part.trim())
      const timeout = timeouts[id]
      return node(id, needs === '' ? [] : needs.split(',').map((need) => need.trim()), timeout)
    })
  return { kind: 'levels', dialect: 'dag', name: 'test', nodes }
}

export function node(id: string, needs: readonly string[] = [], timeout?: number): PlanNode {
  const work: PlanWork = { type: 'prompt', kind: 'agent', prompt: `do ${id}`, routes: [], output_format: '', max_turns: 0, tools: [] }
  return { id, needs, work, ...(timeout === undefined ? {} : { timeout }) }
}

export type Act = (context: ExecutionContext, node: PlanNode, inputs: NodeInputs) => Promise<Json> | Json

export type Acting = Executor & {
  /** The ids of the nodes that were executed, in the order of their starts. */
  readonly calls: string[]
  /** The most that ran at once. */
  readonly most: () => number
}

/** An executor that does what it is told for each node; by default it answers with the inputs and the id. */
export function acting(acts: { readonly [id: string]: Act } = {}, otherwise: Act = answer): Acting {
  const byId = new Map(Object.entries(acts))
  const calls: string[] = []
  const inputsOf = new WeakMap<PlanNode, NodeInputs>()
  let running = 0
  let most = 0
  return {
    calls,
    most: () => most,
    render(plan, inputs) {
      inputsOf.set(plan, inputs)
      return { prompt: `do ${plan.id}`, inputs: Object.fromEntries(inputs) }
    },
    async execute(context, plan) {
      calls.push(plan.id)
      running += 1
      most = Math.max(most, running)
      try {
        return { output: await (byId.get(plan.id) ?? otherwise)(context, plan, inputsOf.get(plan) ?? new Map()) }
      } finally {
        running -= 1
      }
    },
  }
}

const showValue = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))

const answer: Act = (_, plan, inputs) => [...[...inputs.values()].map(showValue), plan.id].join(' ')

export function failing(message = 'boom'): Act {
  return () => {
    throw new Error(message)
  }
}

/** Work that ends when it is told to. */
export type Hold = { readonly act: Act; release(output?: Json): void; fail(message: string): void; readonly started: Promise<void>; readonly signal: () => AbortSignal | undefined }

export function hold({ ignoresSignal = false } = {}): Hold {
  let release: (output: Json) => void = () => {}
  let refuse: (cause: Error) => void = () => {}
  let start = (): void => {}
  let signal: AbortSignal | undefined
  const started = new Promise<void>((resolve) => (start = resolve))
  const output = new Promise<Json>((resolve, reject) => {
    release = resolve
    refuse = reject
  })
  output.catch(() => {})
  return {
    async act(context) {
      signal = context.signal
      start()
      if (ignoresSignal) return output
      const aborted = new Promise<never>((_, reject) => context.signal.addEventListener('abort', () => reject(context.signal.reason as Error)))
      return Promise.race([output, aborted])
    },
    release: (value = 'held') => release(value),
    fail: (message) => refuse(new Error(message)),
    started,
    signal: () => signal,
  }
}
