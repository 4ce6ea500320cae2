import { saveLayoutSchema } from '../../src/protocol/index.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { problemOf } from './problem.ts'
import { json, readBody, type Route } from './route.ts'

/** Where the user put nodes, and which way graphs run. */
export function layoutRoutes(workspace: Workspace): readonly Route[] {
  return [
    { method: 'GET', path: '/api/layout', answer: async () => json(await workspace.layout.read()) },
    {
      method: 'PUT',
      path: '/api/layout',
      async answer(exchange) {
        const body = await readBody(exchange, saveLayoutSchema)
        if (!body.ok) return body.response
        const contained = await workspace.contain(body.value.file)
        if (!contained.ok) return problemOf(contained.fault)
        const saved = await workspace.layout.set(body.value.file, body.value)
        return saved.ok ? new Response(null, { status: 204 }) : problemOf(saved.fault)
      },
    },
  ]
}
