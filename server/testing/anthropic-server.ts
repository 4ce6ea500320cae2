import { startModelServer, textOf, type ModelServer, type ModelServerOptions, type WireAnswer, type WireFormat } from './model-server.ts'

/** Serves Anthropic's messages on 127.0.0.1, with the answers that `reply` gives. */
export function startAnthropicServer(options: ModelServerOptions = {}): Promise<ModelServer> {
  return startModelServer(anthropic, options)
}

type Message = { readonly role?: unknown; readonly content?: unknown }

const anthropic: WireFormat = {
  parse(path, body) {
    if (!path.endsWith('/v1/messages')) return null
    const messages: Message[] = Array.isArray(body.messages) ? body.messages : []
    return {
      protocol: 'messages',
      model: String(body.model),
      system: textOf(body.system),
      prompt: textOf(messages.filter(({ role }) => role === 'user').at(-1)?.content),
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
      event('message_delta', { delta: { stop_reason: stopReasons[answer.finish], stop_sequence: null }, usage: { output_tokens: answer.usage.output } }),
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

function messageObject({ model, text, usage, finish }: WireAnswer): Record<string, unknown> {
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model,
    content: [{ type: 'text', text }],
    stop_reason: stopReasons[finish],
    stop_sequence: null,
    usage: { input_tokens: usage.input, output_tokens: usage.output },
  }
}

function event(type: string, more: Record<string, unknown>): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`
}
