import { analyse, openDocument } from '../../src/core/index.ts'
import { checkSchema, MAX_BODY_BYTES } from '../../src/protocol/index.ts'
import { type Catalogue, serverDiagnostics } from './catalogue.ts'
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
        return json({ diagnostics: await serverDiagnostics(analyse(openDocument({ text, format })), catalogue, path) })
      },
    },
  ]
}
