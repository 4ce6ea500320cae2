import { expect, openFile, test } from './harness.ts'

test('a part of the page that cannot be loaded says so, and comes when it is asked for again', async ({ page, workspace }) => {
  const away = /\/assets\/(canvas|MonacoPane|Inspector|CommandPalette)-[^/]*\.js/
  await page.route(away, (route) => route.abort())
  await page.goto(workspace.url)
  const parts = ['The canvas', 'The text editor', 'The inspector']
  await page.getByTestId('file-release-notes.yaml').click()
  for (const part of parts) await expect(page.getByRole('alert').filter({ hasText: `${part} could not be loaded.` })).toBeVisible()
  // What reads the file has come: with its coming, what had failed before is asked for again by itself.
  await expect(page.getByTestId('problems')).toContainText('No problems.')
  await page.keyboard.press('Control+K')
  await expect(page.getByRole('alert').filter({ hasText: 'The palette could not be loaded.' })).toBeVisible()

  await page.unroute(away)
  for (const part of ['The palette', ...parts]) {
    await page.getByRole('alert').filter({ hasText: `${part} could not be loaded.` }).getByRole('button', { name: 'Try again' }).click()
    if (part !== 'The palette') continue
    await expect(page.getByTestId('command-palette')).toBeVisible()
    await page.keyboard.press('Escape')
  }
  await expect(page.locator('.react-flow__node').first()).toBeVisible()
  await expect(page.locator('.monaco-editor .view-line').first()).toBeVisible()
  await expect(page.getByTestId('inspector').locator('input, textarea').first()).toBeVisible()
})

test('a part that failed comes by itself once the part it needs has come', async ({ page, workspace }) => {
  const palette = /\/assets\/CommandPalette-[^/]*\.js/
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/assets\/reader-[^/]*\.js/, async (route) => {
    await released
    await route.continue()
  })
  await page.route(palette, (route) => route.abort())
  await page.goto(workspace.url)
  await page.getByTestId('file-release-notes.yaml').click()
  await page.keyboard.press('Control+K')
  const alert = page.getByRole('alert').filter({ hasText: 'The palette could not be loaded.' })
  await expect(alert).toBeVisible()

  await page.unroute(palette)
  release()
  await expect(page.getByTestId('command-palette').getByRole('option', { name: /^Run/ }).first()).toBeVisible()
  await expect(alert).toBeHidden()
})

test('without any of its workers the page draws, shows the text and throws nothing', async ({ page, workspace }) => {
  let refused = 0
  await page.route(/\/assets\/[^/]*worker[^/]*\.js/i, (route) => {
    refused += 1
    return route.abort()
  })
  await openFile(page, workspace, 'release-notes.yaml')
  // The editor's worker is asked for when there is a text.
  await expect.poll(() => refused).toBeGreaterThan(1)
  await page.locator('.monaco-editor .view-line').first().click()
  await page.keyboard.type('# still here')
  await expect(page.getByTestId('text-pane')).toContainText('# still here')
})
