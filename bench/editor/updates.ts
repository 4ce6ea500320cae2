import type { Page } from '@playwright/test'
import { lineOf, workflowOf } from '../../e2e/large-files.ts'
import { TYPING_PAUSE, SMALL } from '../../src/app/state/analyst.ts'
import type { Context } from './context.ts'
import { median, msOf, type Row } from './figures.ts'
import { timeToChange } from './keys.ts'
import { UNLIMITED, VIEWPORT, withBrowser } from './launch.ts'
import { caretAtEnd, openFile, quiet, Stage } from './stage.ts'

const SIZES = [
  { nodes: 100, budget: 16 },
  { nodes: 1000, budget: 50 },
  { nodes: 10_000, budget: 300 },
]

/** Keystroke to updated canvas and problems, without the pause in typing that larger files wait for. */
export async function measureUpdates({ root, browser, quick }: Context): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const { nodes, budget } of SIZES) {
    const text = workflowOf(nodes)
    const stage = await Stage.of(root, { 'flow.yaml': text, 'other.yaml': workflowOf(2) })
    try {
      const url = await stage.serve()
      const pause = text.length > SMALL ? TYPING_PAUSE : 0
      const { drawn, found } = await withBrowser(browser, UNLIMITED, async (chromium) => {
        const page = await chromium.newPage({ viewport: VIEWPORT })
        await openFile(page, url, 'flow.yaml')
        const rounds = quick ? 4 : nodes > 1000 ? 8 : 15
        return { drawn: await typedInPrompt(page, text, rounds), found: await mistyped(page, text, nodes, rounds) }
      })
      const less = (values: readonly number[]) => values.map((value) => value - pause)
      const row = (what: string, values: readonly number[]): Row => ({
        what: `${what}, ${nodes.toLocaleString('en')} nodes`,
        budget: `${budget} ms`,
        heddle: msOf(less(values)),
        peer: '',
        met: median(less(values)) <= budget,
      })
      rows.push(row('keystroke in a prompt to its card on the canvas', drawn), row('an id mistyped and mended in `needs`, to the problem on the canvas', found))
    } finally {
      await stage.close()
    }
  }
  return rows
}

/** Types in the first line of a prompt, which its card shows. */
async function typedInPrompt(page: Page, text: string, rounds: number): Promise<readonly number[]> {
  await page.getByRole('button', { name: 'Set to 100 %' }).click()
  await quiet(page)
  const id = await cardNearMiddle(page)
  await caretAtEnd(page, promptLine(text, id))
  const card = `[data-testid="node-${id}"] .card-summary`
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    times.push(await timeToChange(page, 'a', { selector: card, attribute: null, within: '[data-testid="canvas"]' }))
    await page.waitForTimeout(400)
  }
  return times
}

function promptLine(text: string, id: string): number {
  const line = lineOf(text, id)
  const rest = text.split('\n').slice(line)
  return line + rest.findIndex((each) => each.includes('prompt: |')) + 2
}

/** Makes an id in `needs` one that no node has, and mends it, with all of the graph in view. */
async function mistyped(page: Page, text: string, nodes: number, rounds: number): Promise<readonly number[]> {
  await page.getByTestId('fit').click()
  await quiet(page)
  const id = `node_${nodes / 2}`
  await caretAtEnd(page, lineOf(text, id) + 1)
  await page.keyboard.press('ArrowLeft')
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    for (const key of ['x', 'Backspace']) {
      times.push(await timeToChange(page, key, { selector: `[data-testid="node-${id}"]`, attribute: 'data-problems', within: '[data-testid="canvas"]' }))
      await page.waitForTimeout(500)
    }
  }
  return times
}

/** The id of the card that is nearest to the middle of the canvas. */
export async function cardNearMiddle(page: Page): Promise<string> {
  return page.evaluate(() => {
    const canvas = document.querySelector('[data-testid="canvas"]')!.getBoundingClientRect()
    const middle = { x: canvas.x + canvas.width / 2, y: canvas.y + canvas.height / 2 }
    let best = { id: '', away: Infinity }
    for (const card of document.querySelectorAll<HTMLElement>('.react-flow__node [data-testid^="node-"]')) {
      const { x, y, width, height } = card.getBoundingClientRect()
      const away = Math.hypot(x + width / 2 - middle.x, y + height / 2 - middle.y)
      if (away < best.away) best = { id: card.dataset['testid']!.slice('node-'.length), away }
    }
    return best.id
  })
}
