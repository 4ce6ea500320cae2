const replacement = '[redacted]'

/** Takes secrets out of text. `secrets` shorter than 8 characters are no keys and are left alone. */
export type Redactor = {
  text(value: string): string
  /** For text that comes in pieces: a secret may be cut anywhere. */
  stream(): { push(piece: string): string; flush(): string }
}

export function createRedactor(secrets: readonly (string | undefined)[]): Redactor {
  const keys = [...new Set(secrets)].filter((secret): secret is string => secret !== undefined && secret.length >= 8)
  const text = (value: string) => keys.reduce((rest, key) => rest.replaceAll(key, replacement), value)
  return {
    text,
    stream() {
      let held = ''
      return {
        push(piece) {
          const whole = text(held + piece)
          const keep = longestStart(whole, keys)
          held = whole.slice(whole.length - keep)
          return whole.slice(0, whole.length - keep)
        },
        flush() {
          const rest = held
          held = ''
          return rest
        },
      }
    },
  }
}

/** The length of the longest end of `text` that a key could go on from. */
function longestStart(text: string, keys: readonly string[]): number {
  let longest = 0
  for (const key of keys) {
    for (let length = Math.min(key.length - 1, text.length); length > longest; length -= 1) {
      if (text.endsWith(key.slice(0, length))) longest = length
    }
  }
  return longest
}
