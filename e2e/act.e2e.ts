import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
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

test('what is not checked since the folder is not trusted says so, and is checked once it is', async ({ page, workspace }) => {
  await openFile(page, workspace, 'draft-shipper/draft-shipper.yaml')
  await page.getByTestId('tab-problems').click()
  await expect(page.getByTestId('problem')).toHaveCount(3)
  await page.getByTestId('problems').getByTestId('trust').click()
  const sheet = page.getByRole('dialog', { name: 'Trust this folder' })
  await sheet.getByRole('button', { name: 'Do not trust' }).click()
  await expect(page.getByTestId('problem')).toHaveCount(3)
  await page.getByTestId('problems').getByTestId('trust').click()
  await sheet.getByTestId('trust-run').click()
  await expect(page.getByTestId('problems')).toContainText('No problems.', { timeout: 30_000 })
  await expect(status(page)).toHaveCount(0)
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

test('what may have been done when its tool died is done again only when somebody says so', async ({ page, workspace }) => {
  await workspace.write('mail.yaml', "id: mail\ntools: [./mail-tools.ts]\nworkflow:\n  steps:\n    - { id: send, tool: send, input: '{}' }\n")
  await workspace.write('die', '')
  await workspace.write('mail-tools.ts', `import { appendFileSync, existsSync } from 'node:fs'
import { defineTool } from 'heddle'

export const send = defineTool({
  name: 'send',
  description: 'Sends a letter, and dies of it where there is a file named die.',
  input: { type: 'object', additionalProperties: false },
  raises: ['mail::send'],
  run: async (input, context) => {
    await context.raise('mail::send', {})
    appendFileSync(${JSON.stringify(workspace.dir)} + '/sent', 'x')
    if (existsSync(${JSON.stringify(workspace.dir)} + '/die')) process.exit(1)
    return 'sent'
  },
})
`)
  await trust(workspace)
  await openFile(page, workspace, 'mail.yaml')
  await run(page, '')
  await page.getByTestId('approve-run').click()
  await expect(status(page)).toHaveAttribute('data-status', 'failed', { timeout: 30_000 })
  await rm(join(workspace.dir, 'die'))
  const again = page.getByRole('button', { name: 'Retry what failed' })
  await again.click()
  const sheet = page.getByTestId('unknown-sheet')
  await expect(sheet).toContainText('by send')
  await expect(sheet).toContainText('mail::send')
  await sheet.getByRole('button', { name: 'Leave the run' }).click()
  await expect(status(page)).toHaveAttribute('data-status', 'failed')
  expect(await workspace.read('sent')).toBe('x')
  await again.click()
  await sheet.getByTestId('retry-unknown').click()
  await expect(status(page)).toHaveAttribute('data-status', 'completed', { timeout: 30_000 })
  expect(await workspace.read('sent')).toBe('xx')
})

test.describe('a list', () => {
  test.use({ viewport: { width: 1280, height: 800 } })

  test('says how far it has come while it runs, and what failed and was passed over', async ({ page, workspace }) => {
    await workspace.write('list.yaml', `id: list
tools: [./list-tools.ts]
workflow:
  nodes:
    - id: fetch
      tool: hold
      for_each: '{{ .trigger }}'
      item_var: page
      input: '{"page": {{ .page | toJson }}}'
      on_error: skip
      max_parallel: 2
    - { id: tell, tool: echo, input: done }
  edges:
    - { from: fetch, to: tell }
`)
    // Each item waits until this test lets it go.
    await workspace.write('list-tools.ts', `import { existsSync } from 'node:fs'
import { defineTool } from 'heddle'

export const hold = defineTool({
  name: 'hold',
  description: 'Waits for a file of the name of the page.',
  input: { type: 'object', properties: { page: { type: 'string' } }, required: ['page'], additionalProperties: false },
  idempotent: true,
  run: async (input) => {
    const { page } = input as { page: string }
    while (!existsSync(${JSON.stringify(workspace.dir)} + '/' + page)) await new Promise((resolve) => setTimeout(resolve, 20))
    if (page === 'bad') throw new Error('no such page')
    return { page }
  },
})
`)
    await trust(workspace)
    await openFile(page, workspace, 'list.yaml')
    await run(page, '["one", "bad", "two", "three"]')
    const card = node(page, 'fetch')
    const row = page.getByTestId('visit-fetch#1')
    await expect(card).toContainText('0 of 4 items')
    await workspace.write('one', '')
    await expect(card).toContainText('1 of 4 items')
    await expect(row).toContainText('1 of 4 items')
    await expect(card.locator('.card-weft')).toHaveAttribute('data-share', '25')
    await workspace.write('bad', '')
    await expect(card).toContainText('2 of 4 items, 1 failed')
    await expect(row).toContainText('2 of 4 items, 1 failed')
    await workspace.write('two', '')
    await workspace.write('three', '')
    await expect(status(page)).toHaveAttribute('data-status', 'completed')
    await expect(card).toContainText('4 items, 1 failed')
    await expect(page.getByTestId('edge-fetch-tell')).toHaveAttribute('data-taken', 'yes')
  })
})
