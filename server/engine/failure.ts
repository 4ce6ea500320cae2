import type { FailureKind, RunError } from '../../src/core/index.ts'
import { NodeFailure } from './ports.ts'

/** The longest message that is recorded, in UTF-16 units. */
const MESSAGE_LIMIT = 8_000

const KINDS: ReadonlySet<string> = new Set<FailureKind>([
  'error',
  'timeout',
  'dependency',
  'cancelled',
  'missing-key',
  'unreachable',
  'refused',
  'rate-limited',
  'invalid-output',
  'template',
  'invalid-input',
  'unknown-tool',
  'unknown-agent',
  'tool',
  'rejected',
  'unknown-outcome',
])

/**
 * What an executor threw, in words. Whatever it is: a NodeFailure (or what looks like one) keeps its
 * kind and hint, an error speaks with its causes, anything else is shown as it is.
 */
export function toRunError(thrown: unknown): RunError {
  try {
    return shorten(readError(thrown))
  } catch {
    // A getter or a `toString` that throws.
    return { message: 'failed with an error that cannot be read', kind: 'error' }
  }
}

function readError(thrown: unknown): RunError {
  if (thrown instanceof NodeFailure) return thrown.error
  if (thrown instanceof Error) {
    const { kind, hint } = thrown as { kind?: unknown; hint?: unknown }
    return {
      message: messages(thrown, new Set()).join(': '),
      kind: typeof kind === 'string' && KINDS.has(kind) ? (kind as FailureKind) : 'error',
      ...(typeof hint === 'string' && hint !== '' ? { hint } : {}),
    }
  }
  return { message: showThrown(thrown), kind: 'error' }
}

/** The message, then those of its causes that it does not tell already. */
function messages(error: Error, seen: Set<unknown>): string[] {
  seen.add(error)
  const own = String(error.message).trim()
  const first = own === '' ? `failed with ${error.name || 'an error'} and no message` : own
  if (error instanceof AggregateError && error.errors.length > 0) {
    const inner = error.errors.slice(0, 5).map((one) => (one instanceof Error && !seen.has(one) ? messages(one, seen).join(': ') : showThrown(one)))
    const more = error.errors.length > 5 ? ` (and ${error.errors.length - 5} more)` : ''
    return own === '' ? [inner.join('; ') + more] : [first, inner.join('; ') + more]
  }
  const cause = error.cause
  if (cause === undefined || cause === null || seen.has(cause) || seen.size > 8) return [first]
  const rest = cause instanceof Error ? messages(cause, seen) : [showThrown(cause)]
  return rest[0] !== undefined && first.includes(rest[0]) ? [first, ...rest.slice(1)] : [first, ...rest]
}

function showThrown(thrown: unknown): string {
  if (typeof thrown === 'string') return thrown.trim() === '' ? 'failed with an empty message' : thrown
  if (thrown === undefined) return 'failed without an error (undefined was thrown)'
  if (thrown === null) return 'failed without an error (null was thrown)'
  if (typeof thrown === 'object' || typeof thrown === 'function') {
    const { message } = thrown as { message?: unknown }
    if (typeof message === 'string' && message.trim() !== '') return message
    return `failed with ${JSON.stringify(thrown) ?? `a ${typeof thrown}`}`
  }
  return `failed with ${String(thrown as number | boolean | bigint | symbol)}`
}

function shorten(error: RunError): RunError {
  if (error.message.length <= MESSAGE_LIMIT) return error
  return { ...error, message: `${error.message.slice(0, MESSAGE_LIMIT).replace(/[\uD800-\uDBFF]$/, '')} (${error.message.length - MESSAGE_LIMIT} more characters)` }
}
