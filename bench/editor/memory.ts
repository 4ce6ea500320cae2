import type { CDPSession, Page } from '@playwright/test'

export type Memory = { readonly heap: number; readonly nodes: number; readonly listeners: number; readonly documents: number }

/** What the page holds after the garbage is collected. */
export async function memoryOf(page: Page): Promise<Memory> {
  const session = await page.context().newCDPSession(page)
  try {
    await session.send('Performance.enable')
    // Twice, with a pause: what a finaliser lets go of is garbage only then.
    for (let round = 0; round < 3; round += 1) {
      await session.send('HeapProfiler.collectGarbage')
      await page.waitForTimeout(200)
    }
    return await metrics(session)
  } finally {
    await session.detach()
  }
}

async function metrics(session: CDPSession): Promise<Memory> {
  const { metrics: all } = await session.send('Performance.getMetrics')
  const of = (name: string) => all.find((metric) => metric.name === name)?.value ?? NaN
  return { heap: of('JSHeapUsedSize'), nodes: of('Nodes'), listeners: of('JSEventListeners'), documents: of('Documents') }
}

const MB = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

/** Told as "before → after": heap, and what the page's document holds. */
export function growth(before: Memory, after: Memory): { readonly text: string; readonly isFlat: boolean } {
  const isFlat = after.heap <= before.heap * 1.1 + 1e6 && after.nodes <= before.nodes * 1.1 + 200 && after.listeners <= before.listeners * 1.1 + 50 && after.documents <= before.documents + 1
  return {
    isFlat,
    text: `heap ${MB(before.heap)} → ${MB(after.heap)}, elements ${before.nodes} → ${after.nodes}, listeners ${before.listeners} → ${after.listeners}, documents ${before.documents} → ${after.documents}`,
  }
}
