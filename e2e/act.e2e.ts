import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { expect, node, openFile, test, type Workspace } from './harness.ts'

/** Trusts the folder of a workspace, as its user would on the command line. */
async function trust({ dir, state }: Workspace): Promise<void> {
  const main = fileURLToPath(new URL('../scripts/heddle-test.js', import.meta.url))
  const child = spawn(process.execPath, [main, 'trust', dir], { env: { PATH: process.env.PATH ?? '', HOME: state, XDG_STATE_HOME: state } })
  expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0)
}

async function run(page: Page, trigger: string): Promise<void> {
  await page.getByTestId('run').click()
  await page.getByTestId('trigger').fill(trigger)
  await page.getByTestId('start-run').click()
}

const status = (page: Page) => page.getByTestId('run-status')

test('the pipeline of the examples is run from the editor, and says what it wrote', async ({ page, workspace }) => {
  await openFile(page, workspace, 'report-writer/report-writer.yaml')
  await run(page, 'printing press')
  // Its tools are code of this folder: nothing has started until the user says that it may.
  await page.getByTestId('trust-run').click()
  await expect(status(page)).toHaveAttribute('data-status', 'completed', { timeout: 30_000 })
  for (const id of ['search', 'summarize']) await expect(node(page, id)).toHaveAttribute('data-status', 'completed')
  await expect(node(page, 'summarize')).toContainText('The printing press')
})

test('the loop of the examples asks once before it writes, goes round, and ships', async ({ page, workspace }) => {
  await trust(workspace)
  await openFile(page, workspace, 'draft-shipper/draft-shipper.yaml')
  await run(page, 'tea')
  const sheet = page.getByRole('dialog')
  await expect(sheet).toContainText('std::write')
  await sheet.getByRole('button', { name: /Approve/ }).click()
  await expect(status(page)).toHaveAttribute('data-status', 'completed', { timeout: 30_000 })
  await expect(page.getByTestId('edge-judge-refine')).toHaveAttribute('data-taken', 'yes')
  await expect(page.getByTestId('edge-judge-refine')).toHaveAttribute('data-count', '3')
  await expect(page.getByTestId('visit-refine#4')).toBeVisible()
  expect(await workspace.read('shipped/draft.md')).toContain('## What to do next')
})
