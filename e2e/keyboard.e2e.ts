import type { Page } from '@playwright/test'
import { expect, pressUntil, test } from './harness.ts'

/** Presses keys one after the other, each once what the one before asked for has come about. */
async function keys(page: Page, ...sequence: readonly string[]): Promise<void> {
  for (const key of sequence) await page.keyboard.press(key)
}

/** The control that has the keyboard, by its accessible name. */
const focused = (page: Page) => page.locator(':focus')

/** Adds a node of the kind whose number it is, names it, and says what it does. The keyboard ends on the node. */
async function add(page: Page, number: string, stem: string, id: string, prompt: string): Promise<void> {
  await page.keyboard.press(number)
  await expect(page.getByRole('group', { name: new RegExp(`^${stem},`) }).or(page.locator(`[aria-label^="${stem},"]`)).first()).toBeVisible()
  await page.keyboard.press('F2')
  await expect(focused(page)).toHaveAccessibleName(`New id of ${stem}`)
  await page.keyboard.type(id)
  await page.keyboard.press('Enter')
  await expect(focused(page)).toHaveAccessibleName(new RegExp(`^${id},`))
  await page.keyboard.press('Enter')
  await expect(focused(page)).toHaveAccessibleName('Prompt')
  await page.keyboard.type(prompt)
  await page.keyboard.press('Alt+c')
  await expect(focused(page)).toHaveAccessibleName(new RegExp(`^${id},`))
}

test.describe('without a mouse', () => {
  test.use({ files: {} })

  test('a first workflow with a router is made, mended and saved, and read back through the accessibility tree', async ({ page, workspace }) => {
    await page.goto(workspace.url)
    await expect(page.getByRole('heading', { name: 'Start a workflow' })).toBeVisible()

    // From the greeting: past the skip link, over the ways to start.
    await keys(page, 'Tab', 'Enter', 'Tab', 'Tab', 'Tab')
    await expect(focused(page)).toHaveAccessibleName(/An empty file/)
    await page.keyboard.press('Enter')
    await expect(focused(page)).toHaveAccessibleName('Canvas')

    await add(page, '1', 'agent', 'collect', 'List what was reported.')
    await add(page, '1', 'agent', 'answer', 'Answer what was asked.')
    await add(page, '2', 'verifier', 'check', 'Is it so?')
    await add(page, '4', 'router', 'way', 'Answer, or ask back?')

    // The router has no routes yet: the next problem says so, and its field takes two.
    // It is told once it has stood for a while; before that, the words would come over those of the key.
    await expect(page.getByTestId('announcement')).toContainText('1 problem')
    await page.keyboard.press('F8')
    await expect(page.getByTestId('announcement')).toContainText('Problem 1 of 1. way:')
    await page.keyboard.press('Alt+i')
    await pressUntil(page, 'Tab', async () => (await focused(page).getAttribute('data-testid')) === 'field-routes')
    await page.keyboard.type('ans')
    await keys(page, 'ArrowDown', 'Enter')
    await page.keyboard.type('collect')
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('announcement')).toContainText('No problems.')

    await page.keyboard.press('Control+s')
    await expect(page.getByTestId('announcement')).toContainText('Saved.')
    const saved = await workspace.read('workflow.yaml')
    expect(saved).toContain('kind: router')
    expect(saved).toMatch(/routes: \[answer, collect\]|routes:\n\s+- answer\n\s+- collect/)

    // The same, as it is read to somebody who does not see it.
    const heading = page.getByRole('banner')
    await expect(heading).toMatchAriaSnapshot('- text: /Saved/')
    const canvas = page.getByRole('main')
    for (const name of [/^collect, agent/, /^answer, agent/, /^check, verifier/, /^way, router/]) {
      await expect(canvas.locator('.react-flow__node').and(page.getByRole('group', { name }).or(canvas.getByLabel(name))).first()).toBeAttached()
    }
    const tree = await canvas.ariaSnapshot()
    for (const said of [/collect.*answer/, /answer.*check/, /check.*way/, /way.*answer/]) expect(tree).toMatch(said)
    await expect(page.getByRole('contentinfo')).toMatchAriaSnapshot('- button /Problems 0/')
  })
})

test.describe('over the page', () => {
  test.use({ files: { 'w.yaml': 'name: w\nnodes:\n  - id: a\n    prompt: Say a.\n  - id: b\n    needs: [a, c]\n    prompt: Say b.\n    tools: [read]\n' } })

  test('F6 goes round its parts both ways, and out of the text too', async ({ page, workspace }) => {
    await page.goto(workspace.url)
    await expect(page.locator('.monaco-editor .view-line').first()).toBeVisible()
    const region = () => page.evaluate(() => document.activeElement?.closest('[data-region]')?.getAttribute('data-region'))
    const seen: (string | null | undefined)[] = []
    await page.keyboard.press('Alt+c')
    for (let step = 0; step < 6; step += 1) {
      await page.keyboard.press('F6')
      await expect.poll(region).not.toBe(seen.at(-1))
      seen.push(await region())
    }
    expect(seen).toEqual(['text', 'inspector', 'bottom', 'top', 'files', 'canvas'])
    await page.keyboard.press('Shift+F6')
    await expect.poll(region).toBe('files')

    // In the text Tab writes, until it is told to move on.
    await page.keyboard.press('Alt+t')
    await expect.poll(region).toBe('text')
    await page.keyboard.press('Control+m')
    await page.keyboard.press('Tab')
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('.monaco-editor') === null)).toBe(true)
  })

  test('a dialog gives the keyboard back to where it was', async ({ page, workspace }) => {
    await page.goto(workspace.url)
    await expect(page.getByTestId('node-a')).toBeVisible()
    await page.keyboard.press('Alt+c')
    await expect(focused(page)).toHaveAccessibleName(/^a,/)
    for (const [open, close] of [['Control+k', 'Escape'], ['?', 'Escape'], ['Control+f', 'Escape']] as const) {
      await page.keyboard.press(open)
      await expect(page.getByRole('dialog')).toBeVisible()
      await page.keyboard.press(close)
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(focused(page)).toHaveAccessibleName(/^a,/)
    }
  })

  test('words of a prompt are found, gone to, and gone on from', async ({ page, workspace }) => {
    await page.goto(workspace.url)
    await expect(page.locator('.monaco-editor .view-line').first()).toBeVisible()
    await page.keyboard.press('Alt+c')
    await page.keyboard.press('Control+f')
    await page.keyboard.type('say')
    await expect(page.getByRole('option')).toHaveCount(2)
    await expect(page.getByRole('option').first()).toContainText('prompt, line 4')
    await page.keyboard.press('Enter')
    await expect(page.locator('.monaco-editor.focused')).toBeVisible()
    await expect(page.getByText('Ln 4, Col')).toBeVisible()
    await page.keyboard.press('F3')
    await expect(page.getByText('Ln 7, Col')).toBeVisible()
    await expect(page.getByTestId('announcement')).toContainText('2 of 2: b, line 7.')
  })

  test('the palette has what was used lately first, and says why something cannot be done', async ({ page, workspace }) => {
    await page.goto(workspace.url)
    await expect(page.getByTestId('node-a')).toBeVisible()
    await page.keyboard.press('Alt+c')
    await page.keyboard.press('Control+k')
    await expect(page.getByTestId('command-palette')).toBeVisible()
    await page.keyboard.type('>level bands')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('group', { name: 'Used lately' }).getByRole('option')).toHaveText(/Show level bands/)
    await page.keyboard.type('>redo')
    await expect(page.getByRole('option', { name: /Redo/ })).toContainText('Nothing to redo.')
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('command-palette')).toBeVisible()
  })

  test('problems are walked over by arrows, and Enter opens the fixes', async ({ page, workspace }) => {
    await page.goto(workspace.url)
    await expect(page.getByTestId('node-a')).toBeVisible()
    await page.keyboard.press('Alt+c')
    await page.keyboard.press('Control+Shift+m')
    const list = page.getByRole('list', { name: 'Problems' })
    await expect(list).toBeVisible()
    await pressUntil(page, 'Tab', () => list.evaluate((element) => element.contains(document.activeElement)))
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('menuitem', { name: /Remove it from needs/ })).toBeVisible()
    await pressUntil(page, 'ArrowDown', async () => /Remove it/.test((await focused(page).textContent()) ?? ''))
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('problems')).toContainText('No problems.')
    await page.keyboard.press('Control+z')
    await expect(page.getByTestId('announcement')).toContainText('Undid: Remove it from needs')
  })
})
