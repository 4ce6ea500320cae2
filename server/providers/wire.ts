import { unreachable } from '../../src/core/index.ts'
import { ModelFailure } from './model.ts'
import { isRecord } from './told.ts'

/** The three ways to ask a model over HTTP. */
export type Protocol = 'chat' | 'responses' | 'messages'

export type Fetch = typeof globalThis.fetch

/** A `fetch` that mends what servers do differently, and knows whether a stream came to its end. */
export type Wire = { readonly fetch: Fetch; /** Did the last answer say that it is over? */ ended(): boolean }

/**
 * Some servers answer a streaming request with one JSON object, as if it had not been asked to
 * stream: it is turned into the stream that it stands for. A web page in place of an answer (a
 * wrong address, a proxy's login) is refused by name.
 */
export function createWire(base: Fetch, protocol: Protocol): Wire {
  let tail = ''
  const fetch: Fetch = async (input, init) => {
    tail = ''
    const response = await base(input, init)
    if (!response.ok || response.body === null) return response
    let body: ReadableStream<Uint8Array> = response.body
    if (!/text\/event-stream/i.test(response.headers.get('content-type') ?? '')) {
      const peeked = await peek(body)
      if (peeked.first === '<') {
        await peeked.body.cancel()
        throw new ModelFailure({
          kind: 'invalid-output',
          message: `${addressOf(input)} answers with a web page, not with a model's answer`,
          hint: 'Check the address of the server.',
        })
      }
      if (peeked.first === '{') {
        const text = streamOf(await new Response(peeked.body).text(), protocol)
        tail = text.slice(-64)
        return new Response(text, { status: response.status, headers: { 'content-type': 'text/event-stream' } })
      }
      body = peeked.body
    }
    const decoder = new TextDecoder()
    const watched = body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          tail = (tail + decoder.decode(chunk, { stream: true })).slice(-64)
          controller.enqueue(chunk)
        },
      }),
    )
    return new Response(watched, { status: response.status, statusText: response.statusText, headers: response.headers })
  }
  return { fetch, ended: () => tail.includes('[DONE]') }
}

/** The first character of a body that is no white space, and the body with nothing of it lost. Not every server names the type of its answer. */
async function peek(body: ReadableStream<Uint8Array>): Promise<{ readonly first: string; readonly body: ReadableStream<Uint8Array> }> {
  const reader = body.getReader()
  const read: Uint8Array[] = []
  let first = ''
  while (first === '') {
    const { done, value } = await reader.read()
    if (done) break
    read.push(value)
    first = new TextDecoder().decode(value).trimStart().slice(0, 1)
  }
  return {
    first,
    body: new ReadableStream<Uint8Array>({
      async pull(controller) {
        const next = read.shift()
        if (next !== undefined) {
          controller.enqueue(next)
          return
        }
        const { done, value } = await reader.read()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: (reason) => reader.cancel(reason),
    }),
  }
}

/** Writes a whole answer as the stream of events that says the same. Text that is no answer is given back. */
function streamOf(body: string, protocol: Protocol): string {
  const value = parse(body)
  if (!isRecord(value)) return events([body])
  if (isRecord(value.error) || typeof value.error === 'string') {
    const error = isRecord(value.error) ? value.error : { message: value.error }
    return events([JSON.stringify(protocol === 'chat' ? { error } : { type: 'error', error, ...error })])
  }
  switch (protocol) {
    case 'chat':
      return events([...chatEvents(value), '[DONE]'])
    case 'responses':
      return events(responseEvents(value))
    case 'messages':
      return events(messageEvents(value))
    default:
      return unreachable(protocol)
  }
}

type Fields = Readonly<Record<string, unknown>>

/** In a stream each call of a tool has its place. */
function deltaOf(message: unknown): unknown {
  if (!isRecord(message) || !Array.isArray(message.tool_calls)) return message ?? {}
  return { ...message, tool_calls: message.tool_calls.map((call: unknown, index) => (isRecord(call) ? { index, ...call } : call)) }
}

function chatEvents(value: Fields): string[] {
  const choices = Array.isArray(value.choices) ? value.choices : []
  const { choices: _, object: __, ...rest } = value
  const deltas = choices.filter(isRecord).map(({ message, finish_reason, index }) => ({
    index: index ?? 0,
    delta: deltaOf(message),
    finish_reason: finish_reason ?? null,
  }))
  if (deltas.length === 0) return [JSON.stringify(value)]
  return [JSON.stringify({ ...rest, object: 'chat.completion.chunk', choices: deltas })]
}

function responseEvents(value: Fields): string[] {
  const output = Array.isArray(value.output) ? value.output.filter(isRecord) : []
  if (output.length === 0) return [JSON.stringify(value)]
  const created = { type: 'response.created', response: { id: value.id ?? 'response', created_at: value.created_at ?? 0, model: value.model ?? '' } }
  const items = output.flatMap((item, output_index) => {
    if (item.type === 'function_call') {
      return [
        { type: 'response.output_item.added', output_index, item: { ...item, arguments: '' } },
        { type: 'response.function_call_arguments.delta', item_id: item.id, output_index, delta: item.arguments },
        { type: 'response.output_item.done', output_index, item },
      ]
    }
    if (item.type !== 'message') return []
    const content = Array.isArray(item.content) ? item.content.filter(isRecord) : []
    return [
      { type: 'response.output_item.added', output_index, item: { ...item, content: [] } },
      ...content.flatMap((part) => {
        if (typeof part.text === 'string') return [{ type: 'response.output_text.delta', item_id: item.id, output_index, content_index: 0, delta: part.text }]
        if (typeof part.refusal === 'string') return [{ type: 'response.refusal.delta', item_id: item.id, output_index, content_index: 0, delta: part.refusal }]
        return []
      }),
      { type: 'response.output_item.done', output_index, item },
    ]
  })
  const type = value.status === 'incomplete' ? 'response.incomplete' : 'response.completed'
  return [created, ...items, { type, response: value }].map((event) => JSON.stringify(event))
}

function messageEvents(value: Fields): string[] {
  const content = Array.isArray(value.content) ? value.content.filter(isRecord) : []
  if (value.type !== 'message') return [JSON.stringify(value)]
  const blocks = content.flatMap((part, index) => {
    const block = blockOf(part)
    if (block === null) return []
    return [{ type: 'content_block_start', index, content_block: block.empty }, { type: 'content_block_delta', index, delta: block.delta }, { type: 'content_block_stop', index }]
  })
  const { content: _, stop_reason, ...message } = value
  return [
    { type: 'message_start', message: { ...message, content: [] } },
    ...blocks,
    { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: value.usage ?? {} },
    { type: 'message_stop' },
  ].map((event) => JSON.stringify(event))
}

function blockOf(part: Fields): { readonly empty: Fields; readonly delta: Fields } | null {
  if (part.type === 'text') return { empty: { type: 'text', text: '' }, delta: { type: 'text_delta', text: part.text } }
  if (part.type !== 'tool_use') return null
  return { empty: { ...part, input: {} }, delta: { type: 'input_json_delta', partial_json: JSON.stringify(part.input ?? {}) } }
}

function events(data: readonly string[]): string {
  return data.map((line) => `data: ${line.replace(/\r?\n/g, '\ndata: ')}\n\n`).join('')
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

function addressOf(input: Parameters<Fetch>[0]): string {
  return typeof input === 'string' ? input : input instanceof URL ? input.href : input.url
}
