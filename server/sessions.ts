import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Who may use this server: browsers that came through a printed address once. */
export type Sessions = {
  readonly cookieName: string
  /** A fresh token for an address to print: good once, for some hours. */
  issueToken(): string
  /** Takes a token; gives the `Set-Cookie` value of a new session, or null when the token is not good (any more). */
  redeem(token: string): string | null
  /** Checks a `Cookie` header; `renew` is a `Set-Cookie` value when the session should be prolonged. */
  check(cookies: string | undefined): { readonly valid: boolean; readonly renew?: string }
}

const TOKEN_LIFE = 12 * 3600_000
const SESSION_LIFE = 30 * 24 * 3600_000
const RENEW_AFTER = 24 * 3600_000
const MAX_TOKENS = 100

/**
 * Sessions are signed, not stored, so that they survive a restart. `scope` is the workspace: a page
 * that was open on one folder must not write into another that is served at the same address later.
 * `userToken` is a token of the user's own, good any number of times.
 */
export function createSessions(options: {
  readonly key: Uint8Array
  readonly port: number
  readonly scope: string
  readonly now: () => number
  readonly userToken?: string
}): Sessions {
  const { key, port, scope, now, userToken } = options
  // Browsers share cookies between the ports of a host: the name keeps two servers apart.
  const cookieName = `heddle_${port}`
  const tokens = new Map<string, number>()

  const sign = (issued: string, nonce: string) => createHmac('sha256', key).update(JSON.stringify(['session', 1, scope, issued, nonce])).digest('base64url')

  function cookie(): string {
    const issued = now().toString(36)
    const nonce = randomBytes(12).toString('base64url')
    return `${cookieName}=1.${issued}.${nonce}.${sign(issued, nonce)}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${SESSION_LIFE / 1000}`
  }

  function ageOf(value: string): number | null {
    const [version, issued, nonce, signature, ...more] = value.split('.')
    if (version !== '1' || !issued || !nonce || !signature || more.length > 0) return null
    if (!isSame(signature, sign(issued, nonce))) return null
    const age = now() - Number.parseInt(issued, 36)
    // A minute of grace for a clock that was set back.
    return age >= -60_000 && age < SESSION_LIFE ? age : null
  }

  return {
    cookieName,
    issueToken() {
      const token = randomBytes(24).toString('base64url')
      const oldest = tokens.keys().next().value
      if (tokens.size >= MAX_TOKENS && oldest !== undefined) tokens.delete(oldest)
      tokens.set(token, now() + TOKEN_LIFE)
      return token
    },
    redeem(token) {
      if (userToken !== undefined && isSame(token, userToken)) return cookie()
      for (const [known, until] of tokens) {
        if (!isSame(token, known)) continue
        tokens.delete(known)
        return until > now() ? cookie() : null
      }
      return null
    },
    check(cookies) {
      for (const part of (cookies ?? '').split(';')) {
        const at = part.indexOf('=')
        if (part.slice(0, at).trim() !== cookieName) continue
        const age = ageOf(part.slice(at + 1).trim())
        if (age === null) continue
        return age > RENEW_AFTER ? { valid: true, renew: cookie() } : { valid: true }
      }
      return { valid: false }
    },
  }
}

/** Compares in a time that tells nothing of where two texts differ, nor of their lengths. */
export function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
