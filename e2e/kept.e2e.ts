import type { Page } from '@playwright/test'
import { expect, node, openFile, test, textOf } from './harness.ts'
import { workflowOf } from './large-files.ts'

const LARGE = workflowOf(400)
/** So many that the canvas is drawn after the text. */
const CROWDED = workflowOf(200)

const PLAIN = 'name: plain\nnodes:\n  - id: a\n    prompt: p\n'

test.use({ files: { 'large.yaml': LARGE, 'crowded.yaml': CROWDED, 'plain.yaml': PLAIN, 'other.yaml': PLAIN } })

/** Goes near a node by the search of the page, as one would in a large graph. */
async function goTo(page: Page, id: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByTestId('command-palette').getByRole('combobox').fill(id)
  await page.getByRole('option', { name: new RegExp(`^${id}\\b`) }).first().click()
  await expect(node(page, id)).toHaveAttribute('data-selected', 'true')
}

test('words of a note are not lost when their card leaves the view of a large graph', async ({ page, workspace }) => {
  await openFile(page, workspace, 'large.yaml')
  await goTo(page, 'node_30')
  await page.keyboard.press('n')
  const field = page.getByTestId('note-field-node_30')
  await expect(field).toBeFocused()
  await field.fill('Typed, and then scrolled away.')
  const canvas = (await page.getByTestId('canvas').boundingBox())!
  await page.mouse.move(canvas.x + canvas.width / 2, canvas.y + canvas.height - 60)
  await expect(async () => {
    await page.mouse.wheel(1500, 0)
    await expect(field).toHaveCount(0, { timeout: 500 })
  }).toPass()
  await expect.poll(() => textOf(page)).toContain('  # Typed, and then scrolled away.\n  - id: node_30\n')
  await page.keyboard.press('Control+z')
  await expect.poll(() => textOf(page)).toBe(LARGE)
})

test('a card that is renamed in a large graph stays where it is, at every moment, and stays selected', async ({ page, workspace }) => {
  await openFile(page, workspace, 'crowded.yaml')
  await goTo(page, 'node_30')
  await page.getByTestId('canvas').locator('.react-flow__node[data-id="node_30"]').focus()
  await page.keyboard.press('F2')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('fresh')
  const before = (await node(page, 'node_30').boundingBox())!
  const others = (await node(page, 'node_31').boundingBox())!
  // Where the card is, whatever it is called, and whether it is selected, in every frame.
  await page.evaluate(() => {
    const seen: string[] = []
    ;(window as unknown as { seen: string[] }).seen = seen
    const look = () => {
      const card = document.querySelector('[data-testid="node-fresh"]') ?? document.querySelector('[data-testid="node-node_30"]')
      const box = card?.getBoundingClientRect()
      const now = box ? `${Math.round(box.x)} ${Math.round(box.y)} ${card?.getAttribute('data-selected')}` : 'gone'
      if (seen.at(-1) !== now) seen.push(now)
      requestAnimationFrame(look)
    }
    look()
  })
  await page.keyboard.press('Enter')
  await expect(node(page, 'fresh')).toHaveAttribute('data-selected', 'true')
  await expect(page.locator('.react-flow__node[data-id="fresh"]')).toBeFocused()
  expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual([`${Math.round(before.x)} ${Math.round(before.y)} true`])
  expect(await node(page, 'node_31').boundingBox()).toEqual(others)
  await page.keyboard.press('Control+z')
  await expect(node(page, 'node_30')).toHaveAttribute('data-selected', 'true')
  expect(await node(page, 'node_30').boundingBox()).toEqual(before)
})

test('an id that is typed while another file is on its way is not given to the namesake there', async ({ page, workspace }) => {
  await openFile(page, workspace, 'other.yaml')
  await expect(node(page, 'a')).toBeVisible()
  let send = () => {}
  const sent = new Promise<void>((resolve) => (send = resolve))
  await page.route('**/api/*/plain.yaml', async (route) => {
    await sent
    await route.continue()
  })
  await page.getByTestId('file-plain.yaml').click()
  await node(page, 'a').click()
  await page.keyboard.press('F2')
  const field = page.getByRole('textbox', { name: 'New id of a' })
  await expect(field).toBeFocused()
  await field.fill('half')
  // The field goes without having been left.
  send()
  await expect(page.getByTestId('tab-plain.yaml')).toHaveAttribute('aria-current', 'page')
  await expect(field).toHaveCount(0)
  await expect(node(page, 'a')).toBeVisible()
  expect(await textOf(page)).toBe(PLAIN)
  await page.getByTestId('tab-other.yaml').click()
  await expect(page.getByTestId('tab-other.yaml')).toHaveAttribute('aria-current', 'page')
  await expect(node(page, 'a')).toBeVisible()
  expect(await textOf(page)).toBe(PLAIN)
})

test('a name that a file cannot have is not taken in the list, is not lost, and says why', async ({ page, workspace }) => {
  await openFile(page, workspace, 'plain.yaml')
  await page.getByTestId('file-plain.yaml').focus()
  await page.keyboard.press('F2')
  const field = page.getByTestId('file-name')
  await field.fill('other.yaml')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('file-name-wrong')).toContainText('other.yaml')
  await expect(field).toHaveValue('other.yaml')
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  // Not when it is left, either.
  await page.getByTestId('canvas').click({ position: { x: 20, y: 20 } })
  await expect(field).toHaveValue('other.yaml')
  await field.fill('third.yaml')
  await expect(page.getByTestId('file-name-wrong')).toHaveCount(0)
  await field.press('Enter')
  await expect(page.getByTestId('file-third.yaml')).toBeFocused()
  expect(await workspace.read('third.yaml')).toBe(PLAIN)
})
