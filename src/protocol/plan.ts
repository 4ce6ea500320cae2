import type { Plan } from '../core/index.ts'
import { z } from './schema.ts'

const work = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('prompt'),
    kind: z.enum(['agent', 'verifier', 'critic', 'router']),
    prompt: z.string(),
    routes: z.array(z.string()),
    output_format: z.string(),
    agent: z.exactOptional(z.string()),
    max_turns: z.number(),
    model: z.exactOptional(z.string()),
    tools: z.array(z.string()),
  }),
  z.object({ type: z.literal('tool'), tool: z.string(), prompt: z.exactOptional(z.string()) }),
  z.object({ type: z.literal('branch') }),
  z.object({ type: z.literal('gate'), prompt: z.string() }),
])

const node = { id: z.string(), needs: z.array(z.string()), work, timeout: z.exactOptional(z.number()) }

const walkNode = z.object({
  ...node,
  input: z.exactOptional(z.string()),
  if: z.exactOptional(z.string()),
  output: z.exactOptional(z.string()),
  on_error: z.enum(['abort', 'retry', 'skip']),
  for_each: z.exactOptional(z.object({ items: z.string(), item_var: z.string(), max_parallel: z.number() })),
})

const walkEdge = z.object({ from: z.string(), to: z.nullable(z.string()), if: z.exactOptional(z.string()), max_iterations: z.number() })

export const planSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('levels'), dialect: z.literal('dag'), name: z.string(), nodes: z.array(z.object(node)) }),
  z.object({
    kind: z.literal('walk'),
    dialect: z.enum(['steps', 'flow']),
    name: z.string(),
    nodes: z.array(walkNode),
    edges: z.array(walkEdge),
    entry: z.string(),
    output: z.exactOptional(z.string()),
    max_node_executions: z.nullable(z.number()),
    model: z.exactOptional(z.string()),
    system_prompt: z.exactOptional(z.string()),
    tools: z.exactOptional(z.array(z.string())),
  }),
]) satisfies z.ZodMiniType<Plan>
