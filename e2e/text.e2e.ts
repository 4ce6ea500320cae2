import type { Page } from '@playwright/test'
import { caretAfter, expect, node, openFile, test, textOf } from './harness.ts'

const FLOW = `# Nightly notes
name: notes
nodes:
  - id: collect
    prompt: List the commits.
  # Keep it short.
  - id: draft   # the writer
    needs: [collect]
    prompt: |
      Write the notes.

      Lead with what changes.
  - id: check
    kind: verifier
    needs: [collect, draft]
    prompt: Check the notes.
`

/** The middle of a word in a line of the text, on the screen. */
async function placeOf(page: Page, line: string, word: string): Promise<{ x: number; y: number }> {
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
async function caretIn(page: Page, line: string, word: string): Promise<void> {
  const { x, y } = await placeOf(page, line, word)
  await page.mouse.click(x, y)
}

const caret = (page: Page) => page.locator('.strip-note').first()

test.use({ files: { 'notes.yaml': FLOW } })

test('the format switches after a word about comments, saves under another name, and undo brings all back', async ({ page, workspace }) => {
  await openFile(page, workspace, 'notes.yaml')
  const toggle = page.getByTestId('format-switch')
  await expect(toggle).toHaveAttribute('data-format', 'yaml')
  await toggle.getByRole('button', { name: 'JSON' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('3 comments')
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await textOf(page)).toBe(FLOW)

  await toggle.getByRole('button', { name: 'JSON' }).click()
  await question.getByRole('button', { name: 'Convert' }).click()
  await expect(toggle).toHaveAttribute('data-format', 'json')
  const json = await textOf(page)
  expect(JSON.parse(json)).toMatchObject({ name: 'notes', nodes: [{ id: 'collect' }, { id: 'draft', needs: ['collect'] }, { id: 'check' }] })
  await expect(node(page, 'draft')).toBeVisible()
  await expect(page.getByTestId('saved-state')).toContainText('saves as notes.json')

  await page.keyboard.press('Control+s')
  await expect(page.getByTestId('saved-state')).toHaveAttribute('data-state', 'saved')
  await expect(page.getByTestId('file-notes.json')).toBeVisible()
  await expect(page.getByTestId('file-notes.yaml')).toHaveCount(0)
  expect(await workspace.read('notes.json')).toBe(json)

  await page.keyboard.press('Control+z')
  await expect(toggle).toHaveAttribute('data-format', 'yaml')
  expect(await textOf(page)).toBe(FLOW)
  await page.keyboard.press('Control+s')
  await expect(page.getByTestId('file-notes.yaml')).toBeVisible()
  expect(await workspace.read('notes.yaml')).toBe(FLOW)

  // Nothing is lost on the way from JSON: nothing is asked.
  await page.keyboard.press('Control+Shift+z')
  await expect(toggle).toHaveAttribute('data-format', 'json')
  await toggle.getByRole('button', { name: 'YAML' }).click()
  await expect(toggle).toHaveAttribute('data-format', 'yaml')
  await expect(question).toHaveCount(0)
})

test('ids and keys complete by keyboard, with what they mean', async ({ page, workspace }) => {
  await openFile(page, workspace, 'notes.yaml')
  await caretAfter(page, 'check', 'Check the notes')
  await page.keyboard.press('Enter')
  await page.keyboard.type('max', { delay: 30 })
  const list = page.locator('.suggest-widget.visible')
  await expect(list).toContainText('max_turns')
  await page.keyboard.press('Tab')
  await page.keyboard.type('4')
  await page.keyboard.press('Enter')
  await page.keyboard.type('age', { delay: 30 })
  await expect(list).toContainText('agent')
  await page.keyboard.press('Escape')
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('Backspace')
  await page.keyboard.type('- ')
  await page.keyboard.press('Escape')
  expect(await textOf(page)).toContain('    prompt: Check the notes.\n    max_turns: 4\n')
})

test('an id leads to its node, and back to all that name it', async ({ page, workspace }) => {
  await openFile(page, workspace, 'notes.yaml')
  const { x, y } = await placeOf(page, 'needs: [collect, draft]', 'draft')
  await page.mouse.move(x, y, { steps: 3 })
  await expect(page.locator('.monaco-hover:visible')).toContainText('Write the notes.')
  await caretIn(page, 'needs: [collect, draft]', 'draft')
  await page.keyboard.press('F12')
  await expect(caret(page)).toContainText('Ln 7')
  await expect(node(page, 'draft')).toHaveAttribute('data-selected', 'true')
})
