import { readFile } from 'node:fs/promises'
import type { PolicyRule } from '../../src/core/index.ts'
import { dictionary, z } from '../../src/protocol/schema.ts'
import { errnoOf } from '../workspace/fault.ts'

const rule = z.strictObject({
  match: z.exactOptional(dictionary(z.string().check(z.maxLength(2_000)))),
  action: z.enum(['approve', 'reject', 'ask'], 'must be "approve", "reject" or "ask"'),
})
const schema = dictionary(z.array(rule))

export type ReadPolicy = { readonly ok: true; readonly rules: readonly PolicyRule[] } | { readonly ok: false; readonly reason: string }

const MAX_BYTES = 1024 * 1024

/** Reads a policy file; `shown` is what the user calls it. */
export async function readPolicyFile(path: string, shown: string): Promise<ReadPolicy> {
  try {
    const bytes = await readFile(path)
    if (bytes.byteLength > MAX_BYTES) return { ok: false, reason: `${shown} is larger than a policy can be` }
    return parsePolicy(new TextDecoder('utf-8', { fatal: true }).decode(bytes), shown)
  } catch (error) {
    if (error instanceof TypeError) return { ok: false, reason: `${shown} is not UTF-8` }
    const code = errnoOf(error)
    if (code === '') throw error
    return { ok: false, reason: code === 'ENOENT' ? `there is no policy file ${shown}` : `the policy file ${shown} cannot be read (${code})` }
  }
}

/** The rules of a policy: each effect's own in their order, then those of patterns, `"*"` last. */
export function parsePolicy(text: string, source: string): ReadPolicy {
  let given: unknown
  try {
    given = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    return { ok: false, reason: `${source} is not JSON: ${error instanceof Error ? error.message : ''}` }
  }
  const parsed = schema.safeParse(given)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const place = issue?.path.map(String).join('.') ?? ''
    return { ok: false, reason: `${source}: ${place === '' ? 'it' : place} is not right: ${issue?.message ?? ''}. A policy looks like { "std::write": [{ "match": { "path": "notes/**" }, "action": "approve" }], "*": [{ "action": "reject" }] }` }
  }
  const effects = Object.entries(parsed.data)
  const wrong = effects.map(([effect]) => effect).find((effect) => !/^[\p{L}\p{N}_.*-]+(::[\p{L}\p{N}_.*-]+)*$/u.test(effect))
  if (wrong !== undefined) return { ok: false, reason: `${source}: "${wrong}" is no name of an effect` }
  const ordered = effects.toSorted(([a], [b]) => generality(a) - generality(b))
  return { ok: true, rules: ordered.flatMap(([effect, rules]) => rules.map((one) => ({ effect, ...one, source }))) }
}

/** An effect's own name comes before patterns, and those before the one that fits all. */
function generality(effect: string): number {
  return effect === '*' ? 2 : effect.includes('*') ? 1 : 0
}
