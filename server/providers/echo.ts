import type { Model } from './model.ts'

const maxLines = 12
const maxCharacters = 1000
const pieces = 4
const pause = 25

/**
 * The simulated model: deterministic and offline. It answers with the beginning of what it was
 * asked, and says so: whoever reads the result must see that nobody thought about it.
 */
export function createEcho(name: string): Model {
  return {
    name,
    async *ask({ prompt, signal, sleep }) {
      const points = Array.from(echo(prompt))
      const size = Math.ceil(points.length / pieces)
      for (let start = 0; start < points.length; start += size) {
        await sleep(pause)
        signal.throwIfAborted()
        yield { type: 'text', text: points.slice(start, start + size).join('') }
      }
      yield { type: 'end', simulated: true }
    },
  }
}

/** What the simulated model answers to a prompt. */
export function echo(prompt: string): string {
  const trimmed = prompt.trim()
  const lines = trimmed.split('\n')
  let shown = lines.slice(0, maxLines).join('\n')
  const points = Array.from(shown)
  if (points.length > maxCharacters) shown = points.slice(0, maxCharacters).join('')
  const cut = shown.length < trimmed.length
  return `Simulated answer: no model was asked. The prompt was:\n\n${shown}${cut ? `\n… (${Array.from(trimmed).length} characters in all)` : ''}`
}
