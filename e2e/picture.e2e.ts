import type { Locator, Page } from '@playwright/test'
import { edge, expect, node, openFile, test, textOf } from './harness.ts'


const STEPS = ['fetch', 'parse', 'clean', 'dedupe', 'classify', 'enrich', 'score', 'rank', 'summarise', 'translate', 'review', 'publish']

const CHAIN = `name: chain
workflow:
  steps:
${STEPS.map((id) => `    - id: ${id}\n      tool: echo\n      input: '{{ .trigger }}'`).join('\n')}
`

const FAULTY = `name: faulty
workflow:
  nodes:
    - { id: a, tool: echo }
    - { id: b, tool: echo }
    - { id: c, tool: echo }
  edges:
    - from: a
      to: b
    # Never tried.
    - from: a
      to: c
    - from: b
      to: c
      if: '{{ .trigger | nope }}'
`

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

const boxOf = async (locator: Locator): Promise<Box> => (await locator.boundingBox())!

function overlaps(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

function inside(inner: Box, outer: Box): boolean {
  return inner.x >= outer.x && inner.y >= outer.y && inner.x + inner.width <= outer.x + outer.width && inner.y + inner.height <= outer.y + outer.height
}

/** Boxes that no longer change. */
async function settled(locator: Locator): Promise<readonly Box[]> {
  let before = ''
  await expect.poll(async () => {
    const now = JSON.stringify(await Promise.all((await locator.all()).map(boxOf)))
    const still = now === before
    before = now
    return still
  }).toBe(true)
  return JSON.parse(before) as readonly Box[]
}

const zoom = (page: Page) => page.locator('.react-flow__viewport').evaluate((viewport) => new DOMMatrix(getComputedStyle(viewport).transform).a)

/** Has a line room for its words? To the fraction of a pixel, as the browser that puts the dots does. */
function isWhole(element: Element): boolean {
  const words = document.createRange()
  words.selectNodeContents(element)
  return words.getBoundingClientRect().width <= element.getBoundingClientRect().width
}

test.describe('on a small screen', () => {
  test.use({ viewport: { width: 1280, height: 800 } })
  test.beforeEach(({ workspace }) => workspace.write('chain.yaml', CHAIN))

  test('the first picture of a flow can be read: its conditions and budgets stand on the edges and cover no node', async ({ page, workspace }) => {
    await openFile(page, workspace, 'draft-shipper/draft-shipper.yaml')
    await expect(page.getByTestId('canvas')).toHaveAttribute('data-distance', 'near')
    const labels = page.locator('.thread-label')
    await expect(labels).toHaveCount(3)
    await expect(labels.filter({ hasText: 'not .verdict.ok' })).toContainText('×5')
    const cards = await settled(page.locator('.card'))
    for (const label of await settled(labels)) expect(cards.filter((card) => overlaps(card, label))).toEqual([])
    // A condition is code, and stands in the type of code.
    const typeOf = (element: Locator) => element.evaluate((each) => getComputedStyle(each).fontFamily)
    const code = labels.locator('code').first()
    expect(await typeOf(code)).toMatch(/mono/i)
    expect(await code.evaluate((each) => getComputedStyle(each).lineHeight === getComputedStyle(each.parentElement!).lineHeight)).toBe(true)
    // Nothing that is said on an edge is cut off.
    for (const said of await page.locator('.thread-label code').all()) expect(await said.evaluate(isWhole)).toBe(true)
  })

  test('from farther away the labels are still there, no smaller, and cover no node', async ({ page, workspace }) => {
    await openFile(page, workspace, 'draft-shipper/draft-shipper.yaml')
    const label = page.locator('.thread-label').filter({ hasText: 'not .verdict.ok' })
    const before = (await settled(label))[0]!
    await page.getByRole('button', { name: 'Zoom out' }).click()
    await expect(page.getByTestId('canvas')).toHaveAttribute('data-distance', 'middle')
    const after = (await settled(label))[0]!
    expect(after.height).toBeGreaterThan(before.height * 0.9)
    const cards = await settled(page.locator('.card'))
    for (const each of await settled(page.locator('.thread-label'))) expect(cards.filter((card) => overlaps(card, each))).toEqual([])
  })

  test('all stays in view when the run opens below, until somebody has looked elsewhere', async ({ page, workspace }) => {
    await openFile(page, workspace, 'chain.yaml')
    await settled(page.locator('.card'))
    const before = await zoom(page)
    await page.getByRole('contentinfo').getByRole('button', { name: 'Run', exact: true }).click()
    await expect.poll(() => zoom(page)).toBeLessThan(before)
    const canvas = await boxOf(page.getByTestId('canvas'))
    for (const card of await settled(page.locator('.card'))) expect(inside(card, canvas)).toBe(true)
    // The overview would lie over them, and say nothing that is not seen.
    await expect(page.locator('.miniature')).toHaveCount(0)
    await page.getByRole('contentinfo').getByRole('button', { name: 'Run', exact: true }).click()
    await expect.poll(() => zoom(page)).toBe(before)

    await page.getByRole('button', { name: 'Zoom in' }).click()
    await settled(page.locator('.card'))
    const chosen = await zoom(page)
    expect(chosen).toBeGreaterThan(before)
    await page.getByRole('contentinfo').getByRole('button', { name: 'Run', exact: true }).click()
    await expect(page.getByText('No runs yet')).toBeVisible()
    await settled(page.locator('.card'))
    expect(await zoom(page)).toBe(chosen)
    await expect(page.locator('.miniature')).toBeVisible()
  })
})

test.describe('a chain of twelve steps', () => {
  test.use({ viewport: { width: 1280, height: 800 }, files: { 'chain.yaml': CHAIN } })

  test('is broken into rows that can be read, whichever way it runs', async ({ page, workspace }) => {
    await openFile(page, workspace, 'chain.yaml')
    for (const direction of ['right', 'down']) {
      await expect(page.getByTestId('direction')).toHaveAttribute('data-direction', direction)
      const cards = await settled(page.locator('.card'))
      expect(cards).toHaveLength(12)
      expect(await zoom(page)).toBeGreaterThan(0.7)
      expect(cards.filter((card, at) => cards.slice(at + 1).some((other) => overlaps(card, other)))).toEqual([])
      // The threads between rows lie in view, and over no card.
      const canvas = await boxOf(page.getByTestId('canvas'))
      for (const line of await page.locator('.thread-line').all()) {
        const points = await line.evaluate((path: SVGPathElement) => {
          const length = path.getTotalLength()
          return Array.from({ length: 60 }, (_, i) => {
            const at = path.getPointAtLength((length * (i + 0.5)) / 60)
            const { x, y } = new DOMPoint(at.x, at.y).matrixTransform(path.getScreenCTM()!)
            return { x, y, width: 0, height: 0 }
          })
        })
        expect(points.filter((point) => !inside(point, canvas) || cards.some((card) => overlaps(point, card)))).toEqual([])
      }
      if (direction === 'right') await page.getByTestId('direction').click()
    }
  })
})

test.describe('what is wrong with an edge', () => {
  test.use({ files: { 'faulty.yaml': FAULTY } })

  test('gives way in colour to what is about to go, and to what is selected', async ({ page, workspace }) => {
    await openFile(page, workspace, 'faulty.yaml')
    const stroke = (from: string, to: string) => edge(page, from, to).locator('.thread-line').evaluate((line) => getComputedStyle(line).stroke)
    const [sound, warned] = [await stroke('a', 'b'), await stroke('a', 'c')]
    expect(warned).not.toBe(sound)
    await node(page, 'a').click()
    await page.keyboard.down('Delete')
    for (const to of ['b', 'c']) await expect(edge(page, 'a', to)).toHaveAttribute('data-doomed', 'true')
    const doomed = await stroke('a', 'b')
    expect([sound, warned]).not.toContain(doomed)
    expect(await stroke('a', 'c')).toBe(doomed)
    await page.keyboard.press('Escape')
    await page.keyboard.up('Delete')
    await expect(edge(page, 'a', 'c')).not.toHaveAttribute('data-doomed')
    await page.getByTestId('edge-problem-a-c').click()
    await expect(edge(page, 'a', 'c')).toHaveAttribute('data-selected', 'true')
    expect([sound, warned, doomed]).not.toContain(await stroke('a', 'c'))
  })

  test('is shown on the edge, and a click on it shows it in all panes', async ({ page, workspace }) => {
    await openFile(page, workspace, 'faulty.yaml')
    await expect(edge(page, 'a', 'b')).toHaveAttribute('data-problems', '0')
    await expect(edge(page, 'a', 'c')).toHaveAttribute('data-problems', '1')
    await expect(edge(page, 'a', 'c')).toHaveAttribute('data-tone', 'warning')
    await expect(edge(page, 'a', 'c')).toHaveAccessibleName(/1 warning/)
    await expect(edge(page, 'b', 'c')).toHaveAttribute('data-tone', 'error')
    // Not by colour alone: a sign and a number.
    const badge = page.getByTestId('edge-problem-b-c')
    await expect(badge.locator('svg')).toBeVisible()
    await expect(badge).toHaveText('1')
    await expect(badge).toHaveAccessibleName(/^1 error on the edge from b to c: /)

    await badge.click()
    await expect(edge(page, 'b', 'c')).toHaveAttribute('data-selected', 'true')
    await expect(page.getByTestId('inspector').getByTestId('field-problem')).toBeVisible()
    await expect(page.getByTestId('text-pane').locator('.view-line').filter({ hasText: 'nope' })).toBeVisible()

    // The same from the list: the edge, not only its node.
    await page.getByRole('contentinfo').getByRole('button', { name: /Problems/ }).click()
    await page.getByTestId('problem').filter({ hasText: 'Is not tried until' }).locator('.problem-go').click()
    await expect(edge(page, 'a', 'c')).toHaveAttribute('data-selected', 'true')
    await page.getByTestId('inspector').getByTestId('field-if').fill('{{ .trigger }}')
    await expect(edge(page, 'a', 'c')).toHaveAttribute('data-problems', '1')
    // An edge with a condition is still tried only after the one that always holds: it is put before it.
    await page.getByRole('button', { name: 'Try it earlier' }).click()
    await expect(edge(page, 'a', 'c')).toHaveAttribute('data-problems', '0')
    await expect(page.getByTestId('edge-problem-a-c')).toHaveCount(0)
    expect(await textOf(page)).toContain('# Never tried.')
  })
})
