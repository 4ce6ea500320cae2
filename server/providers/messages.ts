import { jsonSchema, tool, type ModelMessage, type ToolSet } from 'ai'
import type { Json } from '../../src/core/index.ts'
import type { ModelRequest, ModelTurn, OfferedTool, ToolCall } from './model.ts'
import type { Redactor } from './redact.ts'

/** The conversation as the client takes it. */
export function messagesOf({ prompt, turns = [] }: ModelRequest): ModelMessage[] {
  return [{ role: 'user', content: prompt }, ...turns.flatMap(messagesOfTurn)]
}

function messagesOfTurn({ text, calls, reply }: ModelTurn): ModelMessage[] {
  const said = text === '' ? [] : [{ type: 'text' as const, text }]
  const asked = calls.map(({ id, name, input, flaw }) => ({ type: 'tool-call' as const, toolCallId: id, toolName: name, input: flaw === undefined ? input : {} }))
  const answers = calls.map(({ id, name, result, failed }) => ({
    type: 'tool-result' as const,
    toolCallId: id,
    toolName: name,
    output: failed ? { type: 'error-text' as const, value: textOf(result) } : { type: 'text' as const, value: textOf(result) },
  }))
  return [
    ...(said.length + asked.length > 0 ? [{ role: 'assistant' as const, content: [...said, ...asked] }] : []),
    ...(answers.length > 0 ? [{ role: 'tool' as const, content: answers }] : []),
    ...(reply === undefined ? [] : [{ role: 'user' as const, content: reply }]),
  ]
}

function textOf(result: Json): string {
  return typeof result === 'string' ? result : JSON.stringify(result)
}

/** Without anything to execute: the client then hands the calls on, and asks no second time by itself. */
export function toolsOf(tools: readonly OfferedTool[]): ToolSet {
  const set = Object.create(null) as ToolSet
  for (const { name, description, input } of tools) set[name] = tool({ description, inputSchema: jsonSchema(input) })
  return set
}

/** A call as the client reports it; one that it could not read comes with the text of its arguments. */
export function readCall(part: { readonly toolCallId: string; readonly toolName: string; readonly input: unknown; readonly invalid?: boolean | undefined; readonly error?: unknown }, redactor: Redactor): ToolCall {
  const input = redacted(part.input, redactor)
  const call = { id: part.toolCallId, name: part.toolName, input }
  // A name that was not offered is told by who knows the tools.
  return part.invalid && typeof input === 'string' ? { ...call, flaw: 'its arguments are not JSON' } : call
}

/** A key that comes back in the arguments of a call is as secret as in a text. */
function redacted(input: unknown, redactor: Redactor): Json {
  if (typeof input === 'string') return redactor.text(input)
  const text = JSON.stringify(input ?? {})
  const safe = redactor.text(text)
  return JSON.parse(safe === text ? text : safe) as Json
}
