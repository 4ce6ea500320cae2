import { workflowOf } from '../../e2e/large-files.ts'
import type { Context } from './context.ts'
import { median, msOf, type Row } from './figures.ts'
import { timeToChange } from './keys.ts'
import { UNLIMITED, VIEWPORT, withBrowser } from './launch.ts'
import { openFile, quiet, Stage } from './stage.ts'
import { cardNearMiddle } from './updates.ts'

const NODES = 1000

/** Canvas edit to text: a node removed, brought back, and one added, with all of the graph in view. */
export async function measureEdits({ root, browser, quick }: Context): Promise<readonly Row[]> {
  const stage = await Stage.of(root, { 'flow.yaml': workflowOf(NODES) })
  try {
    const url = await stage.serve()
    const times = await withBrowser(browser, UNLIMITED, async (chromium) => {
      const page = await chromium.newPage({ viewport: VIEWPORT })
      await openFile(page, url, 'flow.yaml')
      const times = { remove: [] as number[], add: [] as number[], undo: [] as number[] }
      const text = { selector: '.text-pane .view-lines', attribute: null, within: '.text-pane' }
      const rounds = quick ? 4 : 12
      for (let round = 0; round < rounds; round += 1) {
        const id = await cardNearMiddle(page)
        for (const [edit, key] of [['remove', 'Delete'], ['add', '1']] as const) {
          await page.getByTestId(`node-${id}`).click()
          await quiet(page, 400)
          // A removal that others suffer from is shown while the key is down, and done when it is let go.
          times[edit].push(await timeToChange(page, key, edit === 'remove' ? { ...text, from: 'keyup' } : text))
          await quiet(page, 400)
          times.undo.push(await timeToChange(page, 'Control+z', text))
          await quiet(page, 400)
        }
      }
      return times
    })
    const row = (what: string, values: readonly number[]): Row => ({
      what: `${what} on the canvas to its text on screen, ${NODES.toLocaleString('en')} nodes`,
      budget: '16 ms',
      heddle: msOf(values),
      peer: '',
      met: median(values) <= 16,
    })
    return [row('removing a node', times.remove), row('adding a node', times.add), row('undoing that', times.undo)]
  } finally {
    await stage.close()
  }
}
