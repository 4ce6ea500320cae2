import { namesOf, startModelServer, textOf, type ModelServer, type ModelServerOptions, type WireAnswer, type WireFormat } from './model-server.ts'

/** Serves Anthropic's messages on 127.0.0.1, with the answers that `reply` gives. */
export function startAnthropicServer(options: ModelServerOptions = {}): Promise<ModelServer> {
  return startModelServer(anthropic, options)
}

type Message = { readonly role?: unknown; readonly content?: unknown }
type Part = { readonly type?: unknown; readonly content?: unknown }

const anthropic: WireFormat = {
  parse(path, body) {
    if (!path.endsWith('/v1/messages')) return null
    const messages: Message[] = Array.isArray(body.messages) ? body.messages : []
    return {
      protocol: 'messages',
      model: String(body.model),
      system: textOf(body.system),
      prompt: messages.flatMap(({ role, content }) => (role === 'user' && textOf(content) !== '' ? [textOf(content)] : [])).at(-1) ?? '',
      tools: namesOf(body.tools),
      results: messages.flatMap(({ content }) => (Array.isArray(content) ? (content as Part[]) : [])).flatMap((part) => (part.type === 'tool_result' ? [textOf(part.content)] : [])),
      stream: body.stream === true,
    }
  },
  key: (headers) => (Array.isArray(headers['x-api-key']) ? headers['x-api-key'][0] : headers['x-api-key']),
  stream: (_, answer) => ({
    open: [
      event('message_start', { message: { ...messageObject(answer), content: [], stop_reason: null, usage: { input_tokens: answer.usage.input, output_tokens: 1 } } }),
      event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
      event('ping', {}),
    ],
    piece: (text) => event('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }),
    close: [
      event('content_block_stop', { index: 0 }),
      ...answer.calls.flatMap(({ id, name, input }, place) => [
        event('content_block_start', { index: place + 1, content_block: { type: 'tool_use', id, name, input: {} } }),
        ...halves(input).map((partial_json) => event('content_block_delta', { index: place + 1, delta: { type: 'input_json_delta', partial_json } })),
        event('content_block_stop', { index: place + 1 }),
      ]),
      event('message_delta', { delta: { stop_reason: stopReason(answer), stop_sequence: null }, usage: { output_tokens: answer.usage.output } }),
      event('message_stop', {}),
    ],
  }),
  whole: (_, answer) => messageObject(answer),
  error: (_, { status, type, message }) => ({ type: 'error', error: { type: errorTypes.get(status) ?? type, message }, request_id: 'req_1' }),
  streamError: (_, { type, message }) => event('error', { error: { type, message } }),
}

const stopReasons = { stop: 'end_turn', length: 'max_tokens', 'content-filter': 'refusal' } as const

const errorTypes = new Map([
  [400, 'invalid_request_error'],
  [401, 'authentication_error'],
  [403, 'permission_error'],
  [404, 'not_found_error'],
  [413, 'request_too_large'],
  [429, 'rate_limit_error'],
  [500, 'api_error'],
  [529, 'overloaded_error'],
])

function stopReason({ calls, finish }: WireAnswer): string {
  return calls.length > 0 ? 'tool_use' : stopReasons[finish]
}

function messageObject(answer: WireAnswer): Record<string, unknown> {
  const { model, text, calls, usage } = answer
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model,
    content: [...(text === '' ? [] : [{ type: 'text', text }]), ...calls.map(({ id, name, input }) => ({ type: 'tool_use', id, name, input: JSON.parse(input) as unknown }))],
    stop_reason: stopReason(answer),
    stop_sequence: null,
    usage: { input_tokens: usage.input, output_tokens: usage.output },
  }
}

/** Arguments come in pieces. */
function halves(text: string): readonly string[] {
  return [text.slice(0, text.length >> 1), text.slice(text.length >> 1)]
}

function event(type: string, more: Record<string, unknown>): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`
}
