import { lineOf, workflowOf } from '../../e2e/large-files.ts'
import type { Context } from './context.ts'
import { median, ms, msOf, type Row } from './figures.ts'
import { recordKeys, typeKeys } from './keys.ts'
import { UNLIMITED, VIEWPORT, withBrowser } from './launch.ts'
import { caretAtEnd, openFile, quiet, Stage } from './stage.ts'

const NODES = 1000

/** Keystroke to text on screen: Heddle beside the text editor alone, in turns. */
export async function measureTyping({ root, browser, peers, quick }: Context): Promise<readonly Row[]> {
  const text = workflowOf(NODES)
  const line = lineOf(text, `node_${NODES / 2}`) + 4
  const stage = await Stage.of(root, { 'flow.yaml': text })
  try {
    const url = await stage.serve()
    return await withBrowser(browser, UNLIMITED, async (chromium) => {
      const heddle = await chromium.newPage({ viewport: VIEWPORT })
      await openFile(heddle, url, 'flow.yaml')
      const box = await heddle.locator('.text-pane-editor').boundingBox()
      await caretAtEnd(heddle, line)

      const alone = await chromium.newPage({ viewport: VIEWPORT })
      await alone.goto(`${peers}/monaco.html`)
      await alone.evaluate(({ text, width, height }) => (window as never as { showText(text: string, box: object): void }).showText(text, { width, height }), { text, width: box?.width ?? 500, height: box?.height ?? 600 })
      await alone.locator('.monaco-editor .view-line').first().waitFor()
      await quiet(alone)
      await caretAtEnd(alone, line)

      const ours: number[] = []
      const theirs: number[] = []
      for (const page of [heddle, alone]) {
        await recordKeys(page)
        await typeKeys(page, 10)
      }
      const rounds = quick ? 2 : 6
      for (let round = 0; round < rounds; round += 1) {
        for (const page of round % 2 === 0 ? [heddle, alone] : [alone, heddle]) (page === heddle ? ours : theirs).push(...(await typeKeys(page, 20)))
      }
      const difference = median(ours) - median(theirs)
      return [
        {
          what: `keystroke to text on screen, ${NODES.toLocaleString('en')} nodes (${ours.length} keys each)`,
          budget: 'Monaco alone + 2 ms',
          heddle: `${msOf(ours)}: ${difference >= 0 ? '+' : '−'}${ms(Math.abs(difference))}`,
          peer: `Monaco alone ${msOf(theirs)}`,
          met: difference <= 2,
        },
      ]
    })
  } finally {
    await stage.close()
  }
}
