import { afterEach, describe, expect, it, vi } from 'vitest'
import { browserPages } from './browserPages.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

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

  it('knows who is alive by what the pages say where the browser lets nobody ask for locks', async () => {
    vi.useFakeTimers()
    const blocked = () => Promise.reject(new DOMException('The request was denied.', 'SecurityError'))
    vi.stubGlobal('navigator', { locks: { request: blocked, query: blocked } })
    vi.stubGlobal('window', new EventTarget())
    let receive = (_message: object) => {}
    class Channel {
      addEventListener(_type: string, listener: (event: object) => void): void {
        receive = (data) => listener({ data })
      }
      postMessage({ type }: { readonly type: string }): void {
        if (type === 'who') receive({ type: 'open', page: 'other', files: [] })
      }
      close(): void {}
    }
    vi.stubGlobal('BroadcastChannel', Channel)
    const pages = browserPages()
    await pages.ready
    pages.join('one', () => {}, () => null)
    const alive = pages.alive()
    await vi.runAllTimersAsync()
    expect(await alive).toEqual(new Set([pages.id, 'other']))
    pages.close()
  })
})
