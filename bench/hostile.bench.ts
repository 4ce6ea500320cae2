import { analyse, openDocument } from '../src/core/index.ts'
import { medianOf, ms, type Table } from './table.ts'

const filled = (part: string) => (length: number) => part.repeat(Math.ceil(length / part.length)).slice(0, length)

/** Texts of the kinds that make readers slow, of any length. */
export const KINDS: readonly (readonly [string, (length: number) => string])[] = [
  ['an alias bomb', (length) => `a: &a [${'x,'.repeat(9)}x]\n${Array.from({ length: Math.floor(length / 60) }, (_, n) => `b${n}: &b${n} [${Array.from({ length: 9 }, () => (n === 0 ? '*a' : `*b${n - 1}`)).join(',')}]\n`).join('')}`],
  ['brackets that are never closed', filled('a: [\n')],
  ['the same key again and again', filled('a: 1\n')],
  ['other keys again and again', (length) => Array.from({ length: Math.floor(length / 12) }, (_, n) => `key${n}: 1\n`).join('')],
  ['unknown aliases', filled('- *x\n')],
  ['anchors', filled('- &a x\n')],
  ['tabs', filled('\ta: 1\n')],
  ['quotes that are never closed', filled('"a\n')],
  ['control characters', filled('a: \u0007\n')],
  ['documents', filled('---\na: 1\n')],
  ['maps in plain text', filled('a: b: c\n')],
  ['one long line', filled('x')],
]

export function measure(): Table {
  const read = (text: string, rounds: number) => ms(medianOf(rounds, () => analyse(openDocument({ text, format: 'yaml' }))))
  return {
    title: 'Hostile texts: time to an analysis that says what is wrong',
    columns: ['a text of', '64 kB', '1 MB'],
    rows: KINDS.map(([kind, make]) => [kind, read(make(64_000), 3), read(make(1_000_000), 1)]),
    notes: ['Larger than 4 MB is not read. The editor reads what is larger than 1 MB in a worker that it stops after two seconds.'],
  }
}
