export type Decoded = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly offset: number }

/** Bytes as text, a byte order mark kept; or the index of the first byte that is not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): Decoded {
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) }
  } catch {
    return { ok: false, offset: firstInvalidByte(bytes) }
  }
}

/** The index of the first byte of the first sequence that is not UTF-8 (Unicode 15, table 3-7); the length when all are. */
export function firstInvalidByte(bytes: Uint8Array): number {
  let at = 0
  while (at < bytes.length) {
    const lead = bytes[at] ?? 0
    const length = lead < 0x80 ? 1 : lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0
    if (length === 0) return at
    for (let index = 1; index < length; index++) {
      const next = bytes[at + index] ?? 0
      const low = index > 1 ? 0x80 : lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80
      const high = index > 1 ? 0xbf : lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf
      if (next < low || next > high) return at
    }
    at += length
  }
  return at
}
