import fc from 'fast-check'
import type { Json } from '../../../diagnostic.ts'

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

/** Ids that are easy, and ids that have broken readers and printers. */
const EASY = ['a', 'b', 'c', 'draft', 'collect', 'check', 'review', 'write_up', 'step-4', 'n.5']
const HARD = [
  '007', '1.10', '12e5', '0x1F', 'no', 'on', 'true', 'null', '~', '步骤', '😀', 'two words', 'x/y', "it's", 'a "b"', '# x',
  'bad: key', '*star', '&and', '- dash', '__proto__', 'constructor', 'hasOwnProperty', '{a}', '[b]', 'a,b', 'a#b', 'a:b',
  '!tag', '%p', '@at', '`tick`', '|', '>', '<<', '=', '?', 'is\\it', '2024-05-15', '1_000', '.inf', 'שלום', '...', '---',
]

export const someId: fc.Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...EASY) },
  { weight: 2, arbitrary: fc.constantFrom(...HARD) },
)

const word = fc.constantFrom(
  'Read', 'the', 'inbox', 'and', 'list', 'topics', 'é', 'naïve', '要約', '{{ .goal }}', '#12', 'a: b', '- item', '"quoted"', "it's",
  '# heading', '%', '@you', '*bold*', '&', '|', '>', 'https://example.org/a?b=c#d', '\\n', '[x]', '{y}', '!', '`code`', ',', 'true', '1',
)
const line = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '))
const longLine = fc.integer({ min: 90, max: 600 }).map((length) => 'lorem ipsum dolor sit amet '.repeat(30).slice(0, length).trim())

/** Texts of one line and of many, with empty and indented lines within. */
export const someText: fc.Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: line },
  { weight: 1, arbitrary: longLine },
  {
    weight: 3,
    arbitrary: fc
      .array(fc.oneof({ weight: 4, arbitrary: line }, { weight: 1, arbitrary: fc.constantFrom('', '  indented', '\ttab', 'trail ', '# no comment') }), {
        minLength: 2,
        maxLength: 5,
      })
      .chain((lines) => fc.constantFrom(lines.join('\n'), `${lines.join('\n')}\n`)),
  },
  { weight: 1, arbitrary: fc.constantFrom('x', 'no', '7', 'null', '~', 'key: value', 'x\n\n\n', '  lead\nx', '- a\n- b', 'a\tb', '\u2028', 'l1\r\nl2', 'x\u0085y', '---\nx', '%a\nb') },
)

export const someExtra: fc.Arbitrary<Json> = fc.constantFrom<Json[]>('docs team', 7, true, ['a', 1], { retries: 2, on: ['push'] }, 'no', '', [])

/** Mostly one of the ids of the definition, seldom one that is not there. */
function references(ids: readonly string[]): fc.Arbitrary<string[]> {
  const known = ids.length === 0 ? someId : fc.constantFrom(...ids)
  return fc.array(fc.oneof({ weight: 12, arbitrary: known }, { weight: 1, arbitrary: someId }), { maxLength: 4 })
}

export function optional<T>(arbitrary: fc.Arbitrary<T>, weight = 1): fc.Arbitrary<T | undefined> {
  return fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight, arbitrary })
}

/** Drops the keys that are undefined. */
export function written<T extends object>(fields: { [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T
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
