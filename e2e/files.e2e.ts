import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { findings } from './findings.ts'
import { expect, node, openFile, test, textOf } from './harness.ts'

test('opening and saving without an edit writes nothing', async ({ page, workspace }) => {
  const before = await stat(join(workspace.dir, 'triage.yaml'))
  await openFile(page, workspace, 'triage.yaml')
  await page.keyboard.press('Control+s')
  await expect(page.getByTestId('saved-state')).toHaveAttribute('data-state', 'saved')
  expect((await stat(join(workspace.dir, 'triage.yaml'))).mtimeMs).toBe(before.mtimeMs)
})

test('a change on disk under unsaved edits is a choice, never an overwrite', async ({ page, workspace }) => {
  await openFile(page, workspace, 'triage.yaml')
  await page.getByTestId('palette-agent').click()
  await expect(page.getByTestId('saved-state')).toHaveAttribute('data-state', 'dirty')
  const mine = await textOf(page)
  const theirs = (await workspace.read('triage.yaml')).replace('name: triage', 'name: triage-by-another-hand')
  await workspace.write('triage.yaml', theirs)
  await expect(page.getByRole('button', { name: 'Take theirs' })).toBeVisible()
  expect(await workspace.read('triage.yaml')).toBe(theirs)
  expect(await textOf(page)).toBe(mine)
  await page.getByRole('button', { name: 'Take theirs' }).click()
  await expect.poll(() => textOf(page)).toBe(theirs)
})

test('a change on disk without unsaved edits is taken over, and the view stays where it was', async ({ page, workspace }) => {
  await openFile(page, workspace, 'triage.yaml')
  const viewport = await page.locator('.react-flow__viewport').getAttribute('style')
  await workspace.write('triage.yaml', (await workspace.read('triage.yaml')).replace('three sentences', 'two sentences'))
  await expect.poll(() => textOf(page)).toContain('two sentences')
  await expect(page.getByTestId('saved-state')).toHaveAttribute('data-state', 'saved')
  expect(await page.locator('.react-flow__viewport').getAttribute('style')).toBe(viewport)
})

test('a file that is deleted while it is open stays in the editor and can be written again', async ({ page, workspace }) => {
  await openFile(page, workspace, 'triage.yaml')
  const text = await textOf(page)
  await rm(join(workspace.dir, 'triage.yaml'))
  await expect(page.getByTestId('saved-state')).toHaveAttribute('data-state', 'deleted')
  expect(await textOf(page)).toBe(text)
  await page.keyboard.press('Control+s')
  await expect(page.getByTestId('saved-state')).toHaveAttribute('data-state', 'saved')
  expect(await workspace.read('triage.yaml')).toBe(text)
})

test('two tabs: the second save is refused until its user decides', async ({ page, context, workspace }) => {
  await openFile(page, workspace, 'triage.yaml')
  const other = await context.newPage()
  await other.goto(new URL('/', workspace.url).href)
  await other.getByTestId('file-triage.yaml').click()
  await expect(node(other, 'summary')).toBeVisible()

  await other.getByTestId('palette-agent').click()
  await page.getByTestId('palette-critic').click()
  await page.keyboard.press('Control+s')
  await expect(page.getByTestId('saved-state')).toHaveAttribute('data-state', 'saved')
  const first = await workspace.read('triage.yaml')
  await other.keyboard.press('Control+s')
  await expect(other.getByRole('button', { name: 'Keep mine' })).toBeVisible()
  expect(await workspace.read('triage.yaml')).toBe(first)
})

test('the editor has no accessibility findings, light and dark', async ({ page, workspace }) => {
  await openFile(page, workspace, 'release-notes.yaml')
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-theme', scheme)
    expect(await findings(page)).toEqual([])
  }
})
