import { expect, it } from 'vitest'
import { buildNodePrompt } from '../../src/core/index.ts'
import { echo } from './echo.ts'
import { ask } from './testing/ask.ts'

it('answers alike every time, in pieces, and says that it is simulated', async () => {
  const one = await ask({}, 'simulated:echo', 'Write a poem\nabout rain 🌧')
  expect(one).toEqual(await ask({}, 'simulated:echo', 'Write a poem\nabout rain 🌧'))
  expect(one.answer).toEqual({ calls: [], text: 'Echo: Write a poem\nabout rain 🌧\n\n(Simulated: no model was asked. The prompt had 25 characters.)', simulated: true })
  expect(one.live).toEqual([one.answer?.text])
  expect(one.slept).toBeGreaterThan(0)
})

it('shows the beginning of a long prompt and says how long it was', () => {
  const answer = echo(Array.from({ length: 50 }, (_, index) => `line ${index + 1}`).join('\n'))
  expect(answer).toContain('line 20\n…\n\n(Simulated: no model was asked. The prompt had 390 characters.)')
  expect(answer).not.toContain('line 21')
  expect(Array.from(echo('😀'.repeat(5000))).length).toBeLessThan(2200)
})

it('stops when it is aborted', async () => {
  const controller = new AbortController()
  const outcome = await ask({}, 'simulated:echo', 'Write a poem', { signal: controller.signal, onDelta: () => controller.abort() })
  expect(outcome.error?.kind).toBe('cancelled')
})

it('says the task of a node again, not the results that it was given', () => {
  const prompt = buildNodePrompt({ kind: 'verifier', prompt: 'Check the notes.', needs: ['a'], output_format: 'PASS or FAIL' }, { a: echo('Write') })
  expect(echo(prompt)).toMatch(/^Echo: Check the notes\.\n\nGive the result in this form:\n\nPASS or FAIL\n/)
})
