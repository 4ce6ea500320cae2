import { afterEach, describe, expect, it, vi } from 'vitest'
import { browserPages } from './browserPages.ts'

afterEach(() => vi.unstubAllGlobals())

describe('a page among the pages of a browser', () => {
  it('hears nothing of its window once it is closed, however often it joined', () => {
    const window = new EventTarget()
    const heard = new Map<string, number>()
    vi.stubGlobal('navigator', {})
    vi.stubGlobal('window', {
      addEventListener(type: string, listener: EventListener) {
        heard.set(type, (heard.get(type) ?? 0) + 1)
        window.addEventListener(type, listener)
      },
      removeEventListener(type: string, listener: EventListener) {
        heard.set(type, (heard.get(type) ?? 0) - 1)
        window.removeEventListener(type, listener)
      },
    })
    const pages = browserPages()
    pages.join('one', () => {}, () => null)
    expect([...heard.values()]).toEqual([1, 1])
    pages.join('two', () => {}, () => null)
    expect([...heard.values()]).toEqual([1, 1])
    pages.close()
    expect([...heard]).toEqual([['pagehide', 0], ['pageshow', 0]])
  })
})
