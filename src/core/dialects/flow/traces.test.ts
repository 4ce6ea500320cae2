import { describe, expect, it } from 'vitest'
import type { Json } from '../../diagnostic.ts'
import { renderJson, renderYaml } from '../../source/patch/render.ts'
import { planFlow } from './plan.ts'
import { open, problems } from './testing/open.ts'
import traces from './testing/traces.json' with { type: 'json' }

const CODES: { readonly [name: string]: string } = {
  'unknown entry refused': 'flow/unknown-entry',
  'duplicate id refused': 'node/duplicate-id',
  'edge to unknown refused': 'edge/unknown-to',
  'no nodes refused': 'definition/no-nodes',
  'agent kind without agent refused': 'node/missing-agent',
  'bad on_error refused': 'node/unknown-on-error',
  'missing id refused': 'node/missing-id',
}

describe('flows that the original engine ran or refused', () => {
  for (const { name, workflow, refused } of traces) {
    it(`${name} (${refused === undefined ? 'ran' : 'refused'})`, () => {
      for (const text of [renderYaml({ name, workflow } as Json), renderYaml({ name, ...workflow } as Json)]) {
        const errors = problems(text).filter(({ severity }) => severity === 'error').map(({ code }) => code)
        expect(errors).toEqual(refused === undefined ? [] : [CODES[name]])
      }
      const json = problems(renderJson({ name, workflow } as Json), 'json').filter(({ severity }) => severity === 'error')
      expect(json.map(({ code }) => code)).toEqual(refused === undefined ? [] : [CODES[name]])
    })
  }

  it('are planned with the nodes, edges and budgets that they say', () => {
    for (const { workflow, refused, name } of traces) {
      if (refused !== undefined) continue
      const plan = planFlow(open(renderYaml({ name, workflow } as Json)).model)
      expect(plan.nodes.map(({ id }) => id)).toEqual(workflow.nodes.map(({ id }) => id))
      expect(plan.entry).toBe('entry' in workflow ? workflow.entry : workflow.nodes[0]!.id)
      expect(plan.max_node_executions).toBe('max_node_executions' in workflow ? workflow.max_node_executions : 100)
      expect(plan.edges).toEqual(workflow.edges.map((edge: { from: string; to: string; if?: string; max_iterations?: number }) => ({
        from: edge.from, to: edge.to === 'end' ? null : edge.to, ...(edge.if === undefined ? {} : { if: edge.if }), max_iterations: edge.max_iterations ?? 1,
      })))
    }
  })
})
