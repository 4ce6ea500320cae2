/** Bytes as text, a byte order mark kept; or the index of the first byte that is not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): { readonly ok: true; readonly text: string } | { readonly ok: false; readonly offset: number } {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  try {
    return { ok: true, text: decoder.decode(bytes) }
  } catch {
    return { ok: false, offset: firstBadByte(bytes) }
  }
}

/**
 * The longest prefix that is the start of valid UTF-8, by halving: a streaming decoder takes a
 * prefix that only ends in the middle of a character, and refuses every longer one.
 */
function firstBadByte(bytes: Uint8Array): number {
  const isStart = (length: number): boolean => {
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, length), { stream: true })
      return true
    } catch {
      return false
    }
  }
  let good = 0
  let bad = bytes.length
  while (good + 1 < bad) {
    const middle = (good + bad) >> 1
    if (isStart(middle)) good = middle
    else bad = middle
  }
  // The byte that breaks it may be the one after an unfinished character, which is the one at fault.
  let start = isStart(bad) ? bad : bad - 1
  for (let back = 1; back <= 3 && start - back >= 0; back += 1) {
    const lead = bytes[start - back] ?? 0
    if (lead < 0x80) break
    if (lead >= 0xc0) {
      const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2
      if (back < length) start -= back
      break
    }
  }
  return start
}
