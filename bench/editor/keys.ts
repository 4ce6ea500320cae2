import type { Page } from '@playwright/test'

type Recorder = Window & { benchKeys?: number[] }

/** Notes for each key how long it took from the press until the frame that shows it was drawn. */
export async function recordKeys(page: Page): Promise<void> {
  await page.evaluate(() => {
    const recorder = window as Recorder
    recorder.benchKeys = []
    addEventListener(
      'keydown',
      ({ timeStamp }) => {
        requestAnimationFrame(() => {
          // A task that is asked for while a frame is made begins after it was drawn, an urgent one before all
          // that the page itself has put off until then.
          void scheduler.postTask(() => recorder.benchKeys?.push(performance.now() - timeStamp), { priority: 'user-blocking' })
        })
      },
      true,
    )
  })
}

/** Milliseconds between keys: a burst, an even flow, a pause that lets what waits for one begin. */
const PACE = [60, 60, 120, 120, 250]
const WORDS = 'and then say it in other words so that all can read it '

/** Types so many characters as a person would; gives the time of each key. */
export async function typeKeys(page: Page, count: number): Promise<readonly number[]> {
  await page.bringToFront()
  await page.evaluate(() => void ((window as Recorder).benchKeys = []))
  for (let n = 0; n < count; n += 1) {
    await page.keyboard.press(WORDS[n % WORDS.length] === ' ' ? 'Space' : WORDS[n % WORDS.length]!)
    await page.waitForTimeout(PACE[n % PACE.length]!)
  }
  await page.waitForTimeout(500)
  return page.evaluate(() => (window as Recorder).benchKeys ?? [])
}

type Observer = Window & { benchChange?: Promise<number> }

/**
 * Presses a key and gives the milliseconds from the press until the element that `selector` names
 * was first changed so that `attribute` (or, null, its text) is no longer what it was, and the frame
 * with the change was drawn. What is done when the key is let go counts from then (`from: 'keyup'`).
 */
export async function timeToChange(page: Page, key: string, { selector, attribute, within = 'body', from = 'keydown' }: Change): Promise<number> {
  await page.evaluate(
    ({ selector, attribute, within, from }) => {
      const read = () => {
        const element = document.querySelector(selector)
        return element === null ? '(gone)' : attribute === null ? element.textContent : element.getAttribute(attribute)
      }
      const before = read()
      // The last one before the change: of a chord, the key that does it.
      let pressed = NaN
      const press = ({ timeStamp }: Event) => void (pressed = timeStamp)
      addEventListener(from, press, true)
      // Was the change made in the callbacks of a frame? Then that frame shows it, else the next one.
      const request = window.requestAnimationFrame
      let isFrame = false
      window.requestAnimationFrame = (work) =>
        request((time) => {
          if (!isFrame) {
            isFrame = true
            drawn(() => (isFrame = false))
          }
          work(time)
        })
      // A task that is asked for while a frame is made begins after it was drawn. An urgent one begins before what
      // the page has put off until then: that is not on the way to the screen, and would be counted otherwise.
      const drawn = (then: () => void) => void scheduler.postTask(then, { priority: 'user-blocking' })
      ;(window as Observer).benchChange = new Promise((resolve) => {
        const observer = new MutationObserver(() => {
          if (read() === before) return
          observer.disconnect()
          clearTimeout(limit)
          window.requestAnimationFrame = request
          // The page may have heard the key, and begun, before it was heard here.
          const done = () => {
            removeEventListener(from, press, true)
            resolve(performance.now() - pressed)
          }
          if (isFrame) drawn(done)
          else request(() => drawn(done))
        })
        const limit = setTimeout(() => {
          observer.disconnect()
          removeEventListener(from, press, true)
          window.requestAnimationFrame = request
          resolve(NaN)
        }, 15_000)
        observer.observe(document.querySelector(within) ?? document.body, { subtree: true, childList: true, characterData: true, attributes: true })
      })
    },
    { selector, attribute, within, from },
  )
  await page.keyboard.press(key)
  return page.evaluate(() => (window as Observer).benchChange ?? NaN)
}

export type Change = { readonly selector: string; readonly attribute: string | null; readonly within?: string; readonly from?: 'keydown' | 'keyup' }
