import type { GraphEdge, GraphNode, Problem, Projection } from '../core/index.ts'
import { diagnosticSchema } from './diagnostic.ts'
import { z } from './schema.ts'

const node = z.object({
  key: z.string(),
  id: z.string(),
  kind: z.enum(['agent', 'model', 'verifier', 'critic', 'router', 'tool', 'branch', 'gate']),
  summary: z.string(),
  note: z.exactOptional(z.string()),
  condition: z.exactOptional(z.string()),
  index: z.int(),
  ghost: z.exactOptional(z.literal(true)),
  entry: z.exactOptional(z.literal(true)),
  end: z.exactOptional(z.literal(true)),
}) satisfies z.ZodMiniType<GraphNode>

const edge = z.object({
  key: z.string(),
  kind: z.enum(['need', 'route', 'flow', 'reference']),
  from: z.string(),
  to: z.string(),
  condition: z.exactOptional(z.string()),
  budget: z.exactOptional(z.number()),
  order: z.exactOptional(z.int()),
  index: z.exactOptional(z.int()),
  back: z.exactOptional(z.literal(true)),
  broken: z.exactOptional(z.literal(true)),
}) satisfies z.ZodMiniType<GraphEdge>

const problem = z.extend(diagnosticSchema, { edge: z.exactOptional(z.string()) }) satisfies z.ZodMiniType<Problem>

/** Over the wire the places of the nodes are a plain list. */
const ranges = z.pipe(z.array(z.int()), z.transform((list) => Uint32Array.from(list)))

/**
 * `GET /api/projections/<path>`: what a file holds, as it is drawn, and the version that was read: the page shows it
 * before it can read texts itself. 413 `file-too-large` for one that is better read by the page.
 */
export const projectedSchema = z.object({
  etag: z.string(),
  projection: z.object({
    revision: z.int(),
    format: z.enum(['yaml', 'json']),
    dialect: z.enum(['dag', 'steps', 'flow', 'toolflow']),
    view: z.object({ nodes: z.array(node), edges: z.array(edge), levels: z.array(z.array(z.string())) }),
    diagnostics: z.array(problem),
    stale: z.boolean(),
    ranges,
  }) satisfies z.ZodMiniType<Projection>,
})
export type Projected = { readonly etag: string; readonly projection: Projection }
