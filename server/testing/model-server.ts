import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** One request to a model, whatever protocol it came in. */
export type ReceivedRequest = {
  readonly protocol: 'chat' | 'responses' | 'messages'
  readonly model: string
  readonly system: string
  /** The text of the last message of the user. */
  readonly prompt: string
  /** The names of the tools that may be called. */
  readonly tools: readonly string[]
  /** What came of the calls so far, in order. */
  readonly results: readonly string[]
  readonly stream: boolean
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Readonly<Record<string, unknown>>
  /** Which request for this prompt it is, from 1. */
  readonly call: number
  /** Settles when the client has gone or the answer is sent: true when the client went first. */
  readonly gone: Promise<boolean>
}

/** What to answer. */
export type Reply =
  /** Streams this text in a few pieces. */
  | string
  | {
      readonly text: string
      /** Tools that the model wants called; arguments that are a text are sent as they are. */
      readonly calls?: readonly { readonly name: string; readonly input: unknown }[]
      /** Pieces of the stream; default 3. */
      readonly pieces?: number
      /** Milliseconds before each piece; default none. */
      readonly delay?: number
      readonly usage?: { readonly input: number; readonly output: number }
      readonly finish?: 'stop' | 'length' | 'content-filter'
      /** Breaks the connection after so many pieces. */
      readonly cutAfter?: number
      /** Ends the stream properly after so many pieces, without saying that the answer is over. */
      readonly endAfter?: number
      /** Sends an error inside the stream after so many pieces. */
      readonly errorAfter?: { readonly pieces: number; readonly type: string; readonly message: string }
      /** Answers with one JSON object although a stream was asked for. */
      readonly whole?: true
    }
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: unknown; readonly type?: string; readonly message?: string }
  /** These bytes and nothing else. */
  | { readonly raw: string; readonly contentType?: string }
  /** Takes the request and never answers. */
  | { readonly hang: true }
  /** Closes the connection without an answer. */
  | { readonly reset: true }

export type ModelServerOptions = {
  /** Default: a short text made from the prompt. */
  readonly reply?: (request: ReceivedRequest) => Reply | Promise<Reply>
  /** When given, requests with another key get a 401. */
  readonly key?: string
  /** When given, requests for other models get a 404. */
  readonly models?: readonly string[]
  /** Default: any free one. */
  readonly port?: number
}

export type ModelServer = {
  /** The base address as it is given to a client, `/v1` included. */
  readonly url: string
  readonly port: number
  /** Every request so far that reached `reply`, in order. */
  readonly requests: readonly ReceivedRequest[]
  /** Requests whose prompt holds this text. */
  calls(part: string): number
  /** The most requests that were open at one time. */
  readonly busiest: number
  close(): Promise<void>
}

/** How one provider writes requests, answers and errors. */
export type WireFormat = {
  /** Null when the path is no endpoint of this provider. */
  parse(path: string, body: Readonly<Record<string, unknown>>): Pick<ReceivedRequest, 'protocol' | 'model' | 'system' | 'prompt' | 'tools' | 'results' | 'stream'> | null
  key(headers: IncomingMessage['headers']): string | undefined
  /** The events of a stream: those before the text, one for each piece, those after it. */
  stream(protocol: ReceivedRequest['protocol'], answer: WireAnswer): { readonly open: readonly string[]; piece(text: string): string; readonly close: readonly string[] }
  whole(protocol: ReceivedRequest['protocol'], answer: WireAnswer): unknown
  error(protocol: ReceivedRequest['protocol'], error: { readonly status: number; readonly type: string; readonly message: string }): unknown
  streamError(protocol: ReceivedRequest['protocol'], error: { readonly type: string; readonly message: string }): string
}

export type WireAnswer = {
  readonly model: string
  readonly text: string
  /** `input`: the text of the arguments. */
  readonly calls: readonly { readonly id: string; readonly name: string; readonly input: string }[]
  readonly usage: { readonly input: number; readonly output: number }
  readonly finish: 'stop' | 'length' | 'content-filter'
}

/** Serves a wire format on 127.0.0.1. For tests and for trying things by hand; it knows no model. */
export async function startModelServer(format: WireFormat, options: ModelServerOptions = {}): Promise<ModelServer> {
  const requests: ReceivedRequest[] = []
  const sockets = new Set<Socket>()
  let open = 0
  let busiest = 0
  const reply = options.reply ?? (({ prompt }) => `An answer to: ${prompt.split('\n')[0] ?? ''}`)

  const answer = async (incoming: IncomingMessage, response: ServerResponse) => {
    const body = parseJson(await readAll(incoming))
    const path = new URL(incoming.url ?? '/', 'http://server').pathname
    const parsed = body === undefined ? null : format.parse(path, body)
    if (parsed === null || body === undefined) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('404 page not found')
      return
    }
    const fail = (status: number, type: string, message: string, headers: Readonly<Record<string, string>> = {}) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      response.end(JSON.stringify(format.error(parsed.protocol, { status, type, message })))
    }
    const given = format.key(incoming.headers)
    if (options.key !== undefined && given !== options.key) {
      fail(401, 'authentication_error', given === undefined ? 'No key was given' : `Incorrect API key provided: ${given}`)
      return
    }
    if (options.models !== undefined && !options.models.includes(parsed.model)) {
      fail(404, 'model_not_found', `The model \`${parsed.model}\` does not exist or you do not have access to it.`)
      return
    }
    const gone = new Promise<boolean>((resolve) => {
      response.once('close', () => {
        open -= 1
        resolve(!response.writableFinished)
      })
    })
    const request: ReceivedRequest = {
      ...parsed,
      headers: incoming.headers,
      body,
      call: 1 + requests.filter(({ prompt }) => prompt === parsed.prompt).length,
      gone,
    }
    requests.push(request)
    open += 1
    busiest = Math.max(busiest, open)
    const chosen = await reply(request)
    if (typeof chosen === 'string') return send(format, request, response, { text: chosen })
    if ('text' in chosen) return send(format, request, response, chosen)
    if ('hang' in chosen) return
    if ('reset' in chosen) {
      incoming.socket.destroy()
      return
    }
    if ('raw' in chosen) {
      response.writeHead(200, { 'content-type': chosen.contentType ?? 'text/event-stream' }).end(chosen.raw)
      return
    }
    if (chosen.body === undefined) {
      fail(chosen.status, chosen.type ?? 'error', chosen.message ?? `status ${chosen.status}`, chosen.headers)
      return
    }
    response.writeHead(chosen.status, { 'content-type': 'application/json', ...chosen.headers })
    response.end(typeof chosen.body === 'string' ? chosen.body : JSON.stringify(chosen.body))
  }

  const server = createServer((incoming, response) => {
    answer(incoming, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' })
      response.end(String(error))
    })
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(options.port ?? 0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    port,
    requests,
    calls: (part) => requests.filter(({ prompt }) => prompt.includes(part)).length,
    get busiest() {
      return busiest
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

async function send(format: WireFormat, request: ReceivedRequest, response: ServerResponse, reply: Exclude<Extract<Reply, { text: string }>, string>): Promise<void> {
  const { text, delay = 0, cutAfter, endAfter, errorAfter } = reply
  const answer: WireAnswer = {
    model: request.model,
    text,
    calls: (reply.calls ?? []).map(({ name, input }, place) => ({ id: `call_${request.results.length + place + 1}`, name, input: typeof input === 'string' ? input : JSON.stringify(input) })),
    usage: reply.usage ?? { input: countWords(request.prompt), output: countWords(text) },
    finish: reply.finish ?? 'stop',
  }
  if (!request.stream || reply.whole === true) {
    if (delay > 0) await pause(delay)
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(format.whole(request.protocol, answer)))
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  const events = format.stream(request.protocol, answer)
  for (const event of events.open) response.write(event)
  let sent = 0
  for (const piece of split(text, reply.pieces ?? 3)) {
    if (sent === cutAfter) break
    if (sent === endAfter) break
    if (sent === errorAfter?.pieces) break
    if (delay > 0) await pause(delay)
    if (response.destroyed) return
    response.write(events.piece(piece))
    sent += 1
  }
  if (errorAfter !== undefined) {
    response.end(format.streamError(request.protocol, errorAfter))
    return
  }
  if (cutAfter !== undefined) {
    // What was written must reach the client before the connection breaks.
    await pause(20)
    response.destroy()
    return
  }
  if (endAfter === undefined) for (const event of events.close) response.write(event)
  response.end()
}

/** Cuts a text into so many pieces of about the same length, at character borders. */
function split(text: string, pieces: number): string[] {
  const points = Array.from(text)
  const size = Math.max(1, Math.ceil(points.length / pieces))
  const parts: string[] = []
  for (let start = 0; start < points.length; start += size) parts.push(points.slice(start, start + size).join(''))
  return parts
}

function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => word !== '').length
}

async function readAll(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function parseJson(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}

/** The names of tools, in the shapes that the providers take them in. */
export function namesOf(tools: unknown): readonly string[] {
  const list: readonly { readonly name?: unknown; readonly function?: { readonly name?: unknown } }[] = Array.isArray(tools) ? tools : []
  return list.map((tool) => tool.name ?? tool.function?.name).filter((name) => typeof name === 'string')
}

/** The text of a message's content, in any of the shapes that the providers take. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .map((part: unknown) => (typeof part === 'object' && part !== null && 'text' in part && typeof part.text === 'string' ? part.text : ''))
    .join('')
}
