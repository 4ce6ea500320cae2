import { execFileSync } from 'node:child_process'
import type { Page } from '@playwright/test'
import { findings } from './findings.ts'
import { expect, openFile, test, textOf } from './harness.ts'
import { TRIAGE } from './triage.ts'

/** Changes the text as a user would type it: as one edit of the text pane's document. */
async function replaceInText(page: Page, from: string, to: string): Promise<void> {
  await page.getByTestId('text-pane').locator('.view-line').filter({ hasText: from }).first().click()
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+End')
  await page.keyboard.insertText(to)
  await expect.poll(() => textOf(page)).toContain(to)
}

test.describe('comparing', () => {
  test.use({ files: { 'triage.yaml': TRIAGE } })

  test('unsaved edits beside the saved file: words are marked, nodes are named, one change can be taken back', async ({ page, workspace }) => {
    test.slow()
    await openFile(page, workspace, 'triage.yaml')
    await replaceInText(page, 'prompt: Read the report.', 'prompt: Read the whole report.')
    await replaceInText(page, 'name: triage', 'name: triage of mine')
    await page.getByTestId('saved-state').getByRole('button').click()
    const stage = page.getByTestId('compare')
    await expect(stage.getByTestId('change')).toHaveCount(2)
    await expect(stage.getByTestId('graph-change')).toHaveText("1 node changed: read (prompt); the file's name changed")
    await expect(stage.locator('ins mark').filter({ hasText: 'whole' })).toBeVisible()
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
      await expect(page.locator('html')).toHaveAttribute('data-theme', scheme)
      expect(await findings(page)).toEqual([])
    }
    // By the keyboard alone: to the second change, and back with it.
    await page.keyboard.press('F7')
    await page.keyboard.press('F7')
    await expect(stage.getByTestId('change').nth(1)).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(stage.getByTestId('change')).toHaveCount(1)
    expect(await textOf(page)).toBe(TRIAGE.replace('name: triage', 'name: triage of mine'))
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+z')
    await expect.poll(() => textOf(page)).toContain('Read the whole report.')
  })

  test('with the last commit of a real repository, and in words where there is none', async ({ page, workspace }) => {
    await openFile(page, workspace, 'triage.yaml')
    const compareWithHead = async () => {
      await page.keyboard.press('Control+k')
      await page.keyboard.insertText('last commit')
      await page.keyboard.press('Enter')
    }
    await compareWithHead()
    await expect(page.getByTestId('compare')).toContainText('no committed version')
    await page.keyboard.press('Escape')
    const git = (...args: readonly string[]) => execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], { cwd: workspace.dir, stdio: 'pipe' })
    git('init', '-q')
    git('add', 'triage.yaml')
    git('commit', '-qm', 'first')
    await workspace.write('triage.yaml', TRIAGE.replace('Sort it.', 'Sort it by weight.'))
    await expect.poll(() => textOf(page)).toContain('by weight')
    await compareWithHead()
    const stage = page.getByTestId('compare')
    await expect(stage.getByTestId('change')).toHaveCount(1)
    await expect(stage.locator('del')).toContainText('Sort it.')
    await expect(stage.getByTestId('graph-change')).toHaveText('1 node changed: sort (prompt)')
  })

  test('a file that changed on disk under unsaved edits: both are merged, one conflict is decided, one entry of the history', async ({ page, workspace }) => {
    test.slow()
    await openFile(page, workspace, 'triage.yaml')
    await replaceInText(page, 'Sort it.', 'Sort it by area.')
    const mine = await textOf(page)
    await workspace.write('triage.yaml', `${TRIAGE.replace('Sort it.', 'Sort it by weight.').replace('name: triage', 'name: theirs')}  - id: report\n    prompt: Report.\n`)
    await page.getByRole('button', { name: 'Compare', exact: true }).click()
    const stage = page.getByTestId('compare')
    await expect(stage.getByTestId('conflict')).toHaveCount(1)
    await expect(stage.getByTestId('conflict')).toContainText('sort')
    await expect(stage.getByTestId('graph-change')).toContainText('Theirs: 1 node added: report')
    await expect(stage.getByTestId('use-merged')).toHaveAttribute('aria-disabled', 'true')
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
      await expect(page.locator('html')).toHaveAttribute('data-theme', scheme)
      expect(await findings(page)).toEqual([])
    }
    await page.keyboard.press('F7')
    await expect(stage.getByTestId('conflict')).toBeFocused()
    await stage.getByRole('button', { name: 'Both', exact: true }).click()
    await expect(stage.getByTestId('merged-text')).toContainText('Sort it by weight.')
    await stage.getByTestId('use-merged').click()
    await expect(stage).toBeHidden()
    await expect(page.getByTestId('saved-state')).toHaveAttribute('data-state', 'saved')
    const merged = `${TRIAGE.replace('      Sort it.\n', '      Sort it by weight.\n      Sort it by area.\n').replace('name: triage', 'name: theirs')}  - id: report\n    prompt: Report.\n`
    expect(await workspace.read('triage.yaml')).toBe(merged)
    await page.keyboard.press('Control+z')
    await expect.poll(() => textOf(page)).toBe(mine)
  })
})
