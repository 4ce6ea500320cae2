import fc from 'fast-check'
import type { Json } from '../../diagnostic.ts'

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

export function optional<T>(arbitrary: fc.Arbitrary<T>, weight = 1): fc.Arbitrary<T | undefined> {
  return fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight, arbitrary })
}

/** Drops the keys that are undefined. */
export function written<T extends object>(fields: { [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T
}
