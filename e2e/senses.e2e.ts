import type { CDPSession, Page } from '@playwright/test'
import { expect, node, openFile, test } from './harness.ts'

const FLOW = `name: touch
workflow:
  nodes:
    - { id: first, tool: echo, input: '{{ .trigger }}' }
    - { id: second, tool: echo, input: done }
    - { id: third, tool: echo, input: never }
  edges:
    - { from: first, to: second }
    - { from: first, to: third }
`

test.use({ files: { 'touch.yaml': FLOW } })

type Finger = { readonly x: number; readonly y: number }

async function touch(cdp: CDPSession, type: 'touchStart' | 'touchMove' | 'touchEnd', fingers: readonly Finger[]): Promise<void> {
  await cdp.send('Input.dispatchTouchEvent', { type, touchPoints: fingers.map(({ x, y }, id) => ({ x, y, id })) })
}

/** Fingers put down, led along, and lifted. */
async function swipe(cdp: CDPSession, from: readonly Finger[], to: readonly Finger[]): Promise<void> {
  const steps = 8
  await touch(cdp, 'touchStart', from)
  for (let step = 1; step <= steps; step += 1) {
    await touch(cdp, 'touchMove', from.map(({ x, y }, i) => ({ x: x + ((to[i]!.x - x) * step) / steps, y: y + ((to[i]!.y - y) * step) / steps })))
  }
  await touch(cdp, 'touchEnd', [])
}

const view = (page: Page) =>
  page.locator('.react-flow__viewport').evaluate((viewport) => {
    const { a, e, f } = new DOMMatrix(getComputedStyle(viewport).transform)
    return { zoom: a, x: Math.round(e), y: Math.round(f) }
  })

test.describe('by touch', () => {
  test.use({ hasTouch: true })

  test('a finger pans, two zoom, a tap selects a node or an edge, and the run is started and looked at', async ({ page, workspace }) => {
    await openFile(page, workspace, 'touch.yaml')
    await page.setViewportSize({ width: 834, height: 1112 })
    await expect(page.locator('.palette-pill')).toBeVisible()
    const cdp = await page.context().newCDPSession(page)
    const canvas = (await page.getByTestId('canvas').boundingBox())!
    const spot = { x: canvas.x + canvas.width / 2, y: canvas.y + canvas.height - 110 }

    await expect.poll(async () => JSON.stringify(await view(page)) === JSON.stringify(await view(page))).toBe(true)
    const before = await view(page)
    await swipe(cdp, [spot], [{ x: spot.x + 60, y: spot.y - 40 }])
    await expect.poll(() => view(page)).toEqual({ zoom: before.zoom, x: before.x + 60, y: before.y - 40 })
    await swipe(cdp, [{ x: spot.x - 40, y: spot.y }, { x: spot.x + 40, y: spot.y }], [{ x: spot.x - 100, y: spot.y }, { x: spot.x + 100, y: spot.y }])
    await expect.poll(async () => (await view(page)).zoom).toBeGreaterThan(before.zoom * 1.3)
    await page.getByTestId('fit').tap()
    await expect.poll(async () => (await view(page)).zoom).toBeLessThanOrEqual(1)

    await node(page, 'second').tap()
    await expect(node(page, 'second')).toHaveAttribute('data-selected', 'true')
    await expect(page.getByTestId('field-id')).toHaveValue('second')
    await page.getByTestId('edge-problem-first-third').tap()
    await expect(page.getByTestId('edge-first-third')).toHaveAttribute('data-selected', 'true')

    // Large enough for a thumb.
    for (const target of [page.getByTestId('run'), page.getByTestId('fit')]) expect((await target.boundingBox())!.height).toBeGreaterThanOrEqual(43)
    await page.getByTestId('run').tap()
    await page.getByTestId('trigger').fill('by thumb')
    await page.getByTestId('start-run').tap()
    await expect(page.getByTestId('run-status')).toHaveAttribute('data-status', 'completed')
    await expect(page.getByTestId('edge-first-second')).toHaveAttribute('data-taken', 'yes')
    await page.getByTestId('visit-first#1').tap()
    await expect(page.locator('.visit-open')).toContainText('by thumb')
  })
})

test.describe('in colours that the system forces', () => {
  test.use({ contextOptions: { forcedColors: 'active' } })

  test('nodes, edges, selection, problems and focus are still told apart', async ({ page, workspace }) => {
    await openFile(page, workspace, 'touch.yaml')
    const style = (id: string, name: string) => node(page, id).evaluate((card, property) => getComputedStyle(card).getPropertyValue(property), name)
    expect(await page.evaluate(() => matchMedia('(forced-colors: active)').matches)).toBe(true)
    expect(await style('first', 'border-top-style')).toBe('solid')
    expect(await style('first', 'border-top-color')).not.toBe(await style('first', 'background-color'))

    await node(page, 'second').click()
    expect(await style('second', 'outline-style')).toBe('solid')
    expect(await style('first', 'outline-style')).toBe('none')
    // The keyboard's own ring is another one.
    await page.getByTestId('canvas').locator('.react-flow__node[data-id="second"]').focus()
    await page.keyboard.press('ArrowLeft')
    await expect(page.locator('.react-flow__node[data-id="first"]')).toBeFocused()
    expect(await style('first', 'outline-style')).toBe('dashed')

    const stroke = (edge: string) => page.getByTestId(edge).locator('.thread-line').evaluate((line) => getComputedStyle(line).stroke)
    const ground = await page.getByTestId('canvas').evaluate((canvas) => getComputedStyle(canvas).backgroundColor)
    expect(await stroke('edge-first-second')).not.toBe(ground)
    // A hue of the theme may not be seen on a ground that the system chose.
    expect(await stroke('edge-first-third')).toBe(await stroke('edge-first-second'))
    await page.getByTestId('edge-problem-first-third').click()
    await expect(page.getByTestId('edge-first-third')).toHaveAttribute('data-selected', 'true')
    expect(await stroke('edge-first-third')).not.toBe(await stroke('edge-first-second'))
    const badge = page.getByTestId('edge-problem-first-third')
    expect(await badge.evaluate((mark) => getComputedStyle(mark).color)).not.toBe(await badge.evaluate((mark) => getComputedStyle(mark).backgroundColor))

    // The text stands on a ground that it can be read on.
    const line = page.getByTestId('text-pane').locator('.view-line span span').first()
    const [ink, paper] = [await line.evaluate((word) => getComputedStyle(word).color), await page.getByTestId('text-pane').locator('.monaco-editor').first().evaluate((editor) => getComputedStyle(editor).backgroundColor)]
    const light = (colour: string) => (colour.match(/[\d.]+/g) ?? []).slice(0, 3).reduce((sum, part) => sum + Number(part), 0) / 765
    expect(Math.abs(light(ink) - light(paper))).toBeGreaterThan(0.4)
  })
})
