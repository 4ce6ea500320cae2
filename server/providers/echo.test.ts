import { expect, it } from 'vitest'
import { echo } from './echo.ts'
import { ask } from './testing/ask.ts'

it('answers alike every time, in pieces, and says that it is simulated', async () => {
  const one = await ask({}, 'simulated:echo', 'Write a poem\nabout rain 🌧')
  expect(one).toEqual(await ask({}, 'simulated:echo', 'Write a poem\nabout rain 🌧'))
  expect(one.answer).toEqual({ text: 'Simulated answer: no model was asked. The prompt was:\n\nWrite a poem\nabout rain 🌧', simulated: true })
  expect(one.live).toEqual([one.answer?.text])
  expect(one.slept).toBeGreaterThan(0)
})

it('shows the beginning of a long prompt and says how long it was', () => {
  const answer = echo(Array.from({ length: 50 }, (_, index) => `line ${index + 1}`).join('\n'))
  expect(answer).toContain('line 12\n… (390 characters in all)')
  expect(answer).not.toContain('line 13')
  expect(Array.from(echo('😀'.repeat(5000))).length).toBeLessThan(1200)
})

it('stops when it is aborted', async () => {
  const controller = new AbortController()
  const outcome = await ask({}, 'simulated:echo', 'Write a poem', { signal: controller.signal, onDelta: () => controller.abort() })
  expect(outcome.error?.kind).toBe('cancelled')
})
