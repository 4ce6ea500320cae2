import { expect, type Page } from '@playwright/test'
import { node } from './harness.ts'

// Ways to a place in the text.

/** Puts the caret at the end of the line of a node that holds `part`. Selecting the node brings its lines into sight. */
export async function caretAfter(page: Page, id: string, part: string): Promise<void> {
  await node(page, id).click()
  await page.getByTestId('text-pane').locator('.view-line').filter({ hasText: part }).first().click()
  await page.keyboard.press('End')
}

/** Puts the caret at the end of a line by the editor's "go to line". */
export async function caretAtEndOf(page: Page, line: number): Promise<void> {
  await page.locator('.monaco-editor').first().click({ position: { x: 200, y: 60 } })
  await page.keyboard.press('Control+g')
  const where = page.locator('.quick-input-widget input').first()
  await where.fill(`:${line}`)
  await where.press('Enter')
  await expect(page.locator('.quick-input-widget').first()).toBeHidden()
  // The first press goes to the end of what is shown on one line of a wrapped one.
  await page.keyboard.press('End')
  await page.keyboard.press('End')
}

/** The middle of a word in a line of the text, on the screen, once the editor has come to rest. */
export async function placeOf(page: Page, line: string, word: string): Promise<{ x: number; y: number }> {
  let last = await findWord(page, line, word)
  let calm = 0
  // Some frames in a row at the same place: the editor scrolls over several.
  while (calm < 8) {
    await page.evaluate(() => new Promise((resolve) => {
      requestAnimationFrame(resolve)
    }))
    const now = await findWord(page, line, word)
    calm = now.x === last.x && now.y === last.y ? calm + 1 : 0
    last = now
  }
  return last
}

async function findWord(page: Page, line: string, word: string): Promise<{ x: number; y: number }> {
  const row = page.getByTestId('text-pane').locator('.view-line').filter({ hasText: line }).first()
  await expect(row).toBeVisible()
  return row.evaluate((element, wanted) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    let text = ''
    const nodes: { node: Node; start: number }[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      nodes.push({ node, start: text.length })
      text += node.textContent ?? ''
    }
    const middle = text.indexOf(wanted) + Math.floor(wanted.length / 2)
    const { node, start } = nodes.findLast((each) => each.start <= middle)!
    range.setStart(node, middle - start)
    range.setEnd(node, middle - start + 1)
    const box = range.getBoundingClientRect()
    return { x: box.x + 1, y: box.y + box.height / 2 }
  }, word)
}

/** Puts the caret into a word of a line, by the mouse. */
export async function caretIn(page: Page, line: string, word: string): Promise<void> {
  const { x, y } = await placeOf(page, line, word)
  await page.mouse.click(x, y)
}
