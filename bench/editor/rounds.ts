import { workflowOf } from '../../e2e/large-files.ts'
import type { Context } from './context.ts'
import type { Row } from './figures.ts'
import { VIEWPORT, withBrowser } from './launch.ts'
import { growth, memoryOf } from './memory.ts'
import { caretAtEnd, openFile, quiet, Stage } from './stage.ts'

/** Opens, edits and leaves a large file again and again: what is left of it must not grow. */
export async function measureRounds({ root, browser, quick }: Context): Promise<readonly Row[]> {
  const stage = await Stage.of(root, { 'flow.yaml': workflowOf(1000), 'small.yaml': workflowOf(2) })
  try {
    const url = await stage.serve()
    return await withBrowser(browser, [], async (chromium) => {
      const page = await chromium.newPage({ viewport: VIEWPORT })
      await openFile(page, url, 'small.yaml')
      const round = async () => {
        await page.getByTestId('file-flow.yaml').click()
        await page.getByTestId('node-node_500').waitFor()
        await quiet(page, 400)
        await caretAtEnd(page, 6)
        await page.keyboard.type('x')
        await quiet(page, 400)
        await page.keyboard.press('Control+z')
        await quiet(page, 400)
        await page.getByTestId('file-small.yaml').click()
        await page.getByTestId('node-node_500').waitFor({ state: 'detached' })
        await quiet(page, 400)
      }
      // The first rounds fill what is kept for good: fonts, tokens of languages, and compiled code, which a
      // snapshot of the heap shows to be all that still grows after three.
      for (let n = 0; n < (quick ? 3 : 10); n += 1) await round()
      const before = await memoryOf(page)
      const rounds = quick ? 3 : 10
      for (let n = 0; n < rounds; n += 1) await round()
      const { text, isFlat } = growth(before, await memoryOf(page))
      return [{ what: `memory over ${rounds} rounds of opening, editing and leaving a file of 1,000 nodes`, budget: 'flat', heddle: text, peer: '', met: isFlat }]
    })
  } finally {
    await stage.close()
  }
}
