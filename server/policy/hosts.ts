import type { PolicyRule } from '../../src/core/index.ts'

/**
 * Does a rule name this very host? Only then may a request go to this machine or its network: a pattern
 * such as `*` or `*.example.com` is no permission for whatever a name happens to resolve to.
 */
export function namesHost(rules: readonly PolicyRule[], host: string): boolean {
  const wanted = host.toLowerCase()
  return rules.some(({ effect, action, match }) => effect === 'std::http' && action === 'approve' && (match?.host?.toLowerCase() === wanted || hostOf(match?.url) === wanted))
}

/** The host that a pattern for addresses is all about: `http://127.0.0.1:8080/**`. */
function hostOf(pattern: string | undefined): string | null {
  const found = /^https?:\/\/(\[[0-9a-f:.]+\]|[^/?#@*[\]{}()!+]+?)(?::\d+)?\//i.exec(pattern ?? '')
  return found === null ? null : found[1]!.toLowerCase()
}
