import type { Page } from '@playwright/test'

type Watching = Window & { benchTasks?: { stop(): { tasks: number[]; frames: number[] } } }

/** A frame that comes later than this after the one before has missed its beat. */
const LATE = 25

export type Watched = {
  /** Milliseconds of each task of the main thread that took longer than 50. */
  readonly tasks: readonly number[]
  readonly frames: { readonly all: number; readonly lost: number; readonly longest: number }
}

/** What the page's main thread suffers while something is done. */
export async function withLongTasks(page: Page, work: () => Promise<void>): Promise<Watched> {
  await page.evaluate(() => {
    const tasks: number[] = []
    const frames: number[] = []
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) tasks.push(entry.duration)
    })
    observer.observe({ type: 'longtask' })
    let going = true
    const frame = (now: number) => {
      frames.push(now)
      if (going) requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
    ;(window as Watching).benchTasks = {
      stop() {
        going = false
        for (const entry of observer.takeRecords()) tasks.push(entry.duration)
        observer.disconnect()
        return { tasks, frames }
      },
    }
  })
  await work()
  const { tasks, frames } = await page.evaluate(() => (window as Watching).benchTasks!.stop())
  const gaps = frames.slice(1).map((time, i) => time - frames[i]!)
  return { tasks, frames: { all: gaps.length, lost: gaps.filter((gap) => gap > LATE).length, longest: Math.max(0, ...gaps) } }
}
