import { createHash } from 'node:crypto'
import type { Plan } from '../../graph/plan.ts'
import { GENESIS, sealEvent, type ChainHead, type Digest } from '../chain.ts'
import type { RunEvent, RunEventBody } from '../event.ts'

export const sha256: Digest = (text) => createHash('sha256').update(text, 'utf8').digest('hex')

/** Seals events as a store would: one second apart, from eight o'clock on. */
export function sealed(bodies: readonly RunEventBody[], run = 'r', from: ChainHead = GENESIS): RunEvent[] {
  let head = from
  return bodies.map((body) => {
    const at = new Date(Date.UTC(2026, 10, 30, 8) + head.seq * 1_000).toISOString()
    const { event } = sealEvent(run, head, at, body, sha256)
    head = { seq: event.seq, hash: event.hash }
    return event
  })
}

export function created(...ids: readonly string[]): RunEventBody {
  const plan: Plan = {
    kind: 'levels',
    dialect: 'dag',
    name: 'test',
    nodes: ids.map((id) => ({ id, needs: [], work: { type: 'prompt', kind: 'agent', prompt: 'p', routes: [], output_format: '', max_turns: 0, tools: [] } })),
  }
  return { type: 'run.created', workflow: 'test', definition: { text: 't', hash: 'h' }, plan, inputs: null, options: { maxParallel: 4, schedule: 'levels' } }
}

export const started = (node: string, visit = 1): RunEventBody => ({ type: 'node.started', node, visit, input: `do ${node}` })
export const completed = (node: string, visit = 1): RunEventBody => ({ type: 'node.completed', node, visit, output: `${node} done`, output_hash: 'h' })
export const failed = (node: string, visit = 1, ran = true): RunEventBody => ({ type: 'node.failed', node, visit, error: { message: `${node} failed`, kind: ran ? 'error' : 'dependency' }, ran })
