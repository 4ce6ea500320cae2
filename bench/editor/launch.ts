import { chromium, type Browser } from '@playwright/test'

/** Root has no sandbox; and a browser that looks for updates disturbs what is measured. */
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run']

/** Frames are drawn as soon as they are asked for: latencies are not rounded up to the screen's next beat. */
export const UNLIMITED = ['--disable-frame-rate-limit', '--disable-gpu-vsync']

/** Time is told to the microsecond, and the garbage can be collected on demand. */
const PRECISE = ['--js-flags=--expose-gc', '--enable-precise-memory-info']

export const VIEWPORT = { width: 1440, height: 900 }

/** Starts the browser and ends it when `work` is done, however it ends. */
export async function withBrowser<T>(executablePath: string, flags: readonly string[], work: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await chromium.launch({ executablePath, args: [...FLAGS, ...PRECISE, ...flags] })
  try {
    return await work(browser)
  } finally {
    await browser.close()
  }
}
