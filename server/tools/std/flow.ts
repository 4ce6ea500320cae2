import { parseDuration, type Json } from '../../../src/core/index.ts'
import { ToolError, type Tool } from '../tool.ts'
import { duration, objectSchema, stdTool, text } from './std-tool.ts'

const module = 'std::flow'

/** Enough to draw, test and teach a flow with no network. */
export const flowTools: readonly Tool[] = [
  stdTool<Json>({ name: 'set', module, idempotent: true, description: 'Gives back the object that it is given: sets values for later steps.', input: { type: 'object' }, output: { type: 'object' } }, (input) => input),
  stdTool<Json>({ name: 'echo', module, idempotent: true, description: 'Gives back what it is given, a text as text.', input: {} }, (input) => input),
  stdTool<{ readonly for: string; readonly value?: Json }>(
    {
      name: 'sleep',
      module,
      idempotent: true,
      description: 'Waits, then gives back `value`.',
      input: objectSchema({ for: { ...duration, description: 'how long to wait: "500ms", "30s" or "5m"' }, value: {} }, ['for']),
    },
    async ({ for: wait, value = null }, context) => {
      const ms = parseDuration(wait)
      if (ms === null) throw new ToolError(`"${wait}" is no duration`, 'Write "500ms", "30s" or "5m".')
      await context.sleep(ms)
      return value
    },
  ),
  stdTool<{ readonly message?: string }>({ name: 'fail', module, idempotent: true, description: 'Fails with a message.', input: objectSchema({ message: text('what went wrong') }) }, ({ message }) => {
    throw new ToolError(message === undefined || message.trim() === '' ? 'the workflow failed here on purpose' : message)
  }),
  stdTool<{ readonly that: Json; readonly message?: string }>(
    {
      name: 'assert',
      module,
      idempotent: true,
      description: 'Fails unless `that` holds. Empty text, "false", "0", null, false and 0 do not hold.',
      input: objectSchema({ that: { description: 'what must hold' }, message: text('what to say when it does not') }, ['that']),
      output: { type: 'boolean' },
    },
    ({ that, message }) => {
      if (!holds(that)) throw new ToolError(message === undefined || message.trim() === '' ? `it does not hold: ${JSON.stringify(that)}` : message)
      return true
    },
  ),
]

function holds(value: Json): boolean {
  if (typeof value !== 'string') return value !== null && value !== false && value !== 0
  const word = value.trim()
  return word !== '' && word !== 'false' && word !== '0'
}
