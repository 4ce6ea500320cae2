import type { Page } from '@playwright/test'
import { findings } from './findings.ts'
import { expect, node, pressUntil, test, textOf, type Workspace } from './harness.ts'

const BROKEN = `name: broken
nodes:
  # first
  - id: issues
    prompt: List the issues.
  - id: draft
    needs: [issues, isues]
    prompt: Write.
    output_fromat: short
  - id: way
    kind: router
    prompt: Choose.
    routes: [draft]
`

async function open(page: Page, workspace: Workspace): Promise<void> {
  await page.goto(workspace.url)
  await expect(node(page, 'draft')).toBeVisible()
}

test.describe('an empty folder', () => {
  test.use({ files: {} })

  test('has no findings, light and dark', async ({ page, workspace }) => {
    await page.goto(workspace.url)
    await expect(page.getByRole('heading', { name: 'Start a workflow' })).toBeVisible()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await findings(page, { withEditor: true })).toEqual([])
    }
  })
})

test.describe('a file', () => {
  test.use({ files: { 'broken.yaml': BROKEN } })

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`has no findings in ${colorScheme}: editor, problems, palette, dialogs, menus`, async ({ page, workspace }) => {
      // The checker reads the whole page six times.
      test.slow()
      await page.emulateMedia({ colorScheme })
      await open(page, workspace)
      await expect(page.locator('.monaco-editor .view-line').first()).toBeVisible()
      expect(await findings(page, { withEditor: true })).toEqual([])

      await node(page, 'draft').click()
      await page.getByTestId('tab-problems').click()
      await expect(page.getByTestId('problem').first()).toBeVisible()
      expect(await findings(page, { withEditor: true })).toEqual([])

      await page.keyboard.press('Control+k')
      await expect(page.getByTestId('command-palette')).toBeVisible()
      expect(await findings(page, { withEditor: true })).toEqual([])
      await page.keyboard.press('Escape')

      await page.getByTestId('inspector').getByRole('button', { name: 'Open prompt large' }).click()
      await expect(page.getByTestId('large-text')).toBeFocused()
      expect(await findings(page, { withEditor: true })).toEqual([])
      await page.keyboard.press('Escape')

      await page.getByRole('button', { name: 'Do with this node' }).click()
      await expect(page.getByRole('menu')).toBeVisible()
      expect(await findings(page, { withEditor: true })).toEqual([])
      await page.keyboard.press('Escape')

      await page.getByTestId('problems').click({ position: { x: 5, y: 2 } })
      await page.keyboard.press('?')
      await expect(page.getByTestId('shortcuts')).toBeVisible()
      expect(await findings(page, { withEditor: true })).toEqual([])
    })
  }

  test('has no findings and no sideways scrolling where there is little room', async ({ page, workspace }) => {
    await open(page, workspace)
    for (const [width, height] of [[834, 1112], [600, 900], [640, 400]] as const) {
      await page.setViewportSize({ width, height })
      await expect(node(page, 'draft')).toBeVisible()
      expect(await findings(page, { withEditor: true })).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      // Nothing that can be pressed in the bar lies outside of the page.
      for (const button of await page.locator('.topbar button:visible').all()) {
        const box = await button.boundingBox()
        expect(box!.x).toBeGreaterThanOrEqual(0)
        expect(box!.x + box!.width).toBeLessThanOrEqual(width)
      }
    }
  })

  test('has targets of 24 pixels at least', async ({ page, workspace }) => {
    await open(page, workspace)
    await node(page, 'draft').click()
    await page.getByTestId('tab-problems').click()
    const small = await page.locator('button:visible, input:visible, select:visible, textarea:visible').evaluateAll((all) =>
      all
        // What is drawn on the canvas is as large as the zoom has it.
        .filter((element) => !element.closest('.monaco-editor, .skip-links, .react-flow__node'))
        .map((element) => ({ name: element.getAttribute('aria-label') ?? element.textContent ?? '', box: element.getBoundingClientRect(), least: element.matches('.token-input') ? 20 : 24 }))
        // A field inside of a frame is pressed by its frame.
        .filter(({ box, least }) => box.width > 0 && (box.height < least || box.width < least))
        .map(({ name, box }) => `${name} ${box.width} x ${box.height}`),
    )
    expect(small).toEqual([])
  })

  test('tells problems after a pause, what was undone, and that a removal can be taken back', async ({ page, workspace }) => {
    await open(page, workspace)
    await expect(page.getByTestId('announcement')).toContainText('2 problems: 1 error, 1 warning.')
    await node(page, 'way').click()
    await page.keyboard.press('Delete')
    const toast = page.getByTestId('toast').filter({ hasText: 'Removed way' })
    await expect(toast).toBeVisible()

    // It is reached by the keyboard, and waits while the keyboard is on it.
    await pressUntil(page, 'F6', () => page.evaluate(() => document.activeElement?.closest('[data-region]')?.getAttribute('data-region') === 'messages'))
    await page.keyboard.press('Enter')
    await expect.poll(() => textOf(page)).toBe(BROKEN)
    await expect(page.getByTestId('announcement')).toContainText('Undid: ')
  })

  test('keeps still for whoever asked for it', async ({ page, workspace }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await open(page, workspace)
    await page.keyboard.press('Control+k')
    await expect(page.getByTestId('command-palette')).toBeVisible()
    const moving = await page.evaluate(() =>
      [...document.querySelectorAll('*')]
        .filter((element) => !element.closest('.monaco-editor'))
        .map((element) => ({ element, style: getComputedStyle(element) }))
        .filter(({ style }) => style.transitionDuration.split(', ').some((time) => parseFloat(time) > 0) || (style.animationName !== 'none' && parseFloat(style.animationDuration) > 0))
        .map(({ element }) => `${element.tagName} ${element.className.toString()}`),
    )
    expect(moving).toEqual([])
  })

  test('remembers its panes over a reload, moves their borders by keyboard, and resets them by a double click', async ({ page, workspace }) => {
    await open(page, workspace)
    const width = () => page.locator('#region-right').evaluate((element) => Math.round(element.getBoundingClientRect().width))
    const before = await width()
    const border = page.getByRole('separator').and(page.locator('#separator-right'))
    await border.focus()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await expect.poll(width).toBeGreaterThan(before)
    const wider = await width()
    await page.keyboard.press('Control+j')
    await expect(page.getByTestId('tab-problems')).toHaveAttribute('aria-expanded', 'true')
    await page.reload()
    await expect(node(page, 'draft')).toBeVisible()
    await expect.poll(width).toBe(wider)
    await expect(page.getByTestId('tab-problems')).toHaveAttribute('aria-expanded', 'true')
    await border.dblclick()
    await expect.poll(width).toBe(before)
  })
})
