import { randomBytes } from 'node:crypto'
import { systemClock } from './clock.ts'
import type { Clock, Ids } from './ports.ts'

/** Crockford's alphabet: no letter that could be taken for a digit. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** Sixteen characters: ten of the time in milliseconds, as in a ULID, and six of chance. */
export function createIds(clock: Pick<Clock, 'now'> = systemClock, random: (bytes: number) => Uint8Array = randomBytes): Ids {
  return {
    run() {
      let id = ''
      for (let left = Math.max(0, Math.floor(clock.now())), place = 0; place < 10; place += 1) {
        id = ALPHABET[left % 32]! + id
        left = Math.floor(left / 32)
      }
      for (const byte of random(6)) id += ALPHABET[byte % 32]!
      return id
    },
  }
}

/** Safe as a file name and in an address. */
export function isRunId(id: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(id)
}
