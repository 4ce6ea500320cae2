import type { Json } from '../../src/core/index.ts'
import { detachJson, VALUE_LIMIT } from '../engine/json.ts'
import { openOutput } from './outputs.ts'
import { beginning, mendSurrogates } from './text.ts'
import { ToolError } from './tool.ts'

/** The largest result that goes into the record of a run, in bytes of JSON: a little below what a value may have. */
export const RESULT_LIMIT = VALUE_LIMIT - 4 * 1024 * 1024

/** How much of a larger one is shown in its place, in UTF-16 units. */
const PREVIEW = 64 * 1024

export type ResultOptions = {
  readonly workspace: string
  /** Of the call. */
  readonly key: string
  readonly log: (message: string) => void
  readonly limit?: number
}

/**
 * What a tool gave, as a value that can be recorded and read by the nodes after it: JSON, of whole
 * characters, of bounded size. A larger one is kept whole in a file; its beginning and the file's name
 * take its place. Rejects with a ToolError when it is no JSON.
 */
export async function settleResult(given: unknown, { workspace, key, log, limit = RESULT_LIMIT }: ResultOptions): Promise<Json> {
  const detached = detachJson(given === undefined ? null : given, Number.MAX_SAFE_INTEGER)
  if (!detached.ok) throw new ToolError(`its result ${detached.reason}`)
  const { value, count } = mendSurrogates(detached.value)
  if (count > 0) log(`its result held ${count === 1 ? 'half of a character' : `${count} halves of characters`}: replaced by U+FFFD`)
  const isText = typeof value === 'string'
  // A UTF-16 unit takes at most three bytes: only near the limit is it worth counting.
  if (isText && value.length * 3 <= limit) return value
  const whole = isText ? value : JSON.stringify(value)
  const bytes = Buffer.byteLength(whole)
  if (bytes <= limit) return value
  const file = await openOutput(workspace, key, isText ? 'txt' : 'json')
  try {
    await file.handle.writeFile(whole)
  } finally {
    await file.handle.close()
  }
  log(`its result of ${bytes} bytes is larger than ${limit} bytes: the whole is in ${file.path}`)
  return { truncated: true, bytes, file: file.path, beginning: beginning(whole, Math.min(PREVIEW, limit)) }
}
