import type { Page } from '@playwright/test'
import { expect, node, openFile, test, textOf, type Workspace } from './harness.ts'

/** The loop of the examples, with tools that need no trust: the way there is said nothing of. */
const LOOP = `name: draft shipper
workflow:
  nodes:
    - id: refine
      tool: set
      input: '{"text": "{{ .draft.text }}x"}'
      output: draft
    - id: judge
      tool: set
      input: '{"ok": {{ ge (len .draft.text) 3 }}}'
      output: verdict
    - id: ship
      tool: write
      input: '{"path": "shipped/draft.md", "content": "{{ .draft.text }}"}'
  edges:
    # There.
    - from: refine
      to: judge
    - from: judge
      to: refine
      if: '{{ not .verdict.ok }}'
      max_iterations: 5
    - from: judge
      to: ship
      if: '{{ .verdict.ok }}'
`

test.use({ files: { 'shipper.yaml': LOOP } })

const warning = (page: Page) => page.getByTestId('problem').filter({ hasText: 'refine' })

/** Opens the loop with its budget left out, and sees what the Problems list says of it. */
async function openBroken(page: Page, workspace: Workspace): Promise<void> {
  await openFile(page, workspace, 'shipper.yaml')
  await page.getByRole('contentinfo').getByRole('button', { name: /Problems/ }).click()
  await expect(warning(page)).toHaveAttribute('data-code', 'edge/loop-budget')
  await expect(warning(page)).toHaveAttribute('data-severity', 'warning')
}

/** The mended loop goes round until the draft is long enough, and ships it. */
async function runAndShip(page: Page, workspace: Workspace): Promise<void> {
  await expect(page.getByTestId('problem')).toHaveCount(0)
  expect(await textOf(page)).toMatch(/# There\.\n {4}- from: refine\n {6}to: judge\n {6}max_iterations: \d+\n {4}- from: judge/)
  await page.getByTestId('run').click()
  await page.getByTestId('start-run').click()
  await page.getByTestId('approve-run').click()
  await expect(page.getByTestId('run-status')).toHaveAttribute('data-status', 'completed', { timeout: 30_000 })
  await expect(node(page, 'ship')).toHaveAttribute('data-status', 'completed')
  await expect(page.getByTestId('edge-judge-refine')).toHaveAttribute('data-count', '2')
  expect(await workspace.read('shipped/draft.md')).toBe('xxx')
}

test('a loop whose budget was left out is mended by the lightbulb, and ships', async ({ page, workspace }) => {
  await openBroken(page, workspace)
  await warning(page).locator('.problem-go').dblclick()
  await expect(page.getByTestId('text-pane').locator('.monaco-editor.focused')).toBeVisible()
  await page.keyboard.press('Control+.')
  await page.locator('.action-widget').getByText('max_iterations').first().click()
  await runAndShip(page, workspace)
})

test('a loop whose budget was left out is mended in the Problems list, and ships', async ({ page, workspace }) => {
  await openBroken(page, workspace)
  await warning(page).locator('.problem-fix').click()
  await page.getByRole('menuitem', { name: /max_iterations/ }).first().click()
  await runAndShip(page, workspace)
})

test('a loop whose budget was left out ends after its first round, and ships nothing', async ({ page, workspace }) => {
  await openBroken(page, workspace)
  await page.getByTestId('run').click()
  await page.getByTestId('start-run').click()
  await page.getByTestId('approve-run').click()
  await expect(page.getByTestId('run-status')).toHaveAttribute('data-status', 'completed', { timeout: 30_000 })
  await expect(node(page, 'ship')).not.toHaveAttribute('data-status', 'completed')
  await expect(workspace.read('shipped/draft.md')).rejects.toThrow()
})
