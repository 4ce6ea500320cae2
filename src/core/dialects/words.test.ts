import { describe, expect, it } from 'vitest'
import { parseDuration } from './duration.ts'
import { hasLoneSurrogate, invisibles, visibly } from './invisible.ts'

describe('invisible characters', () => {
  it('are named with their places', () => {
    expect(invisibles('a\u200bb\u00a0')).toEqual([{ code: 'U+200B', name: 'zero width space', at: 1 }, { code: 'U+00A0', name: 'no-break space', at: 3 }])
    expect(invisibles('\u{e0001}')).toEqual([{ code: 'U+E0001', name: 'invisible character', at: 0 }])
    expect(visibly('a\u200b\n\u{e0001}')).toBe('a\\u200b\\u000a\\u{e0001}')
  })

  it('are none where they build an emoji or a word', () => {
    for (const word of ['👨‍👩‍👧', '❤️‍🔥', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'می‌خواهم', 'क्‍ष', 'plain', 'é', '第三步']) expect([word, invisibles(word)]).toEqual([word, []])
  })

  it('are not half characters, which are worse', () => {
    expect(hasLoneSurrogate('a\ud800')).toBe(true)
    expect(hasLoneSurrogate('😀')).toBe(false)
  })
})

describe('parseDuration', () => {
  it.each([['500ms', 500], ['30s', 30_000], ['5m', 300_000], ['1h30m', 5_400_000], ['1.5s', 1500], ['1d2h3m4s5ms', 93_784_005], ['0s', 0], [' 5M ', 300_000]])('reads %s', (text, ms) => {
    expect(parseDuration(text)).toBe(ms)
  })

  it.each(['', '5', 's', '5 m', '5m5h', '5m5m', '-5s', '1e3s', '5x', '.5s', `${'9'.repeat(400)}h`])('refuses %j', (text) => {
    expect(parseDuration(text)).toBeNull()
  })
})
