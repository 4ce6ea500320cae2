import type { NodeKind } from '../../core/index.ts'
import { match } from '../shell/parts/index.ts'

/** Something that a field may be filled with. */
export type Offer = {
  readonly value: string
  readonly hint?: string
  readonly kind?: NodeKind
}

/** So many are shown at once; typing narrows them. */
const MOST = 40

/** The offers that what is typed finds, best first; all, in their own order, when nothing is. */
export function matching(offers: readonly Offer[], typed: string): readonly Offer[] {
  if (typed.trim() === '') return offers.slice(0, MOST)
  return offers
    .flatMap((offer) => {
      const found = match(typed, offer.value)
      return found ? [{ offer, score: found.score }] : []
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST)
    .map(({ offer }) => offer)
}
