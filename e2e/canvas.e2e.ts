import type { Page } from '@playwright/test'
import { expect, need, node, openFile, test, textOf } from './harness.ts'

const toast = (page: Page) => page.locator('.toast').last()

/** The middle of a node on the screen. */
async function middle(page: Page, id: string) {
  const box = (await node(page, id).boundingBox())!
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Places of nodes, rounded: a glide has ended when they no longer change. */
async function places(page: Page, ids: readonly string[]) {
  const read = async () => JSON.stringify(await Promise.all(ids.map((id) => node(page, id).boundingBox())))
  let before = ''
  await expect.poll(async () => {
    const now = await read()
    const still = now === before
    before = now
    return still
  }).toBe(true)
  return JSON.parse(before) as { x: number; y: number; width: number; height: number }[]
}

/** Lets the pointer run along the thread, as a hand would, and gives the button on it. */
async function plusOn(page: Page, from: string, to: string) {
  const point = await need(page, from, to).locator('.thread-line').evaluate((line: SVGPathElement) => {
    const at = line.getPointAtLength(line.getTotalLength() * 0.3)
    const screen = new DOMPoint(at.x, at.y).matrixTransform(line.getScreenCTM()!)
    return { x: screen.x, y: screen.y }
  })
  await page.mouse.move(point.x - 2, point.y)
  await page.mouse.move(point.x, point.y, { steps: 3 })
  return page.getByTestId(`insert-${from}-${to}`)
}

test('the plus on an edge inserts a node between, as one change that undo takes back with the room it made', async ({ page, workspace }) => {
  const before = await workspace.read('release-notes.yaml')
  await openFile(page, workspace, 'release-notes.yaml')
  const others = ['collect', 'issues', 'draft', 'check', 'tone']
  const stood = await places(page, others)
  await (await plusOn(page, 'issues', 'draft')).click()
  await page.getByTestId('offer').getByRole('menuitem', { name: 'Verifier' }).click()
  await expect(node(page, 'verifier')).toBeVisible()
  await expect(need(page, 'issues', 'verifier')).toBeAttached()
  await expect(need(page, 'verifier', 'draft')).toBeAttached()
  await expect(need(page, 'issues', 'draft')).toHaveCount(0)
  const text = await textOf(page)
  expect(text).toContain('needs: [issues]')
  const changed = before.split('\n').filter((line) => !text.split('\n').includes(line))
  expect(changed).toHaveLength(1)
  expect(changed[0]).toContain('issues')
  // What lies before stays; what lies behind has made room.
  const stands = await places(page, [...others, 'verifier'])
  expect(stands.slice(0, 2)).toEqual(stood.slice(0, 2))
  expect(stands[2]!.x).toBeGreaterThan(stands[5]!.x + stands[5]!.width)

  await page.keyboard.press('Control+z')
  await expect.poll(() => textOf(page)).toBe(before)
  expect(await places(page, others)).toEqual(stood)
  await page.keyboard.press('Control+Shift+z')
  await expect(need(page, 'verifier', 'draft')).toBeAttached()
  expect((await places(page, others))[2]!.x).toBe(stands[2]!.x)
})

test('by keyboard alone: go to an edge, insert on it, connect, and delete the edge again', async ({ page, workspace }) => {
  await openFile(page, workspace, 'release-notes.yaml')
  await node(page, 'draft').click()
  const start = await textOf(page)
  // The edges of draft in turn: those that come in first.
  await page.keyboard.press('e')
  await expect(need(page, 'collect', 'draft')).toHaveAttribute('data-selected', 'true')
  await page.keyboard.press('e')
  await expect(need(page, 'issues', 'draft')).toHaveAttribute('data-selected', 'true')
  await page.keyboard.press('Shift+E')
  await expect(need(page, 'collect', 'draft')).toHaveAttribute('data-selected', 'true')
  await page.keyboard.press('i')
  await expect(page.getByTestId('offer')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(node(page, 'agent')).toBeVisible()
  await expect(need(page, 'collect', 'agent')).toBeAttached()
  await expect(need(page, 'agent', 'draft')).toBeAttached()

  // The keyboard is on the new node: connect it to tone.
  await expect(page.locator('.react-flow__node[data-id="agent"]')).toBeFocused()
  await page.keyboard.press('c')
  const bar = page.locator('.connect-bar')
  for (let i = 0; i < 8 && !/to tone/.test((await bar.innerText()).replace(/\s+/g, ' ')); i += 1) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(need(page, 'agent', 'tone')).toBeAttached()

  await page.keyboard.press('e')
  for (let i = 0; i < 5 && (await need(page, 'agent', 'tone').getAttribute('data-selected')) === null; i += 1) await page.keyboard.press('e')
  await page.keyboard.press('Delete')
  await expect(need(page, 'agent', 'tone')).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await expect.poll(() => textOf(page)).toBe(start)
})

test('a double click and a thread let go over empty canvas offer the kinds there', async ({ page, workspace }) => {
  await openFile(page, workspace, 'release-notes.yaml')
  const canvas = (await page.getByTestId('canvas').boundingBox())!
  const spot = { x: canvas.x + 300, y: canvas.y + canvas.height - 120 }
  await page.mouse.dblclick(spot.x, spot.y)
  await page.getByTestId('offer').getByRole('menuitem', { name: 'Critic' }).click()
  await expect(node(page, 'critic')).toBeVisible()
  const at = await middle(page, 'critic')
  expect(Math.abs(at.x - spot.x) + Math.abs(at.y - spot.y)).toBeLessThan(8)

  // From the eyelet that threads come in by: the new node comes before.
  const from = (await node(page, 'collect').locator('.eyelet-in').boundingBox())!
  await page.mouse.move(from.x + 3, from.y + 7)
  await page.mouse.down()
  await page.mouse.move(from.x + 20, from.y - 90, { steps: 5 })
  await page.mouse.move(from.x + 30, from.y - 180, { steps: 5 })
  await page.mouse.up()
  await page.getByTestId('offer').getByRole('menuitem', { name: 'Agent' }).click()
  await expect(need(page, 'agent', 'collect')).toBeAttached()
})

test('nodes go through the clipboard as YAML, into any text and back, under free ids', async ({ page, workspace, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const before = await workspace.read('release-notes.yaml')
  await openFile(page, workspace, 'release-notes.yaml')
  await node(page, 'draft').click()
  await page.keyboard.down('Shift')
  await node(page, 'tone').click()
  await page.keyboard.up('Shift')
  await page.keyboard.press('Control+c')
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain('# Keep this one short: readers skim.\n- id: draft\n')
  expect(copied).toContain('- id: tone\n')

  // Any field of any page takes it.
  await page.evaluate(() => {
    const field = document.createElement('textarea')
    field.id = 'elsewhere'
    field.style.cssText = 'position:fixed;left:0;top:0;z-index:999;width:300px;height:200px'
    document.body.append(field)
    field.focus()
  })
  await page.keyboard.press('Control+v')
  expect(await page.locator('#elsewhere').inputValue()).toBe(copied)
  await page.evaluate(() => document.getElementById('elsewhere')!.remove())

  // Back onto the canvas, where the pointer is.
  const canvas = (await page.getByTestId('canvas').boundingBox())!
  await node(page, 'draft').click()
  const spot = { x: canvas.x + 260, y: canvas.y + canvas.height - 160 }
  await page.mouse.move(spot.x, spot.y)
  await page.keyboard.press('Control+v')
  await expect(node(page, 'draft_2')).toBeVisible()
  await expect(need(page, 'draft_2', 'tone_2')).toBeAttached()
  await expect(need(page, 'draft', 'tone_2')).toHaveCount(0)
  await expect(node(page, 'draft_2')).toHaveAttribute('data-selected', 'true')
  await expect(node(page, 'tone_2')).toHaveAttribute('data-selected', 'true')
  await expect(toast(page)).toContainText('draft is called draft_2 here')
  const [old, oldTone, fresh, freshTone] = await places(page, ['draft', 'tone', 'draft_2', 'tone_2'])
  expect(Math.abs(fresh!.x - spot.x)).toBeLessThan(4)
  // They stand to each other as the originals do.
  expect(Math.round(freshTone!.x - fresh!.x)).toBe(Math.round(oldTone!.x - old!.x))
  expect(Math.round(freshTone!.y - fresh!.y)).toBe(Math.round(oldTone!.y - old!.y))
  await page.keyboard.press('Control+z')
  await expect.poll(() => textOf(page)).toBe(before)
})

test('cut and paste, duplicate, and text that holds no nodes', async ({ page, workspace, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const before = await workspace.read('release-notes.yaml')
  await openFile(page, workspace, 'release-notes.yaml')
  await node(page, 'tone').click()
  await page.keyboard.press('Control+x')
  await expect(node(page, 'tone')).toHaveCount(0)
  await page.keyboard.press('Control+v')
  await expect(node(page, 'tone')).toBeVisible()
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await expect.poll(() => textOf(page)).toBe(before)

  await node(page, 'check').click()
  await page.keyboard.press('Control+d')
  await expect(node(page, 'check_2')).toBeVisible()
  await expect(need(page, 'draft', 'check_2')).toBeAttached()
  await page.keyboard.press('Control+z')
  await expect.poll(() => textOf(page)).toBe(before)

  await page.evaluate(() => navigator.clipboard.writeText('Milk, eggs, bread'))
  await node(page, 'check').click()
  await page.keyboard.press('Control+v')
  await expect(toast(page)).toContainText('no nodes in what was pasted')
  await page.evaluate(() => navigator.clipboard.writeText('{"nodes":[{"id":"json_one","prompt":"From JSON."},{"id":"check","needs":["json_one"],"prompt":"Again."}]}'))
  await page.keyboard.press('Control+v')
  await expect(need(page, 'json_one', 'check_2')).toBeAttached()
})

test('nodes are boxed, aligned as one entry, and selected by what they need', async ({ page, workspace }) => {
  await openFile(page, workspace, 'release-notes.yaml')
  const [check, tone] = await places(page, ['check', 'tone'])
  // One is dragged aside first, so that there is something to align.
  await page.mouse.move(tone!.x + 100, tone!.y + 12)
  await page.mouse.down()
  await page.mouse.move(tone!.x + 60, tone!.y + 72, { steps: 6 })
  await page.mouse.up()
  const [, moved] = await places(page, ['check', 'tone'])
  expect(moved!.x).toBeLessThan(tone!.x)
  // A box around the last column.
  await page.keyboard.down('Shift')
  await page.mouse.move(moved!.x - 14, check!.y - 60)
  await page.mouse.down()
  await page.mouse.move(moved!.x + 240, moved!.y + 100, { steps: 8 })
  await page.mouse.up()
  await page.keyboard.up('Shift')
  await expect(node(page, 'check')).toHaveAttribute('data-selected', 'true')
  await expect(node(page, 'tone')).toHaveAttribute('data-selected', 'true')
  await expect(node(page, 'draft')).not.toHaveAttribute('data-selected', 'true')

  await expect(page.getByTestId('canvas')).toBeFocused()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('Align left')
  await page.keyboard.press('Enter')
  const apart = async () => (await node(page, 'check').boundingBox())!.x - (await node(page, 'tone').boundingBox())!.x
  await expect.poll(apart).toBe(0)
  await page.keyboard.press('Control+z')
  await expect.poll(apart).toBeCloseTo(check!.x - moved!.x, 0)
  await page.keyboard.press('Control+z')
  await expect.poll(apart).toBe(0)

  await node(page, 'tone').click()
  await page.keyboard.press('u')
  for (const id of ['collect', 'issues', 'draft', 'tone']) await expect(node(page, id)).toHaveAttribute('data-selected', 'true')
  await expect(node(page, 'check')).not.toHaveAttribute('data-selected', 'true')
  await node(page, 'issues').click()
  await page.keyboard.press('d')
  for (const id of ['issues', 'draft', 'check', 'tone']) await expect(node(page, id)).toHaveAttribute('data-selected', 'true')
  await page.keyboard.press('Control+a')
  await expect(page.locator('.card[data-selected="true"]')).toHaveCount(5)
})

test('a graph runs down when it is told to, and still does after a reload', async ({ page, workspace }) => {
  await openFile(page, workspace, 'release-notes.yaml')
  await places(page, ['collect', 'draft'])
  await page.getByTestId('direction').click()
  await expect(page.getByTestId('direction')).toHaveAttribute('data-direction', 'down')
  const [collect, draft] = await places(page, ['collect', 'draft'])
  expect(draft!.y).toBeGreaterThan(collect!.y + collect!.height)
  await expect(node(page, 'draft').locator('.eyelet-in')).toHaveAttribute('data-direction', 'down')
  await expect.poll(async () => (await workspace.read('.heddle/layout.json').catch(() => ''))).toContain('"direction": "down"')
  await page.reload()
  await expect(node(page, 'draft')).toBeVisible()
  await expect(page.getByTestId('direction')).toHaveAttribute('data-direction', 'down')
  const [again, below] = await places(page, ['collect', 'draft'])
  expect(below!.y).toBeGreaterThan(again!.y + again!.height)

  await page.getByTestId('direction').click()
  await expect(page.getByTestId('direction')).toHaveAttribute('data-direction', 'right')
  await page.keyboard.press('Control+z')
  await expect(page.getByTestId('direction')).toHaveAttribute('data-direction', 'down')
})

test('an edge is chosen by a click and has a name; its menu inserts', async ({ page, workspace }) => {
  await openFile(page, workspace, 'release-notes.yaml')
  await expect(page.getByRole('img', { name: 'Edge from draft to check, need' })).toBeAttached()
  await plusOn(page, 'collect', 'check')
  await page.mouse.down()
  await page.mouse.up()
  await expect(need(page, 'collect', 'check')).toHaveAttribute('data-selected', 'true')
  await page.keyboard.press('Shift+F10')
  await page.getByTestId('canvas-menu').getByRole('menuitem', { name: 'Insert between' }).click()
  await page.getByRole('menuitem', { name: 'Critic' }).click()
  await expect(need(page, 'collect', 'critic')).toBeAttached()
  await expect(need(page, 'critic', 'check')).toBeAttached()
})
