import { expect, node, openFile, test, textOf } from './harness.ts'

const WEAVE = `name: weave
nodes:
  # first of all
  - id: issues
    prompt: List the issues.   # all of them
  - id: draft
    needs: [issues, isues]
    prompt: Write.
    model: openai:gpt-5-mini
  - id: tone
    kind: critic
    needs: [draft]
    prompt: Name what is unclear.
  - id: way
    kind: router
    needs: [tone]
    prompt: Choose.
    routes: [draft]
    max_turns: 8
`

test.use({ files: { 'weave.yaml': WEAVE } })

const inspector = (page: import('@playwright/test').Page) => page.getByTestId('inspector')

test('a field that is not set is opened by name, written, and cleared again without a trace', async ({ page, workspace }) => {
  await openFile(page, workspace, 'weave.yaml')
  const before = await textOf(page)
  await node(page, 'tone').click()
  const form = inspector(page)
  await expect(form.getByTestId('field-timeout')).toHaveCount(0)
  await form.getByTestId('add-timeout').click()
  await expect(form.getByTestId('field-timeout')).toBeFocused()
  await page.keyboard.type('1m30s')
  await expect.poll(() => textOf(page)).toBe(before.replace('    prompt: Name what is unclear.\n', '    prompt: Name what is unclear.\n    timeout: 1m30s\n'))
  await expect(form).toContainText('1 min 30 s')
  await form.getByRole('button', { name: 'Clear timeout' }).click()
  await expect.poll(() => textOf(page)).toBe(before)
})

test('help stands at every field for whoever hovers, focuses or listens', async ({ page, workspace }) => {
  await openFile(page, workspace, 'weave.yaml')
  await node(page, 'tone').click()
  const needs = inspector(page).getByTestId('field-needs')
  await expect(needs).toHaveAccessibleDescription(/nodes whose results it receives/)
  await inspector(page).getByRole('button', { name: 'About needs' }).focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('note')).toContainText('The nodes whose results it receives')
})

test('a prompt is as high as what it holds, up to a limit, and keeps a height that was given by hand', async ({ page, workspace }) => {
  await openFile(page, workspace, 'weave.yaml')
  await node(page, 'tone').click()
  const prompt = inspector(page).getByTestId('field-prompt')
  const height = async () => (await prompt.boundingBox())?.height ?? NaN
  const low = await height()
  await prompt.press('End')
  await page.keyboard.insertText('\nOne more.'.repeat(6))
  await expect.poll(height).toBeGreaterThan(low + 40)
  await page.keyboard.insertText('\nOne more.'.repeat(30))
  await expect.poll(height).toBe(320)
  // Its corner must be in sight.
  await page.setViewportSize({ width: 1440, height: 1400 })
  await expect.poll(height).toBe(320)
  const box = (await prompt.boundingBox())!
  const corner = { x: box.x + box.width - 4, y: box.y + box.height - 4 }
  await page.mouse.move(corner.x, corner.y)
  await page.mouse.down()
  await page.mouse.move(corner.x, corner.y + 60, { steps: 4 })
  await page.mouse.up()
  await expect.poll(height).toBeGreaterThan(360)
  const drawn = await height()
  await prompt.press('ControlOrMeta+End')
  await page.keyboard.type(' Said.')
  await expect.poll(() => textOf(page)).toContain('One more. Said.')
  expect(await height()).toBe(drawn)
})

test('what cannot be written stays as it was typed, is marked, and can be taken back', async ({ page, workspace }) => {
  await openFile(page, workspace, 'weave.yaml')
  const before = await textOf(page)
  await node(page, 'way').click()
  const turns = inspector(page).getByTestId('field-max_turns')
  await turns.fill('many')
  await expect(turns).toHaveAttribute('aria-invalid', 'true')
  await expect(turns).toHaveAccessibleDescription(/Max turns is a whole number.*Not written/)
  await node(page, 'tone').click()
  await node(page, 'way').click()
  await expect(turns).toHaveValue('many')
  expect(await textOf(page)).toBe(before)
  await inspector(page).getByRole('button', { name: 'Take it back' }).click()
  await expect(turns).toHaveValue('8')
})

test('a problem stands at its field with its fixes', async ({ page, workspace }) => {
  await openFile(page, workspace, 'weave.yaml')
  await node(page, 'draft').click()
  const form = inspector(page)
  await expect(form.getByRole('button', { name: '1 error' })).toBeVisible()
  const problem = form.getByTestId('field-problem').filter({ hasText: 'isues' })
  await expect(problem).toBeVisible()
  await expect(form.getByTestId('field-needs')).toHaveAccessibleDescription(/no node has that id/)
  await problem.getByRole('button', { name: /Remove it from needs/ }).click()
  await expect.poll(() => textOf(page)).toBe(WEAVE.replace('[issues, isues]', '[issues]'))
  await expect(form.getByTestId('field-problem')).toHaveCount(0)
})

test('references are chosen from the nodes there are, and one that would close a cycle says so', async ({ page, workspace }) => {
  await openFile(page, workspace, 'weave.yaml')
  await node(page, 'draft').click()
  const needs = inspector(page).getByTestId('field-needs')
  await needs.click()
  const cycle = page.getByRole('option', { name: /^tone/ })
  await expect(cycle).toContainText('cycle')
  await expect(cycle).toHaveAttribute('aria-disabled', 'true')
  const before = await textOf(page)
  await cycle.click({ force: true })
  expect(await textOf(page)).toBe(before)

  // By keyboard: over the tokens, to the first place, and away again.
  await needs.press('Escape')
  await needs.press('ArrowLeft')
  await page.keyboard.press('Alt+ArrowLeft')
  await expect.poll(() => textOf(page)).toContain('needs: [isues, issues]')
  await page.keyboard.press('Delete')
  await expect.poll(() => textOf(page)).toContain('needs: [issues]')
})

test('several nodes are set at once, as one entry of the history', async ({ page, workspace }) => {
  await openFile(page, workspace, 'weave.yaml')
  await node(page, 'issues').click()
  await node(page, 'tone').click({ modifiers: ['Control'] })
  await node(page, 'draft').click({ modifiers: ['Control'] })
  const form = inspector(page)
  await expect(form.getByTestId('field-model')).toHaveAttribute('placeholder', '2 different values')
  await form.getByTestId('field-model').fill('simulated:echo')
  await expect.poll(async () => (await textOf(page)).match(/model: simulated:echo/g)?.length).toBe(3)
  await form.getByTestId('field-needs').fill('issues')
  await form.getByTestId('field-needs').press('Enter')
  await expect.poll(() => textOf(page)).toContain('needs: [draft, issues]')
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await expect.poll(() => textOf(page)).toBe(WEAVE)
})

test('an edge says what it means, leads elsewhere, and is removed', async ({ page, workspace }) => {
  await openFile(page, workspace, 'weave.yaml')
  await page.evaluate(() => (window as unknown as { __heddle: { select(id: string): void } }).__heddle.select('tone'))
  await page.getByTestId('edge-draft-tone').dispatchEvent('click')
  const form = inspector(page)
  await expect(form).toContainText('tone runs after draft and receives its result.')
  await form.getByTestId('edge-from').fill('issues')
  await form.getByTestId('edge-from').press('Enter')
  await expect.poll(() => textOf(page)).toBe(WEAVE.replace('needs: [draft]', 'needs: [issues]'))
  await expect(form.getByTestId('edge-from')).toHaveValue('issues')
  await form.getByRole('button', { name: /Remove this need/ }).click()
  await expect.poll(() => textOf(page)).toBe(WEAVE.replace('needs: [draft]', 'needs: []'))
})

test('the note above a node is a field of it', async ({ page, workspace }) => {
  await openFile(page, workspace, 'weave.yaml')
  await node(page, 'issues').click()
  const note = inspector(page).getByTestId('field-note')
  await expect(note).toHaveValue('first of all')
  await note.fill('first and last')
  await expect.poll(() => textOf(page)).toBe(WEAVE.replace('# first of all', '# first and last'))
})

test('the prompt preview shows what is sent, with marks where results are missing', async ({ page, workspace }) => {
  await openFile(page, workspace, 'weave.yaml')
  await node(page, 'tone').click()
  await inspector(page).getByRole('tab', { name: 'Prompt preview' }).click()
  const preview = page.getByTestId('prompt-preview')
  await expect(preview).toContainText('You are a critic.')
  await expect(preview.locator('mark')).toHaveText('(the result of draft will stand here)')
})

test('a prompt of 250 kB is edited in the form and large', async ({ page, workspace }) => {
  const long = 'All work and no play makes a dull text. '.repeat(6400)
  await workspace.write('long.yaml', `name: long\nnodes:\n  - id: a\n    prompt: "${long}"\n`)
  await openFile(page, workspace, 'long.yaml')
  await node(page, 'a').click()
  const prompt = inspector(page).getByTestId('field-prompt')
  await prompt.press('Control+End')
  await page.keyboard.type('The end, at last.')
  await expect.poll(async () => (await textOf(page)).includes('The end, at last.')).toBe(true)
  await prompt.hover()
  await inspector(page).getByRole('button', { name: 'Open prompt large' }).click()
  await expect(page.getByTestId('large-text')).toBeFocused()
  await page.keyboard.type(' Really.')
  await expect.poll(async () => (await textOf(page)).includes('The end, at last. Really.')).toBe(true)
  await page.keyboard.press('Escape')
  await expect(prompt).toHaveValue(/Really\.$/)
})

test('in a file of very many nodes the form lags behind, and every key and every name that was typed still counts', async ({ page, workspace }) => {
  test.slow()
  const nodes = Array.from({ length: 2100 }, (_, index) => `  - id: n${index}\n    model: base\n    prompt: p\n    tools: [read]\n`)
  await workspace.write('many.yaml', `name: many\nnodes:\n${nodes.join('')}`)
  await openFile(page, workspace, 'many.yaml')
  await page.evaluate(() => (window as unknown as { __heddle: { select(id: string): void } }).__heddle.select('n2099'))
  const model = inspector(page).getByTestId('field-model')
  await expect(model).toHaveValue('base')
  await model.press('End')
  // Without waiting between the keys: one comes before the form has followed the other.
  await Promise.all([page.keyboard.press('s'), page.keyboard.press('Backspace')])
  await expect.poll(async () => lastOf(await textOf(page))).toBe('    model: base\n    prompt: p\n    tools: [read]\n')
  // Taken back before the form has caught up, it is not shown as if it stood there.
  await Promise.all([page.keyboard.press('z'), page.keyboard.press('Control+z')])
  await expect(model).toHaveValue('base')
  await inspector(page).getByTestId('field-tools').focus()
  await Promise.all([page.keyboard.insertText('write'), page.keyboard.press('Enter'), page.keyboard.insertText('fetch'), page.keyboard.press('Enter')])
  await expect.poll(async () => lastOf(await textOf(page))).toBe('    model: base\n    prompt: p\n    tools: [read, write, fetch]\n')
})

const lastOf = (text: string) => text.split('- id: n2099\n')[1]
