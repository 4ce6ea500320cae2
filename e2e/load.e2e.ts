import type { Page } from '@playwright/test'
import { expect, test } from './harness.ts'

const READER = /\/assets\/reader-[^/]*\.js/
const PALETTE = /\/assets\/CommandPalette-[^/]*\.js/

/** Lets the reader wait; the answer lets it in. */
async function holdReader(page: Page): Promise<() => void> {
  let letIn = () => {}
  const comes = new Promise<void>((resolve) => (letIn = resolve))
  await page.route(READER, async (route) => {
    await comes
    await route.continue()
  })
  return () => letIn()
}

test('what is done at once on the first picture is done, though what reads texts comes later', async ({ page, workspace }) => {
  const letIn = await holdReader(page)
  await page.goto(`${workspace.url}&file=release-notes.yaml`)
  const canvas = page.getByTestId('canvas')
  await canvas.getByTestId('node-collect').click()
  await page.keyboard.press('Control+d')
  await canvas.getByTestId('node-collect').click({ button: 'right' })
  await expect(page.getByTestId('canvas-menu')).toBeHidden()
  letIn()
  await expect(page.getByTestId('canvas-menu')).toBeVisible()
  await expect(canvas.getByTestId('node-collect_2')).toBeVisible()
})

test('a Delete that waits removes what it was pressed for, and nothing that was selected since', async ({ page, workspace }) => {
  const letIn = await holdReader(page)
  await page.goto(`${workspace.url}&file=release-notes.yaml`)
  const canvas = page.getByTestId('canvas')
  await canvas.getByTestId('node-collect').click()
  await page.keyboard.press('Delete')
  await canvas.getByTestId('node-issues').click()
  letIn()
  await expect(page.getByTestId('toast').getByText('Something else is selected by now; nothing was done.')).toBeVisible()
  await expect(page.locator('.monaco-editor .view-line').first()).toBeVisible()
  for (const node of ['collect', 'issues']) await expect(canvas.getByTestId(`node-${node}`)).toBeVisible()
})

test('kinds are offered once they are known', async ({ page, workspace }) => {
  const letIn = await holdReader(page)
  await page.goto(`${workspace.url}&file=release-notes.yaml`)
  await expect(page.getByTestId('canvas').getByTestId('node-collect')).toBeVisible()
  const canvas = (await page.getByTestId('canvas').boundingBox())!
  await page.mouse.dblclick(canvas.x + 300, canvas.y + canvas.height - 120)
  await expect(page.getByTestId('offer')).toBeHidden()
  letIn()
  await expect(page.getByTestId('offer').getByRole('menuitem', { name: 'Critic' })).toBeVisible()
})

test('what cannot be done since the reader did not come is said, and can be done once it has', async ({ page, workspace }) => {
  await page.route(READER, (route) => route.abort())
  await page.goto(`${workspace.url}&file=release-notes.yaml`)
  const canvas = page.getByTestId('canvas')
  await canvas.getByTestId('node-collect').click()
  await page.keyboard.press('Control+d')
  await expect(page.getByTestId('toast').getByText('This part of the editor could not be loaded')).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: 'The text editor could not be loaded.' })).toBeVisible()
  await page.unroute(READER)
  await page.getByRole('alert').filter({ hasText: 'The text editor could not be loaded.' }).getByRole('button', { name: 'Try again' }).click()
  await expect(page.locator('.monaco-editor .view-line').first()).toBeVisible()
  // What only the reader was missing for comes with it.
  await expect(page.getByTestId('inspector').locator('input, textarea').first()).toBeVisible()
  await expect(canvas.getByTestId('node-collect_2')).toBeHidden()
  await canvas.getByTestId('node-collect').click()
  await page.keyboard.press('Control+d')
  await expect(canvas.getByTestId('node-collect_2')).toBeVisible()
})

for (const [what, part] of [['the palette', PALETTE], ['what reads texts', READER]] as const) {
  test(`what is typed into the palette before ${what} has come is typed into it, and Enter goes once it is there`, async ({ page, workspace }) => {
    let letIn = () => {}
    const comes = new Promise<void>((resolve) => (letIn = resolve))
    await page.route(part, async (route) => {
      await comes
      await route.continue()
    })
    await page.goto(`${workspace.url}&file=release-notes.yaml`)
    const isBack = () => expect(page.locator('.react-flow__node[data-id="collect"]')).toBeFocused()
    await page.getByTestId('canvas').getByTestId('node-collect').click()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('gone')
    await page.keyboard.press('Escape')
    await isBack()
    await page.keyboard.press('Control+k')
    await page.keyboard.press('Control+k')
    await isBack()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('>level bands')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Find or do anything' })).toBeVisible()
    letIn()
    await expect(page.getByRole('dialog')).toBeHidden()
    await isBack()
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('group', { name: 'Used lately' }).getByRole('option')).toHaveText(/level bands/)
  })
}
