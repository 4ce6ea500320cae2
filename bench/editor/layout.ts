import { workflowOf } from '../../e2e/large-files.ts'
import type { Context } from './context.ts'
import { median, ms, msOf, type Row } from './figures.ts'
import { withLongTasks } from './long-tasks.ts'
import { VIEWPORT, withBrowser } from './launch.ts'
import { openFile, quiet, Stage } from './stage.ts'

type LayoutPage = Window & { layOut(text: string, by: 'heddle' | 'elkjs'): Promise<number> }

/** Laying out: how long it takes beside elkjs alone, and what it takes from the page while it does. */
export async function measureLayout(context: Context): Promise<readonly Row[]> {
  return [...(await beside(context)), ...(await inThePage(context))]
}

async function beside({ browser, peers, quick }: Context): Promise<readonly Row[]> {
  return withBrowser(browser, [], async (chromium) => {
    const page = await chromium.newPage({ viewport: VIEWPORT })
    await page.goto(`${peers}/layout.html`)
    await page.waitForFunction(() => 'layOut' in window)
    const time = (nodes: number, by: 'heddle' | 'elkjs') => page.evaluate(({ text, by }) => (window as unknown as LayoutPage).layOut(text, by), { text: workflowOf(nodes), by })
    await time(100, 'heddle')
    await time(100, 'elkjs')
    const ours: number[] = []
    const theirs: number[] = []
    for (let round = 0; round < (quick ? 2 : 5); round += 1) {
      ours.push(await time(1000, 'heddle'))
      theirs.push(await time(1000, 'elkjs'))
    }
    const large: number[] = []
    for (let round = 0; round < 3; round += 1) large.push(await time(5000, 'heddle'))
    const ratio = median(ours) / median(theirs)
    return [
      { what: 'layout of 1,000 nodes', budget: '1.2 x elkjs alone', heddle: `${msOf(ours)}: ${ratio.toFixed(2)} x`, peer: `elkjs alone, thoroughness 1, ${msOf(theirs)}`, met: ratio < 1.2 },
      { what: 'layout of 5,000 nodes, by level', budget: '1,000 ms', heddle: msOf(large), peer: '', met: median(large) < 1000 },
    ]
  })
}

async function inThePage({ root, browser }: Context): Promise<readonly Row[]> {
  const stage = await Stage.of(root, { 'flow.yaml': workflowOf(1000) })
  try {
    const url = await stage.serve()
    return await withBrowser(browser, [], async (chromium) => {
      const page = await chromium.newPage({ viewport: VIEWPORT })
      await openFile(page, url, 'flow.yaml')
      const { tasks, frames } = await withLongTasks(page, async () => {
        await page.getByTestId('arrange').click()
        await quiet(page, 1500)
      })
      return [
        {
          what: 'the page while 1,000 nodes are laid out and move to their places',
          budget: 'no frame lost', heddle: `longest task ${ms(Math.max(0, ...tasks))}, ${frames.lost} of ${frames.all} frames late`, peer: '', met: tasks.every((task) => task <= 50) && frames.lost === 0,
        },
      ]
    })
  } finally {
    await stage.close()
  }
}
