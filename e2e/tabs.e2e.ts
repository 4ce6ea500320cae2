import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, node, openFile, test, textOf, type Workspace } from './harness.ts'

const tab = (page: Page, path: string) => page.getByTestId(`tab-${path}`)
const state = (page: Page) => page.getByTestId('saved-state')

/** The draft has reached the server's folder. */
async function drafted(workspace: Workspace): Promise<void> {
  const { readdir } = await import('node:fs/promises')
  await expect.poll(async () => (await readdir(join(workspace.dir, '.heddle/drafts')).catch(() => [])).length).toBeGreaterThan(0)
}

/** What the page loads after it stands has come in: it stands still between two looks. */
async function loaded(page: Page): Promise<void> {
  let last = -1
  await expect.poll(async () => {
    const now = await page.evaluate(() => performance.getEntriesByType('resource').length)
    const isStill = now === last
    last = now
    return isStill
  }, { intervals: [1_000] }).toBe(true)
}

test('each tab keeps its text, its whole history, its selection and its view', async ({ page, workspace }) => {
  await openFile(page, workspace, 'triage.yaml')
  const before = await textOf(page)
  await page.getByTestId('palette-agent').click()
  await page.getByTestId('palette-critic').click()
  const edited = await textOf(page)
  const viewport = () => page.locator('.react-flow__viewport').getAttribute('style')
  const fitted = await viewport()
  await page.mouse.move(600, 400)
  await page.mouse.wheel(0, 120)
  await expect.poll(viewport).not.toBe(fitted)
  const view = await viewport()

  await page.getByTestId('file-release-notes.yaml').click()
  await expect(tab(page, 'release-notes.yaml')).toHaveAttribute('aria-current', 'page')
  await expect(node(page, 'draft')).toBeVisible()
  await expect(tab(page, 'triage.yaml').getByLabel('unsaved edits')).toBeVisible()
  await page.getByTestId('palette-verifier').click()

  await page.keyboard.press('Alt+1')
  await expect.poll(() => textOf(page)).toBe(edited)
  await expect(page.getByTestId('node-critic')).toBeVisible()
  expect(await viewport()).toBe(view)
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await expect.poll(() => textOf(page)).toBe(before)
  await expect(state(page)).toHaveAttribute('data-state', 'saved')
  await page.keyboard.press('Alt+PageDown')
  await expect(page.getByTestId('node-verifier')).toBeVisible()
})

test('tabs close, come back with their history, change places, and are there after a reload', async ({ page, workspace }) => {
  await openFile(page, workspace, 'triage.yaml')
  await page.getByTestId('palette-agent').click()
  const edited = await textOf(page)
  await page.getByTestId('file-release-notes.yaml').click()
  await expect(tab(page, 'release-notes.yaml')).toHaveAttribute('aria-current', 'page')

  await tab(page, 'triage.yaml').click({ button: 'middle' })
  await expect(tab(page, 'triage.yaml')).toHaveCount(0)
  await page.keyboard.press('Alt+Shift+T')
  await expect.poll(() => textOf(page)).toBe(edited)
  const order = () => page.locator('.file-tab-name').evaluateAll((names) => names.map((name) => name.textContent))
  const was = await order()

  const [from, to] = [await tab(page, was[0]!).boundingBox(), await tab(page, was[1]!).boundingBox()]
  await page.mouse.move(from!.x + 20, from!.y + 10)
  await page.mouse.down()
  await page.mouse.move(to!.x + to!.width - 10, to!.y + 10, { steps: 8 })
  await page.mouse.up()
  await expect.poll(order).toEqual(was.toReversed())

  await page.goto(new URL('/', workspace.url).href)
  await expect(page.locator('.file-tab')).toHaveCount(2)
  await expect.poll(order).toEqual(was.toReversed())
  await expect.poll(() => textOf(page)).toBe(edited)
  await page.keyboard.press('Alt+w')
  await expect(page.locator('.file-tab')).toHaveCount(1)
})

test('files are made, renamed, duplicated, moved to the trash and taken back, by keyboard', async ({ page, workspace }) => {
  await openFile(page, workspace, 'triage.yaml')
  const triage = await workspace.read('triage.yaml')
  await page.keyboard.press('Alt+n')
  await page.getByText('An empty file', { exact: true }).click()
  await page.getByTestId('new-name').fill('flows/mine.yaml')
  await page.keyboard.press('Enter')
  await expect(tab(page, 'flows/mine.yaml')).toBeVisible()
  expect(await workspace.read('flows/mine.yaml')).toContain('nodes: []')

  await page.getByTestId('file-triage.yaml').click()
  await page.getByTestId('palette-agent').click()
  const edited = await textOf(page)
  await page.getByTestId('file-triage.yaml').focus()
  await page.keyboard.press('F2')
  await page.getByTestId('file-name').fill('sorting.yaml')
  await page.keyboard.press('Enter')
  await expect(tab(page, 'sorting.yaml')).toHaveAttribute('aria-current', 'page')
  expect(await workspace.read('sorting.yaml')).toBe(triage)
  expect(await textOf(page)).toBe(edited)
  await page.keyboard.press('Control+s')
  await expect(state(page)).toHaveAttribute('data-state', 'saved')
  expect(await workspace.read('sorting.yaml')).toBe(edited)

  await page.getByTestId('file-sorting.yaml').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await expect(tab(page, 'sorting-copy.yaml')).toHaveAttribute('aria-current', 'page')
  expect(await workspace.read('sorting-copy.yaml')).toBe(edited)

  await page.getByTestId('file-sorting-copy.yaml').focus()
  await page.keyboard.press('Delete')
  await expect(tab(page, 'sorting-copy.yaml')).toHaveCount(0)
  await expect(page.getByTestId('file-sorting-copy.yaml')).toHaveCount(0)
  await page.getByTestId('toast').getByRole('button', { name: 'Undo' }).click()
  await expect(tab(page, 'sorting-copy.yaml')).toBeVisible()
  expect(await workspace.read('sorting-copy.yaml')).toBe(edited)

  const [file, folder] = [await page.getByTestId('file-sorting-copy.yaml').boundingBox(), await page.getByRole('treeitem', { name: 'flows' }).boundingBox()]
  await page.mouse.move(file!.x + 60, file!.y + 10)
  await page.mouse.down()
  await page.mouse.move(folder!.x + 60, folder!.y + 10, { steps: 8 })
  await page.mouse.up()
  await expect(tab(page, 'flows/sorting-copy.yaml')).toBeVisible()
  expect(await workspace.read('flows/sorting-copy.yaml')).toBe(edited)
})

test('what other programs do to open files reaches every tab: renamed, changed, replaced by something else', async ({ page, workspace }) => {
  await openFile(page, workspace, 'triage.yaml')
  await page.getByTestId('file-release-notes.yaml').click()
  await expect(node(page, 'draft')).toBeVisible()
  await rename(join(workspace.dir, 'triage.yaml'), join(workspace.dir, 'sorted.yaml'))
  await expect(tab(page, 'sorted.yaml')).toBeVisible()
  await expect(tab(page, 'triage.yaml')).toHaveCount(0)
  await workspace.write('sorted.yaml', (await workspace.read('sorted.yaml')).replace('name: triage', 'name: by-another-hand'))
  await tab(page, 'sorted.yaml').click()
  await expect.poll(() => textOf(page)).toContain('by-another-hand')
  await writeFile(join(workspace.dir, 'sorted.yaml'), Buffer.from([0x6e, 0xff, 0xfe, 0x0a]))
  await expect(state(page)).toHaveAttribute('data-state', 'trouble')
  await expect(page.getByText('cannot be shown')).toBeVisible()
  expect(await textOf(page)).toContain('by-another-hand')
  await page.getByRole('button', { name: 'Save a copy' }).click()
  await expect(tab(page, 'sorted-copy.yaml')).toHaveAttribute('aria-current', 'page')
  await rm(join(workspace.dir, 'sorted-copy.yaml'))
  await expect(state(page)).toHaveAttribute('data-state', 'deleted')
})

test('texts that do not touch the same lines are merged in one click', async ({ page, workspace }) => {
  await openFile(page, workspace, 'triage.yaml')
  await page.getByTestId('palette-agent').click()
  const mine = await textOf(page)
  await workspace.write('triage.yaml', (await workspace.read('triage.yaml')).replace('name: triage', 'name: triage-by-another-hand'))
  await page.getByRole('button', { name: 'Merge both' }).click()
  await expect(state(page)).toHaveAttribute('data-state', 'saved')
  expect(await workspace.read('triage.yaml')).toBe(mine.replace('name: triage', 'name: triage-by-another-hand'))
})

test('a server that is killed and started again under unsaved edits loses nothing', async ({ page, workspace }) => {
  await openFile(page, workspace, 'triage.yaml')
  await loaded(page)
  await workspace.stop('SIGKILL')
  await page.getByTestId('palette-agent').click()
  const edited = await textOf(page)
  await expect(state(page)).toHaveAttribute('data-state', 'offline')
  await expect(state(page)).toContainText('Offline. Your edits are kept here.')
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('heddle:draft:')).length)).toBe(1)
  await workspace.start()
  await expect(state(page)).toHaveAttribute('data-state', 'dirty', { timeout: 20_000 })
  await drafted(workspace)
  await page.keyboard.press('Control+s')
  await expect(state(page)).toHaveAttribute('data-state', 'saved')
  expect(await workspace.read('triage.yaml')).toBe(edited)
})

test('a page that crashes gives its unsaved edits back to the next one', async ({ page, context, workspace }) => {
  await openFile(page, workspace, 'triage.yaml')
  await page.getByTestId('palette-agent').click()
  const edited = await textOf(page)
  await drafted(workspace)
  const session = await context.newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  void session.send('Page.crash').catch(() => {})
  await crashed
  const next = await context.newPage()
  await next.goto(new URL('/?file=triage.yaml', workspace.url).href)
  await expect(next.getByTestId('toast').filter({ hasText: 'Your unsaved edits are back.' })).toBeVisible()
  expect(await textOf(next)).toBe(edited)
  await next.getByRole('button', { name: 'Discard them' }).click()
  await expect(state(next)).toHaveAttribute('data-state', 'saved')
  expect(await textOf(next)).toBe(await workspace.read('triage.yaml'))
})

test('two pages on one file know of each other, share one stream, and lose nothing', async ({ page, context, workspace }) => {
  const streams: string[] = []
  context.on('request', (request) => request.url().includes('/api/events') && streams.push(request.url()))
  await openFile(page, workspace, 'triage.yaml')
  await page.getByTestId('palette-agent').click()
  const mine = await textOf(page)
  const other = await context.newPage()
  await other.goto(new URL('/?file=triage.yaml', workspace.url).href)
  await expect(node(other, 'summary')).toBeVisible()
  await expect(other.getByText('with unsaved edits there')).toBeVisible()
  expect(await textOf(other)).toBe(await workspace.read('triage.yaml'))

  await other.getByRole('button', { name: 'Bring them here' }).click()
  await expect.poll(() => textOf(other)).toBe(mine)
  await other.keyboard.press('Control+s')
  await expect(state(other)).toHaveAttribute('data-state', 'saved')
  // The first has the same text, so that what was written is what it holds.
  await expect(state(page)).toHaveAttribute('data-state', 'saved')
  await page.getByTestId('palette-critic').click()
  await page.keyboard.press('Control+s')
  await expect.poll(() => textOf(other)).toContain('kind: critic')
  // A page's own stream would be seen here; the shared one belongs to no page.
  expect(streams).toEqual([])
})

test('autosave writes a text that parses after a pause, and is remembered', async ({ page, workspace }) => {
  await openFile(page, workspace, 'triage.yaml')
  await page.locator('.file-menu').click()
  await page.getByTestId('autosave').click()
  await page.getByTestId('palette-agent').click()
  const edited = await textOf(page)
  await expect(state(page)).toHaveAttribute('data-state', 'saved')
  expect(await workspace.read('triage.yaml')).toBe(edited)
  await page.reload()
  await page.locator('.file-menu').click()
  await expect(page.getByTestId('autosave')).toHaveAttribute('aria-checked', 'true')
})
