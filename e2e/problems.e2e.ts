import { expect, node, openFile, test, textOf } from './harness.ts'

test.use({
  files: {
    'broken.yaml': 'name: broken\nnodes:\n  # first\n  - id: issues\n    prompt: List the issues.\n  - id: draft\n    needs: [isues]   # misspelt\n    prompt: Write.\n  - id: tone\n    kind: critic\n    output_fromat: short\n',
  },
})

test('one problem stands in the list, on the node and in the text, and its fix changes one word', async ({ page, workspace }) => {
  await openFile(page, workspace, 'broken.yaml')
  await page.getByTestId('tab-problems').click()
  await expect(page.getByTestId('problem')).toHaveCount(3)
  await expect(node(page, 'draft')).toHaveAttribute('data-problems', '1')
  await expect(node(page, 'isues')).toHaveAttribute('data-kind', 'ghost')
  await expect(page.locator('.squiggly-error')).not.toHaveCount(0)

  const before = await textOf(page)
  const row = page.getByTestId('problem').filter({ hasText: 'isues' })
  await row.getByRole('button', { name: 'Fix' }).click()
  await page.getByRole('menuitem', { name: /Change .*issues/ }).click()
  await expect(node(page, 'isues')).toHaveCount(0)
  expect(await textOf(page)).toBe(before.replace('[isues]', '[issues]'))
  await expect(page.getByTestId('problem')).toHaveCount(2)
})

test('text that does not parse keeps the last graph, read-only, and catches up when it is mended', async ({ page, workspace }) => {
  await openFile(page, workspace, 'broken.yaml')
  const line = page.getByTestId('text-pane').locator('.view-line').filter({ hasText: 'needs:' }).first()
  await line.click()
  await page.keyboard.press('Home')
  for (let step = 0; step < 13; step += 1) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Delete')
  await expect(node(page, 'draft')).toHaveAttribute('data-stale', /./)
  await expect(page.getByText('does not parse').first()).toBeVisible()
  const broken = await textOf(page)

  await node(page, 'draft').click()
  await page.keyboard.press('Delete')
  expect(await textOf(page)).toBe(broken)
  await expect(node(page, 'draft')).toBeVisible()

  await page.keyboard.press('Control+z')
  await expect(node(page, 'draft')).not.toHaveAttribute('data-stale', /./)
})

test('the schema explains a field on hover and completes ids in needs', async ({ page, workspace }) => {
  await openFile(page, workspace, 'broken.yaml')
  const pane = page.getByTestId('text-pane')
  const word = pane.locator('.view-line').filter({ hasText: 'kind: critic' }).locator('span', { hasText: 'kind' }).last()
  // A pointer that rests on a word before the editor listens is not heard: it is moved again, as a hand would.
  await expect(async () => {
    await page.mouse.move(0, 0)
    await word.hover()
    await expect(page.locator('.monaco-hover:visible')).toContainText(/role in the prompt/i, { timeout: 3_000 })
  }).toPass({ timeout: 20_000 })

  await pane.locator('.view-line').filter({ hasText: 'kind: critic' }).click()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('needs: [')
  await page.keyboard.press('Control+Space')
  await expect(page.locator('.suggest-widget.visible')).toContainText('issues')
})
