import fc from 'fast-check'
import type { Json } from '../../../diagnostic.ts'
import { optional, someExtra, someId, someText, written } from '../words.ts'

/**
 * A definition as a person would write it down, before any reading: what the printers print and what
 * the meaning of the commands is said upon. Absent means not written.
 */
export type Plain = {
  readonly name?: string
  readonly description?: string
  readonly nodes: readonly PlainNode[]
  /** Keys that no dialect knows. */
  readonly 'x-extra'?: Json
}

export type PlainNode = {
  readonly id?: string
  readonly kind?: string
  readonly agent?: string
  readonly prompt?: string
  readonly needs?: readonly string[]
  readonly routes?: readonly string[]
  readonly max_turns?: number
  readonly output_format?: string
  readonly model?: string
  readonly tools?: readonly string[]
  readonly timeout?: string
  readonly 'x-extra'?: Json
}

/** Mostly one of the ids of the definition, seldom one that is not there. */
function references(ids: readonly string[]): fc.Arbitrary<string[]> {
  const known = ids.length === 0 ? someId : fc.constantFrom(...ids)
  return fc.array(fc.oneof({ weight: 12, arbitrary: known }, { weight: 1, arbitrary: someId }), { maxLength: 4 })
}

function someNode(id: string | undefined, ids: readonly string[]): fc.Arbitrary<PlainNode> {
  return fc
    .record({
      kind: optional(fc.oneof({ weight: 8, arbitrary: fc.constantFrom('agent', 'verifier', 'critic', 'router', 'Verifier') }, { weight: 1, arbitrary: fc.constant('judge') })),
      agent: optional(fc.constantFrom('reviewer', 'on', 'code writer')),
      prompt: fc.oneof({ weight: 12, arbitrary: someText }, { weight: 1, arbitrary: fc.constant(undefined) }),
      needs: optional(references(ids), 4),
      routes: optional(references(ids)),
      max_turns: optional(fc.integer({ min: -1, max: 30 })),
      output_format: optional(someText),
      model: optional(fc.constantFrom('openai:gpt-4o', 'simulated:echo')),
      tools: optional(fc.array(fc.constantFrom('std::fs.read', 'search', 'no', 'a b'), { maxLength: 3 })),
      timeout: optional(fc.constantFrom('30s', '5m')),
      'x-extra': optional(someExtra),
    })
    .map((fields) => written<PlainNode>({ id, ...fields }))
}

/** Definitions of up to seven nodes: mostly sound, now and then with doubled, blank or missing ids. */
export const somePlain: fc.Arbitrary<Plain> = fc
  .record({
    ids: fc.uniqueArray(someId, { maxLength: 7 }),
    slip: fc.oneof({ weight: 8, arbitrary: fc.constant('none') }, { weight: 1, arbitrary: fc.constantFrom('double', 'missing', 'padded') }),
  })
  .chain(({ ids, slip }) => {
    const given = ids.map((id, i): string | undefined => {
      if (i !== 1) return id
      if (slip === 'double') return ids[0]!
      if (slip === 'missing') return undefined
      return slip === 'padded' ? ` ${id} ` : id
    })
    return fc
      .record({
        name: optional(fc.constantFrom('release-notes', 'n', 'true', '1.0', 'a: b'), 4),
        description: optional(someText),
        nodes: fc.tuple(...given.map((id) => someNode(id, ids))),
        'x-extra': optional(someExtra),
      })
      .map(({ nodes, ...rest }) => written<Plain>({ ...rest, nodes }))
  })
