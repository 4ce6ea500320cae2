import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

type Request = { readonly id?: number; readonly method: string; readonly params?: { readonly name?: string; readonly protocolVersion?: string } }

/** What a server does with a request; false leaves it to the usual answer. */
export type Answer = (request: Request, response: ServerResponse, incoming: IncomingMessage) => boolean | void

export type McpHttp = { readonly url: string; readonly calls: string[]; readonly seen: IncomingMessage['headers'][] }

/** The text of a tool's answer, as a message. */
export const textAnswer = (id: number | undefined, text: string, more: object = {}): object => ({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text }], ...more } })

export function sendJson(response: ServerResponse, message: object, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(message))
}

/** Begins an answer as a stream of events. */
export function openStream(response: ServerResponse, ...events: readonly string[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const event of events) response.write(`${event}\n\n`)
}

/** A server by hand that speaks streamable HTTP, and does with each request what `answer` says. Closed when the test ends. */
export async function mcpHttp(tools: readonly { readonly name: string; readonly annotations?: object }[], answer: Answer): Promise<McpHttp> {
  const calls: string[] = []
  const seen: IncomingMessage['headers'][] = []
  const server = createServer((incoming, response) => {
    seen.push(incoming.headers)
    let body = ''
    incoming.setEncoding('utf8').on('data', (text: string) => (body += text)).on('end', () => {
      const request: Request = body === '' ? { method: incoming.method ?? '' } : (JSON.parse(body) as Request)
      if (request.method === 'tools/call') calls.push(request.params?.name ?? '')
      if (answer(request, response, incoming) !== false) return
      const { id, method, params } = request
      if (method === 'initialize') {
        response.setHeader('mcp-session-id', 's1')
        return sendJson(response, { jsonrpc: '2.0', id, result: { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'by-hand', version: '1' } } })
      }
      if (method === 'tools/list') return sendJson(response, { jsonrpc: '2.0', id, result: { tools: tools.map((tool) => ({ inputSchema: { type: 'object' }, ...tool })) } })
      response.writeHead(id === undefined && method !== 'GET' ? 202 : 405).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, calls, seen }
}
