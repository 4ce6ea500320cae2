/** How one verb of a format is to be written. */
export type Flags = {
  plus: boolean
  minus: boolean
  sharp: boolean
  space: boolean
  zero: boolean
  width: number | null
  precision: number | null
}

export function noFlags(): Flags {
  return { plus: false, minus: false, sharp: false, space: false, zero: false, width: null, precision: null }
}

/** Fills a text up to the width, which counts characters. */
export function pad(text: string, flags: Flags): string {
  const missing = flags.width === null ? 0 : flags.width - countOf(text)
  if (missing <= 0) return text
  return flags.minus ? text + ' '.repeat(missing) : (flags.zero ? '0' : ' ').repeat(missing) + text
}

function countOf(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}
