import { namesOf, startModelServer, textOf, type ModelServer, type ModelServerOptions, type ReceivedRequest, type WireAnswer, type WireFormat } from './model-server.ts'

/** Serves OpenAI's chat completions and responses on 127.0.0.1, with the answers that `reply` gives. */
export function startOpenAiServer(options: ModelServerOptions = {}): Promise<ModelServer> {
  return startModelServer(openAi, options)
}

type Message = { readonly role?: unknown; readonly type?: unknown; readonly content?: unknown; readonly output?: unknown }

const openAi: WireFormat = {
  parse(path, body) {
    const protocol = path.endsWith('/chat/completions') ? 'chat' : path.endsWith('/responses') ? 'responses' : null
    if (protocol === null) return null
    const given = protocol === 'chat' ? body.messages : body.input
    const messages: Message[] = Array.isArray(given) ? given : [{ role: 'user', content: given }]
    const of = (...roles: string[]) => messages.filter(({ role }) => typeof role === 'string' && roles.includes(role))
    return {
      protocol,
      model: String(body.model),
      system: [...(typeof body.instructions === 'string' ? [body.instructions] : []), ...of('system', 'developer').map(({ content }) => textOf(content))].join('\n'),
      prompt: textOf(of('user').at(-1)?.content),
      tools: namesOf(body.tools),
      results: messages.flatMap(({ role, type, content, output }) => (role === 'tool' ? [textOf(content)] : type === 'function_call_output' ? [textOf(output)] : [])),
      stream: body.stream === true,
    }
  },
  key: (headers) => headers.authorization?.replace(/^Bearer\s+/, ''),
  stream: (protocol, answer) => (protocol === 'responses' ? responsesStream(answer) : chatStream(answer)),
  whole: (protocol, answer) => (protocol === 'responses' ? responseObject(answer, 'completed') : chatObject(answer)),
  error: (_, { type, message }) => ({ error: { message, type, param: null, code: type } }),
  streamError: (protocol: ReceivedRequest['protocol'], { type, message }) =>
    data(protocol === 'responses' ? { type: 'error', sequence_number: 9, error: { type, code: type, message, param: null } } : { error: { message, type, code: type } }),
}

const finishReasons = { stop: 'stop', length: 'length', 'content-filter': 'content_filter' } as const

/** Arguments come in pieces. */
function halves(text: string): readonly string[] {
  return [text.slice(0, text.length >> 1), text.slice(text.length >> 1)]
}

function chatStream({ model, calls, usage, finish }: WireAnswer): ReturnType<WireFormat['stream']> {
  const chunk = (choices: unknown[], more: Record<string, unknown> = {}) =>
    data({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_790_000_000, model, choices, ...more })
  const choice = (delta: Record<string, unknown>, finish_reason: string | null = null) => [{ index: 0, delta, logprobs: null, finish_reason }]
  return {
    open: [chunk(choice({ role: 'assistant', content: '' }))],
    piece: (content) => chunk(choice({ content })),
    close: [
      ...calls.flatMap(({ id, name, input }, index) => [
        chunk(choice({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] })),
        ...halves(input).map((text) => chunk(choice({ tool_calls: [{ index, function: { arguments: text } }] }))),
      ]),
      chunk(choice({}, calls.length > 0 ? 'tool_calls' : finishReasons[finish])),
      chunk([], { usage: chatUsage(usage) }),
      'data: [DONE]\n\n',
    ],
  }
}

function chatObject({ model, text, calls, usage, finish }: WireAnswer): unknown {
  const asked = calls.length === 0 ? {} : { tool_calls: calls.map(({ id, name, input }) => ({ id, type: 'function', function: { name, arguments: input } })) }
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_790_000_000,
    model,
    choices: [{ index: 0, message: { role: 'assistant', content: text, ...asked }, logprobs: null, finish_reason: calls.length > 0 ? 'tool_calls' : finishReasons[finish] }],
    usage: chatUsage(usage),
  }
}

function chatUsage({ input, output }: WireAnswer['usage']): unknown {
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output }
}

function responsesStream(answer: WireAnswer): ReturnType<WireFormat['stream']> {
  const item = { type: 'message', id: 'msg_1', role: 'assistant' }
  const at = { item_id: 'msg_1', output_index: 0, content_index: 0 }
  let number = 0
  const event = (type: string, more: Record<string, unknown>) => {
    const line = `event: ${type}\n${data({ type, sequence_number: number, ...more })}`
    number += 1
    return line
  }
  return {
    open: [
      event('response.created', { response: responseObject(answer, 'in_progress') }),
      event('response.output_item.added', { output_index: 0, item: { ...item, status: 'in_progress', content: [] } }),
      event('response.content_part.added', { ...at, part: { type: 'output_text', text: '', annotations: [] } }),
    ],
    piece: (delta) => event('response.output_text.delta', { ...at, delta, logprobs: [] }),
    close: [
      event('response.output_text.done', { ...at, text: answer.text, logprobs: [] }),
      event('response.output_item.done', { output_index: 0, item: { ...item, status: 'completed', content: [{ type: 'output_text', text: answer.text, annotations: [] }] } }),
      ...answer.calls.flatMap(({ id, name, input }, place) => {
        const call = { type: 'function_call', id: `fc_${id}`, call_id: id, name }
        return [
          event('response.output_item.added', { output_index: place + 1, item: { ...call, arguments: '', status: 'in_progress' } }),
          ...halves(input).map((delta) => event('response.function_call_arguments.delta', { item_id: call.id, output_index: place + 1, delta })),
          event('response.output_item.done', { output_index: place + 1, item: { ...call, arguments: input, status: 'completed' } }),
        ]
      }),
      answer.finish === 'stop'
        ? event('response.completed', { response: responseObject(answer, 'completed') })
        : event('response.incomplete', { response: responseObject(answer, 'incomplete') }),
    ],
  }
}

function responseObject({ model, text, calls, usage, finish }: WireAnswer, status: 'in_progress' | 'completed' | 'incomplete'): unknown {
  const reason = finish === 'length' ? 'max_output_tokens' : 'content_filter'
  return {
    id: 'resp_1',
    object: 'response',
    created_at: 1_790_000_000,
    status: status === 'completed' && finish !== 'stop' ? 'incomplete' : status,
    error: null,
    incomplete_details: status === 'in_progress' || finish === 'stop' ? null : { reason },
    model,
    output: status === 'in_progress' ? [] : [{ type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text, annotations: [] }] }, ...calls.map(({ id, name, input }) => ({ type: 'function_call', id: `fc_${id}`, call_id: id, name, arguments: input, status: 'completed' }))],
    usage:
      status === 'in_progress'
        ? null
        : {
            input_tokens: usage.input,
            input_tokens_details: { cached_tokens: 0 },
            output_tokens: usage.output,
            output_tokens_details: { reasoning_tokens: 0 },
            total_tokens: usage.input + usage.output,
          },
  }
}

function data(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`
}
