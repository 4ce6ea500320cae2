import { describe, expect, it } from 'vitest'
import type { Projection, WorkflowDocument } from '../../core/index.ts'
import { createAnalyst, DENSE, LARGE, SMALL, TOO_LARGE, type Analysed } from './analyst.ts'
import type { Unread } from './killableAnalysis.ts'

const PROJECTION: Projection = { revision: 0, format: 'yaml', dialect: 'dag', view: { nodes: [], edges: [], levels: [] }, diagnostics: [], stale: false, ranges: new Uint32Array() }

function document(length: number): WorkflowDocument {
  return { text: 'x'.repeat(length), format: 'yaml', revision: 0, history: { done: [], undone: [], size: 0, sealed: true } }
}

function analyst(inWorker: Projection | Unread = PROJECTION, isSlow = false) {
  const asked: string[] = []
  const waiting: (() => void)[] = []
  const heard: Analysed[] = []
  const made = createAnalyst({
    afterPaint: (work) => {
      asked.push('paint')
      waiting.push(work)
    },
    afterPause: (work) => {
      asked.push('pause')
      waiting.push(work)
    },
    inWorker: (_, slow) => {
      asked.push('worker')
      if (isSlow) slow()
      return Promise.resolve(inWorker)
    },
  })
  const ask = (length: number) => made.later(document(length), () => PROJECTION, (result) => heard.push(result))
  return { made, asked, heard, ask, go: () => waiting.splice(0).forEach((work) => work()) }
}

describe('when a text is analysed', () => {
  it('is after the paint, after a pause, or in a worker, as it grows', async () => {
    const { asked, ask, go } = analyst()
    ask(SMALL)
    ask(LARGE)
    expect(asked).toEqual(['paint', 'pause'])
    ask(LARGE + 1)
    go()
    await Promise.resolve()
    expect(asked).toEqual(['paint', 'pause', 'pause', 'worker'])
  })

  it('only the last request is answered, and none after it was called off', () => {
    const { made, heard, ask, go } = analyst()
    ask(1)
    ask(2)
    go()
    expect(heard).toHaveLength(1)
    ask(3)
    made.cancel()
    go()
    expect(heard).toHaveLength(1)
  })

  it('a text that takes long is told as slow and then with its end; one that takes too long is given up, one that is too large not begun', async () => {
    const read = async (result: Projection | Unread, isSlow: boolean) => {
      const { made, heard, ask, go } = analyst(result, isSlow)
      ask(LARGE + 1)
      go()
      await Promise.resolve()
      await Promise.resolve()
      return { made, heard }
    }
    expect((await read(PROJECTION, true)).heard).toEqual([{ slow: expect.stringContaining('drawn as soon as') }, { projection: PROJECTION }])
    expect((await read('failed', false)).heard).toEqual([{ unread: expect.stringContaining('Reload the page') }])
    expect((await read('left', false)).heard).toEqual([])
    const slow = await read('too slow', true)
    expect(slow.heard[1]).toEqual({ unread: expect.stringContaining('half a minute') })
    expect(slow.made.refuses(document(TOO_LARGE))).toBeNull()
    expect(slow.made.refuses(document(TOO_LARGE + 1))).toContain('4 MB')
  })

  it('is in a worker too when a text of middling length is made of very many small parts', () => {
    const { made } = analyst()
    const text = '- x\n'.repeat(DENSE + 10)
    expect(text.length).toBeLessThan(LARGE)
    expect(made.isLarge({ ...document(0), text })).toBe(true)
    expect(made.isLarge({ ...document(0), name: 'other.yaml', text: 'a line of prose, as prompts have\n'.repeat(text.length / 40) })).toBe(false)
  })
})
