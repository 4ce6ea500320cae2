import type { Page } from '@playwright/test'
import { caretAtEndOf } from './caret.ts'
import { expect, need, test, textOf, type Workspace } from './harness.ts'
import { archiveOf, lineOf, longPrompt, needsOf, twoMegabytes, workflowOf } from './large-files.ts'

// Under load a page with so much in it is slow to come; what is told here is that it comes, and is right.
test.describe.configure({ timeout: 180_000 })
test.use({
  files: {
    'thousand.yaml': workflowOf(1000),
    'book.yaml': twoMegabytes(),
    'long.yaml': longPrompt(),
    // More than is drawn; and more than is opened.
    'archive.yaml': archiveOf(4_100_000),
    'vault.yaml': archiveOf(5_000_000),
  },
})

const PATIENCE = { timeout: 60_000 }

/** Opens a file and waits until both views of it stand, however long that takes here. */
async function open(page: Page, workspace: Workspace, path: string): Promise<void> {
  await page.goto(workspace.url)
  await page.getByTestId(`file-${path}`).click()
  await expect(page.locator('.react-flow__node').first()).toBeVisible(PATIENCE)
  await expect(page.locator('.monaco-editor .view-line').first()).toBeVisible(PATIENCE)
}

/** Waits until the text holds `part`. A failure does not print megabytes. */
async function holds(page: Page, part: string): Promise<void> {
  await expect.poll(async () => (await textOf(page)).includes(part), { ...PATIENCE, message: `the text holds ${part}` }).toBe(true)
}

/** Waits until the text is just this. */
async function isText(page: Page, text: string): Promise<void> {
  await expect.poll(async () => (await textOf(page)) === text, PATIENCE).toBe(true)
}

/** Selects a node, wherever it is, and removes it by the canvas's key. */
async function removeOnCanvas(page: Page, id: string): Promise<void> {
  await page.evaluate((key) => (window as unknown as { __heddle: { select(id: string): void } }).__heddle.select(key), id)
  await page.getByTestId('canvas').focus()
  await page.keyboard.press('Delete')
}

/** Lines of `before` that went and lines of `after` that came, as counts by line. */
function changed(before: string, after: string): { readonly gone: readonly string[]; readonly come: readonly string[] } {
  const count = (text: string) => {
    const lines = new Map<string, number>()
    for (const line of text.split('\n')) lines.set(line, (lines.get(line) ?? 0) + 1)
    return lines
  }
  const [old, fresh] = [count(before), count(after)]
  const more = (one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>) =>
    [...one].flatMap(([line, times]) => Array.from({ length: Math.max(0, times - (other.get(line) ?? 0)) }, () => line)).toSorted()
  return { gone: more(old, fresh), come: more(fresh, old) }
}

async function save(page: Page, workspace: Workspace, path: string): Promise<string> {
  await page.keyboard.press('Control+s')
  await expect(page.getByTestId('saved-state')).toHaveAttribute('data-state', 'saved', PATIENCE)
  return workspace.read(path)
}

test('a file of 1,000 nodes is edited on both sides, undone and saved with only the lines meant changed', async ({ page, workspace }) => {
  const before = await workspace.read('thousand.yaml')
  await open(page, workspace, 'thousand.yaml')
  await expect(page.getByTestId('node-node_500')).toBeAttached(PATIENCE)

  await caretAtEndOf(page, lineOf(before, 'node_500') + 3)
  await page.keyboard.type(' And then some.')
  await holds(page, 'Do part 500 of the work and say what was found. And then some.')
  await removeOnCanvas(page, 'node_999')
  await expect(page.getByTestId('node-node_999')).toHaveCount(0, PATIENCE)
  const edited = await textOf(page)
  expect(edited.includes('node_999')).toBe(false)

  await page.keyboard.press('Control+z')
  await holds(page, '- id: node_999')
  await page.keyboard.press('Control+z')
  await isText(page, before)
  await page.keyboard.press('Control+Shift+z')
  await page.keyboard.press('Control+Shift+z')
  await isText(page, edited)

  const saved = await save(page, workspace, 'thousand.yaml')
  expect(saved === edited).toBe(true)
  const { gone, come } = changed(before, saved)
  expect(come).toEqual(['      Do part 500 of the work and say what was found. And then some.'])
  expect(gone).toContain('  - id: node_999')
  expect(gone.filter((line) => /- id:/.test(line))).toEqual(['  - id: node_999'])
})

test('1,000 nodes show their edges as lines that can be seen when all of them are in view', async ({ page, workspace }) => {
  await open(page, workspace, 'thousand.yaml')
  await expect(page.getByTestId('canvas')).toHaveAttribute('data-distance', 'far', PATIENCE)
  const line = page.locator('.thread-far[data-look="need"]').first()
  await expect(line).toBeAttached(PATIENCE)
  const width = () => line.evaluate((path: SVGPathElement) => Number.parseFloat(getComputedStyle(path).strokeWidth) * path.getScreenCTM()!.a)
  await expect.poll(width, PATIENCE).toBeGreaterThan(0.8)
  await expect(page.locator('.react-flow__node')).toHaveCount(1000, PATIENCE)
  await expect(need(page, 'node_0', 'node_25')).toBeAttached(PATIENCE)
})

test('a node in hand takes its edges along in a large graph, and lets all others be', async ({ page, workspace }) => {
  await open(page, workspace, 'thousand.yaml')
  await page.getByRole('button', { name: 'Set to 100 %' }).click()
  const inHand = page.getByRole('group', { name: 'Edges of what is in hand' })
  // One in view, away from the edges of the canvas, with what it needs.
  const id = await page.getByTestId('canvas').evaluate((canvas) => {
    const { x, y, width, height } = canvas.getBoundingClientRect()
    const away = (card: Element) => {
      const box = card.getBoundingClientRect()
      return Math.hypot(box.x + box.width / 2 - x - width / 2, box.y + box.height / 2 - y - height / 2)
    }
    return [...canvas.querySelectorAll('.react-flow__node')].toSorted((a, b) => away(a) - away(b))[0]!.getAttribute('data-id')!
  })
  const [needed] = needsOf(Number(id.slice('node_'.length)))
  const ends = () => need(page, needed!, id).locator('path').first().getAttribute('d')
  const card = page.locator(`.react-flow__node[data-id="${id}"]`)
  const [before, from] = [await ends(), (await card.boundingBox())!]
  await page.mouse.move(from.x + 60, from.y + 12)
  await page.mouse.down()
  await page.mouse.move(from.x + 100, from.y + 60, { steps: 4 })
  await expect(inHand.getByRole('img', { name: `Edge from ${needed} to ${id}` })).toBeAttached()
  const along = await ends()
  expect(along).not.toBe(before)
  for (const name of await inHand.getByRole('img').evaluateAll((images) => images.map((image) => image.getAttribute('aria-label')))) expect(name).toContain(id)
  const held = (await card.boundingBox())!
  expect(held.x - from.x).toBeGreaterThan(20)
  await page.mouse.up()
  await expect(inHand).toBeHidden()
  // It stays where it was let go, and its edges where they ran.
  expect(await card.boundingBox()).toEqual(held)
  expect(await ends()).toBe(along)
})

test('what is typed and drawn while 1,000 nodes are laid out is not lost, and no node is left without a place', async ({ page, workspace }) => {
  const before = await workspace.read('thousand.yaml')
  await open(page, workspace, 'thousand.yaml')
  await expect(page.getByTestId('node-node_500')).toBeAttached(PATIENCE)
  await caretAtEndOf(page, lineOf(before, 'node_3') + 2)
  await page.getByTestId('arrange').click()
  await page.locator('.monaco-editor textarea, .monaco-editor .native-edit-context').first().focus()
  await page.keyboard.type(' Typed meanwhile.')
  await removeOnCanvas(page, 'node_998')
  await holds(page, 'Typed meanwhile.')
  await expect(page.getByTestId('node-node_998')).toHaveCount(0, PATIENCE)
  await page.getByTestId('fit').click()
  await expect(page.locator('.react-flow__node')).toHaveCount(999, PATIENCE)

  const saved = await save(page, workspace, 'thousand.yaml')
  const { gone, come } = changed(before, saved)
  expect(come).toEqual(['      Do part 3 of the work and say what was found. Typed meanwhile.'])
  expect(gone.filter((line) => /- id:/.test(line))).toEqual(['  - id: node_998'])
})

test('a file of two megabytes is drawn, edited on both sides, undone and saved', async ({ page, workspace }) => {
  const before = await workspace.read('book.yaml')
  await open(page, workspace, 'book.yaml')
  await expect(page.getByTestId('node-chapter_100')).toBeAttached(PATIENCE)

  await caretAtEndOf(page, lineOf(before, 'chapter_100') + 3)
  await page.keyboard.type(' Briefly.')
  await holds(page, 'Write chapter 100. Briefly.')
  await removeOnCanvas(page, 'chapter_199')
  await expect(page.getByTestId('node-chapter_199')).toHaveCount(0, PATIENCE)
  const edited = await textOf(page)

  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await isText(page, before)
  await page.keyboard.press('Control+Shift+z')
  await page.keyboard.press('Control+Shift+z')
  await isText(page, edited)

  const saved = await save(page, workspace, 'book.yaml')
  expect(saved === edited).toBe(true)
  expect(changed(before, saved).come).toEqual(['      Write chapter 100. Briefly.'])
})

test('a prompt of 250 kB is edited in the text and its node on the canvas, and the rest stays as it is', async ({ page, workspace }) => {
  const before = await workspace.read('long.yaml')
  await open(page, workspace, 'long.yaml')
  await caretAtEndOf(page, lineOf(before, 'read') + 2)
  await page.keyboard.type(' Twice.')
  await holds(page, 'Read all of this. Twice.')
  await removeOnCanvas(page, 'judge')
  await expect(page.getByTestId('node-judge')).toHaveCount(0, PATIENCE)
  await page.keyboard.press('Control+z')
  await expect(page.getByTestId('node-judge')).toBeAttached(PATIENCE)

  const saved = await save(page, workspace, 'long.yaml')
  expect(changed(before, saved)).toEqual({ gone: ['      Read all of this.'], come: ['      Read all of this. Twice.'] })
})

test('a file of more than 4 MB opens as text only, says so, and is edited and saved as text', async ({ page, workspace }) => {
  const before = await workspace.read('archive.yaml')
  await page.goto(workspace.url)
  await page.getByTestId('file-archive.yaml').click()
  await expect(page.getByText(/larger than 4 MB, so it is open as text only/).first()).toBeVisible(PATIENCE)
  await expect(page.locator('.monaco-editor .view-line').first()).toBeVisible(PATIENCE)
  await caretAtEndOf(page, 1)
  await page.keyboard.type(' of letters')
  await expect.poll(async () => (await textOf(page)).startsWith('name: archive of letters\n'), PATIENCE).toBe(true)
  const saved = await save(page, workspace, 'archive.yaml')
  expect(saved === before.replace('name: archive', 'name: archive of letters')).toBe(true)
})

test('a file that is too large to be opened says so, and what was open stays', async ({ page, workspace }) => {
  await open(page, workspace, 'long.yaml')
  await page.getByTestId('file-vault.yaml').click()
  await expect(page.getByText(/files up to 4 MB can be opened/).first()).toBeVisible(PATIENCE)
  await expect(page.getByTestId('node-judge')).toBeVisible()
})
