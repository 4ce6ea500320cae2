import { analyse, openDocument } from '../../src/core/index.ts'
import { checkSchema, MAX_BODY_BYTES } from '../../src/protocol/index.ts'
import { type Catalogue, serverFindings } from './catalogue.ts'
import { json, readBody, type Route } from './route.ts'

/** Problems of a text that only the server can see. Nothing is run or started. */
export function checkRoutes(catalogue: Catalogue): readonly Route[] {
  return [
    {
      method: 'POST',
      path: '/api/check',
      async answer(exchange) {
        const body = await readBody(exchange, checkSchema, MAX_BODY_BYTES)
        if (!body.ok) return body.response
        const { text, format, path = '' } = body.value
        const { diagnostics, tools } = await serverFindings(analyse(openDocument({ text, format })), catalogue, path)
        return json({ diagnostics, tools: [...tools].map(([called, { name, module, description, input }]) => ({ called, name, module, description, input })) })
      },
    },
  ]
}
