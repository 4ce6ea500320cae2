import type { Json, PromptWork } from '../../src/core/index.ts'
import type { AnswerRead } from './agent.ts'

/** Takes an answer as it is. */
export const asText = (text: string): AnswerRead => ({ ok: true, output: text })

/**
 * What edges can act on: of a verifier `{ pass, text }`, of a router `{ route, text }`; of others the
 * text. Only the first line decides, as the prompt asks for: a PASS somewhere in a sentence is none.
 */
export function readAnswer({ kind, routes }: Pick<PromptWork, 'kind' | 'routes'>, text: string): AnswerRead {
  const line = firstLine(text)
  switch (kind) {
    case 'agent':
    case 'critic':
      return asText(text)
    case 'verifier': {
      const verdict = /^(PASS|FAIL)\b/i.exec(line)?.[1]
      if (verdict !== undefined) return { ok: true, output: { pass: verdict.toUpperCase() === 'PASS', text } }
      return {
        ok: false,
        reason: `the verifier began its answer with neither PASS nor FAIL, but with "${shorten(line)}"`,
        again: 'Your answer did not begin with PASS or FAIL. Answer again, and begin with one of these words on a line of its own.',
      }
    }
    case 'router': {
      const route = routes.find((name) => same(name, line)) ?? routes.find((name) => same(name.toLowerCase(), line.toLowerCase()))
      if (route !== undefined) return { ok: true, output: { route, text } }
      return {
        ok: false,
        reason: `the router named none of its routes (${routes.join(', ')}), but began with "${shorten(line)}"`,
        again: `Your answer did not begin with a route. Answer again, and write exactly one of these on the first line, and nothing else on it: ${routes.join(', ')}.`,
      }
    }
  }
}

/** The answer of a model that thinks nothing: whatever it said, the check holds and the first route is taken. */
export function simulatedAnswer({ kind, routes }: Pick<PromptWork, 'kind' | 'routes'>, text: string): Json {
  if (kind === 'verifier') return { pass: true, text }
  return kind === 'router' ? { route: routes[0] ?? '', text } : text
}

/** Without the marks that models set words off with. */
function firstLine(text: string): string {
  const line = (/\S.*/.exec(text)?.[0] ?? '').replace(/^[\s#>*_`"'-]+/, '')
  // Walked from the end: a pattern that is held to the end tries every run of marks on the way there.
  let end = line.length
  while (end > 0 && /[\s*_`"'.:]/.test(line.charAt(end - 1))) end -= 1
  return line.slice(0, end)
}

function same(left: string, right: string): boolean {
  return left.trim().normalize('NFC') === right.normalize('NFC')
}

function shorten(line: string): string {
  return line.length > 80 ? `${line.slice(0, 80).replace(/[\uD800-\uDBFF]$/, '')}…` : line
}
