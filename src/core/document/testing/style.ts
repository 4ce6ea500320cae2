import fc from 'fast-check'

/**
 * How a file is written. Every flag shrinks to the plain way; where a flag allows several ways, the
 * choice at a place follows from the seed and the place alone, so that a shrunk file looks like the
 * one that failed.
 */
export type Style = {
  readonly seed: number
  readonly comments: boolean
  readonly blanks: boolean
  /** Flow maps and lists among block ones. */
  readonly flow: boolean
  /** Comments inside flow collections that span lines. */
  readonly flowComments: boolean
  readonly quotes: boolean
  readonly blockText: boolean
  readonly shuffle: boolean
  readonly trailing: boolean
  /** Tabs where white space may stand: behind a colon, before a comment, at the end of a line. */
  readonly tabs: boolean
  readonly anchors: boolean
  readonly tags: boolean
  readonly merges: boolean
  /** Nodes and fields that are commented out. */
  readonly commentedOut: boolean
  readonly markers: boolean
  readonly bom: boolean
  readonly lineEnd: '\n' | '\r\n' | 'mixed'
  readonly finalNewline: 'one' | 'none' | 'many'
  /** Column of the dashes of the list of nodes. */
  readonly dash: 0 | 2 | 4 | 3
  /** Spaces between a dash and what follows. */
  readonly gap: 1 | 2 | 3
  /** Indentation of JSON; 0 is all on one line. */
  readonly json: 0 | 2 | 4 | 1
}

const seldom = fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) })

export const someStyle: fc.Arbitrary<Style> = fc.record({
  seed: fc.nat(1_000_000),
  comments: fc.boolean(),
  blanks: fc.boolean(),
  flow: fc.boolean(),
  flowComments: seldom,
  quotes: fc.boolean(),
  blockText: fc.boolean(),
  shuffle: fc.boolean(),
  trailing: seldom,
  tabs: seldom,
  anchors: seldom,
  tags: seldom,
  merges: seldom,
  commentedOut: fc.boolean(),
  markers: seldom,
  bom: seldom,
  lineEnd: fc.oneof({ weight: 4, arbitrary: fc.constant('\n' as const) }, { weight: 2, arbitrary: fc.constant('\r\n' as const) }, { weight: 1, arbitrary: fc.constant('mixed' as const) }),
  finalNewline: fc.oneof({ weight: 4, arbitrary: fc.constant('one' as const) }, { weight: 1, arbitrary: fc.constantFrom('none' as const, 'many' as const) }),
  dash: fc.constantFrom(2, 0, 4, 3),
  gap: fc.oneof({ weight: 4, arbitrary: fc.constant(1 as const) }, { weight: 1, arbitrary: fc.constantFrom(2 as const, 3 as const) }),
  json: fc.constantFrom(2, 4, 0, 1),
})

/** What may stand against an edit, left out. */
export const plainStyle = { anchors: false, tags: false, merges: false, flowComments: false } as const satisfies Partial<Style>

/** One of `n` ways at a place; 0 when the flag is off. */
export function choose(style: Style, flag: boolean, place: string, n: number): number {
  if (!flag) return 0
  let hash = 2166136261 ^ style.seed
  for (let i = 0; i < place.length; i += 1) hash = Math.imul(hash ^ place.charCodeAt(i), 16777619)
  hash = Math.imul(hash ^ (hash >>> 15), 2246822519)
  hash = Math.imul(hash ^ (hash >>> 13), 3266489917)
  return ((hash ^ (hash >>> 16)) >>> 0) % n
}

/** The same values in another order. */
export function shuffled<T>(style: Style, place: string, values: readonly T[]): T[] {
  if (!style.shuffle) return [...values]
  return values
    .map((value, i) => ({ value, rank: choose(style, true, `${place}?${i}`, 1_000) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ value }) => value)
}
