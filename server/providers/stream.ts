import { streamText, type LanguageModel, type FinishReason, type LanguageModelUsage } from 'ai'
import type { Usage } from '../../src/core/index.ts'
import { explainFailure, type Asked } from './failure.ts'
import { messagesOf, readCall, toolsOf } from './messages.ts'
import { ModelFailure, type ModelDelta, type ModelRequest } from './model.ts'
import type { Redactor } from './redact.ts'
import { reading } from './told.ts'
import type { Wire } from './wire.ts'

// The client prints hints about settings to the console, which would end up in the output of a run.
globalThis.AI_SDK_LOG_WARNINGS = false

export type Connection = {
  readonly model: Exclude<LanguageModel, string>
  readonly wire: Wire
  readonly asked: Asked
  readonly redactor: Redactor
  readonly price: (usage: Usage) => Usage
  readonly providerOptions?: Parameters<typeof streamText>[0]['providerOptions']
}

/** One request over HTTP: the text as it comes, then the usage. Rejects with a ModelFailure. */
export async function* streamAnswer(connection: Connection, request: ModelRequest): AsyncGenerator<ModelDelta> {
  const { model, wire, asked, redactor, providerOptions } = connection
  const safe = redactor.stream()
  let written = 0
  const end = (usage: LanguageModelUsage | undefined): ModelDelta => {
    const counted = countTokens(usage)
    return { type: 'end', ...(counted === undefined ? {} : { usage: connection.price(counted) }) }
  }
  try {
    const { fullStream } = streamText({
      model,
      messages: messagesOf(request),
      ...(request.tools === undefined || request.tools.length === 0 ? {} : { tools: toolsOf(request.tools) }),
      ...(request.system === undefined ? {} : { system: request.system }),
      ...(providerOptions === undefined ? {} : { providerOptions }),
      abortSignal: request.signal,
      maxRetries: 0,
      onError: () => {},
    })
    for await (const part of fullStream) {
      if (part.type === 'text-delta') {
        const text = safe.push(part.text)
        written += part.text.length
        if (text !== '') yield { type: 'text', text }
      } else if (part.type === 'tool-call') {
        // Text before a call is whole; what the calls hold is as little to be trusted.
        const rest = safe.flush()
        if (rest !== '') yield { type: 'text', text: rest }
        written += 1
        yield { type: 'call', call: readCall(part, redactor) }
      } else if (part.type === 'finish') {
        const rest = safe.flush()
        if (rest !== '') yield { type: 'text', text: rest }
        refuseUnfinished(part.finishReason, part.totalUsage, written, wire, asked, request)
        yield end(part.totalUsage)
        return
      } else if (part.type === 'error') {
        // A server that ends its stream properly but never says why the answer is over.
        if (!reading(part.error).broken || !wire.ended() || written === 0) throw part.error
        const rest = safe.flush()
        if (rest !== '') yield { type: 'text', text: rest }
        yield end(undefined)
        return
      } else if (part.type === 'abort') {
        throw request.signal.reason ?? new Error('aborted')
      }
    }
  } catch (cause) {
    if (request.signal.aborted) {
      throw new ModelFailure({ kind: 'cancelled', message: 'the model request was cancelled' }, { cause })
    }
    throw explainFailure(cause, asked, Date.now())
  }
}

/** A part of an answer is no answer: what follows in the run would build on it unknowingly. */
function refuseUnfinished(reason: FinishReason, usage: LanguageModelUsage, written: number, wire: Wire, asked: Asked, { tools = [] }: ModelRequest): void {
  switch (reason) {
    case 'stop':
      return
    case 'content-filter':
      throw new ModelFailure({
        kind: 'refused',
        message: `${asked.name} declined to answer: its content filter stopped the answer`,
        hint: 'Change the prompt, or choose another model.',
      })
    case 'length': {
      const tokens = usage.outputTokens === undefined ? '' : ` of ${usage.outputTokens} tokens`
      throw new ModelFailure({
        kind: 'invalid-output',
        message: `the answer of ${asked.name} was cut off after ${written} characters, at the model's limit${tokens}`,
        hint: 'Ask for a shorter answer, split the node, or choose a model with a higher limit.',
      })
    }
    case 'tool-calls':
      if (tools.length > 0) return
      throw new ModelFailure({ kind: 'invalid-output', message: `${asked.name} called a tool that it was not given`, hint: 'Run the node again, or choose another model.' })
    case 'other':
    case 'error':
      if (wire.ended() && written > 0) return
      throw new ModelFailure(
        { kind: 'unreachable', message: `the connection to ${asked.address} broke before the answer was complete` },
        { transient: true },
      )
  }
}

function countTokens(usage: LanguageModelUsage | undefined): Usage | undefined {
  if (usage?.inputTokens === undefined && usage?.outputTokens === undefined) return undefined
  return { input: usage.inputTokens ?? 0, output: usage.outputTokens ?? 0 }
}
