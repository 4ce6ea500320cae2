import { trustSchema } from '../../src/protocol/index.ts'
import type { Catalogue } from './catalogue.ts'
import { json, readBody, type Route } from './route.ts'

/** The tools of the workspace, and the user's decision to let its own code and servers run. */
export function toolRoutes({ tools }: Catalogue): readonly Route[] {
  return [
    { method: 'GET', path: '/api/tools', answer: async () => json(await tools.list()) },
    {
      method: 'POST',
      path: '/api/trust',
      async answer(exchange) {
        const body = await readBody(exchange, trustSchema)
        if (!body.ok) return body.response
        await tools.trust(body.value.trusted)
        return json(await tools.list())
      },
    },
  ]
}
