import type { Model } from './model.ts'

const maxLines = 20
const maxCharacters = 2000
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

/**
 * What the simulated model answers to a prompt: its task said again, without the role and the
 * results that stand before it, which would grow from node to node.
 */
export function echo(prompt: string): string {
  const task = taskOf(prompt).trim()
  let shown = task.split('\n').slice(0, maxLines).join('\n')
  const points = Array.from(shown)
  if (points.length > maxCharacters) shown = points.slice(0, maxCharacters).join('')
  const cut = shown.length < task.length ? '\n…' : ''
  return `Echo: ${shown}${cut}\n\n(Simulated: no model was asked. The prompt had ${Array.from(prompt).length} characters.)`
}

/** A node with a role or with results to work on has its own words behind them. */
function taskOf(prompt: string): string {
  const mark = '\n\nWhat to do:\n\n'
  const at = prompt.lastIndexOf(mark)
  return at < 0 ? prompt : prompt.slice(at + mark.length)
}
