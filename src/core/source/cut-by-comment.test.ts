import { describe, expect, it } from 'vitest'
import { applyEdits } from '../text/apply.ts'
import { cutByComment } from './cut-by-comment.ts'
import { readSource } from './read.ts'
import { scalarAt, valueOf } from './testing/show.ts'

const warningOf = (text: string) => {
  const source = readSource(text, 'yaml')
  return cutByComment(source, scalarAt(source, 'prompt'))
}

describe('text cut by a comment', () => {
  it('is a warning at the comment, with quotes as the fix', () => {
    const text = 'prompt: Fix issue #12 and close it\n'
    const warning = warningOf(text)
    expect(warning).toMatchObject({ code: 'text/cut-by-comment', severity: 'warning', range: { start: 18, end: 34 } })
    const mended = applyEdits(text, warning?.fixes?.[0]?.edits ?? [])
    expect(mended).toBe('prompt: "Fix issue #12 and close it"\n')
    expect(valueOf(mended)).toEqual({ prompt: 'Fix issue #12 and close it' })
  })

  it('is seen with quotes and backslashes in it', () => {
    const text = 'prompt: Say "it\'s C:\\x" in #general now  \r\nnext: 1\r\n'
    const mended = applyEdits(text, warningOf(text)?.fixes?.[0]?.edits ?? [])
    expect(valueOf(mended)).toEqual({ prompt: 'Say "it\'s C:\\x" in #general now', next: 1 })
  })

  it('is seen at the end of text of several lines, without a fix', () => {
    expect(warningOf('prompt: see issue\n  and #12 too\n')?.fixes).toBeUndefined()
    expect(warningOf('prompt: see issue\n  and #12 too\n')).not.toBeNull()
  })

  it.each([
    'prompt: digest   # shown in the list', 'prompt: ask   # keep', 'prompt: two words # a note', 'prompt: two words  #note', 'prompt: word #note',
    'prompt: color is a#b', 'prompt: "Fix issue" #12', "prompt: 'Fix issue' #12", 'prompt: |\n  a b #12', 'prompt: two words\n#12', 'prompt: two words ##', 'prompt: two words #',
  ])('is not seen in %j', (text) => {
    expect(warningOf(`${text}\n`)).toBeNull()
  })
})
