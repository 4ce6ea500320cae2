import { caretAfter } from './caret.ts'
import { expect, node, openFile, test, textOf } from './harness.ts'

const linesOf = (text: string) => text.split('\n')

/** Lines of `after` that are not in `before`, in order, and the reverse. */
function difference(before: string, after: string) {
  const [old, fresh] = [linesOf(before), linesOf(after)]
  let start = 0
  while (start < old.length && old[start] === fresh[start]) start += 1
  let end = 0
  while (end < Math.min(old.length, fresh.length) - start && old.at(-1 - end) === fresh.at(-1 - end)) end += 1
  return { removed: old.slice(start, old.length - end), added: fresh.slice(start, fresh.length - end) }
}

test('dragging a verifier in, connecting it and typing its prompt changes only the lines it must', async ({ page, workspace }) => {
  const before = await workspace.read('release-notes.yaml')
  await openFile(page, workspace, 'release-notes.yaml')

  const palette = await page.getByTestId('palette-verifier').boundingBox()
  const canvas = await page.getByTestId('canvas').boundingBox()
  const tone = await node(page, 'tone').boundingBox()
  await page.mouse.move(palette!.x + 30, palette!.y + 20)
  await page.mouse.down()
  await page.mouse.move(canvas!.x + 200, canvas!.y + 500, { steps: 5 })
  await page.mouse.move(Math.min(tone!.x + 40, canvas!.x + canvas!.width - 240), canvas!.y + canvas!.height - 130, { steps: 5 })
  await page.mouse.up()
  await expect(node(page, 'verifier')).toBeVisible()

  const from = await node(page, 'tone').locator('.eyelet-out').boundingBox()
  const to = await node(page, 'verifier').locator('.eyelet-in').boundingBox()
  await page.mouse.move(from!.x + from!.width / 2, from!.y + from!.height / 2)
  await page.mouse.down()
  await page.mouse.move(to!.x - 40, to!.y, { steps: 6 })
  await page.mouse.move(to!.x + to!.width / 2, to!.y + to!.height / 2, { steps: 6 })
  await page.mouse.up()
  await expect(page.getByTestId('edge-tone-verifier')).toBeAttached()

  await node(page, 'verifier').click()
  const prompt = page.getByTestId('inspector').getByTestId('field-prompt')
  await prompt.click()
  await page.keyboard.type('Does the list of the critic leave anything out? Say PASS or FAIL.', { delay: 5 })
  await expect(prompt).toBeFocused()

  const edited = await textOf(page)
  const { removed, added } = difference(before, edited)
  expect(removed).toEqual([])
  expect(added.filter((line) => line.trim() !== '').toSorted()).toEqual(
    ['  - id: verifier', '    kind: verifier', '    needs: [tone]', '    prompt: Does the list of the critic leave anything out? Say PASS or FAIL.'].toSorted(),
  )

  await page.keyboard.press('Control+s')
  await expect(page.getByTestId('saved-state')).toHaveAttribute('data-state', 'saved')
  expect(await workspace.read('release-notes.yaml')).toBe(edited)
})

test('undo from either pane walks back byte for byte, and redo forward again', async ({ page, workspace }) => {
  const before = await workspace.read('release-notes.yaml')
  await openFile(page, workspace, 'release-notes.yaml')
  const states = [before]

  await page.getByTestId('palette-critic').click()
  await expect(node(page, 'critic')).toBeVisible()
  states.push(await textOf(page))

  await page.getByTestId('inspector').getByTestId('field-prompt').fill('What is weak here?')
  await expect.poll(() => textOf(page)).toContain('What is weak here?')
  states.push(await textOf(page))

  await caretAfter(page, 'draft', 'Lead with what changes')
  await page.keyboard.type(' Stay calm.')
  await expect.poll(() => textOf(page)).toContain('for the reader. Stay calm.')
  states.push(await textOf(page))

  await node(page, 'tone').click()
  await page.keyboard.press('Delete')
  await expect(node(page, 'tone')).toHaveCount(0)
  states.push(await textOf(page))

  // Back: the first from the canvas, where the keyboard is, the next from the text, the rest from the form.
  await page.keyboard.press('Control+z')
  await expect.poll(() => textOf(page)).toBe(states[3])
  await page.getByTestId('text-pane').locator('.view-line').first().click()
  await page.keyboard.press('Control+z')
  await expect.poll(() => textOf(page)).toBe(states[2])
  await page.getByTestId('canvas').click({ position: { x: 20, y: 60 } })
  await page.keyboard.press('Control+z')
  await expect.poll(() => textOf(page)).toBe(states[1])
  await page.keyboard.press('Control+z')
  await expect.poll(() => textOf(page)).toBe(before)

  for (const state of states.slice(1)) {
    await page.keyboard.press('Control+Shift+z')
    await expect.poll(() => textOf(page)).toBe(state)
  }
})

test('typing in the text draws on the canvas, and keeps caret, zoom and places', async ({ page, workspace }) => {
  await openFile(page, workspace, 'release-notes.yaml')
  const place = await node(page, 'draft').boundingBox()
  const viewport = await page.locator('.react-flow__viewport').getAttribute('style')
  await caretAfter(page, 'tone', '- id: tone')
  await page.keyboard.press('Enter')
  await page.keyboard.type('timeout: 30s', { delay: 10 })
  await expect.poll(() => textOf(page)).toContain('    timeout: 30s')
  await expect(page.locator('.monaco-editor').first()).toHaveClass(/focused/)
  expect(await page.locator('.react-flow__viewport').getAttribute('style')).toBe(viewport)
  expect(await node(page, 'draft').boundingBox()).toEqual(place)
})

test('renaming on the canvas renames every reference', async ({ page, workspace }) => {
  await openFile(page, workspace, 'release-notes.yaml')
  await node(page, 'draft').click()
  await page.keyboard.press('F2')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('write')
  await page.keyboard.press('Enter')
  await expect(node(page, 'write')).toBeVisible()
  const text = await textOf(page)
  expect(text).toContain('needs: [write]')
  expect(text).toContain('      - write\n')
  expect(text).toContain('# Keep this one short: readers skim.\n  - id: write')
  expect(text).toContain('#    needs: [draft]')
})

test('an edge that would close a cycle says why and is refused', async ({ page, workspace }) => {
  const before = await workspace.read('release-notes.yaml')
  await openFile(page, workspace, 'release-notes.yaml')
  const from = await node(page, 'check').locator('.eyelet-out').boundingBox()
  const to = await node(page, 'collect').locator('.eyelet-in').boundingBox()
  await page.mouse.move(from!.x + 3, from!.y + 7)
  await page.mouse.down()
  await page.mouse.move(to!.x + 30, to!.y - 60, { steps: 6 })
  await page.mouse.move(to!.x + 3, to!.y + 7, { steps: 6 })
  await expect(page.getByTestId('canvas')).toContainText(/cycle/i)
  await page.mouse.up()
  expect(await textOf(page)).toBe(before)
})

test('a route is added in the form, drawn as a route, and taken away again', async ({ page, workspace }) => {
  const before = await workspace.read('triage.yaml')
  await openFile(page, workspace, 'triage.yaml')
  await node(page, 'way').click()
  const routes = page.getByTestId('inspector').getByTestId('field-routes')
  await routes.fill('review')
  await routes.press('Enter')
  const edge = page.locator('[data-testid="edge-way-review"][data-edge-kind="route"]')
  await expect(edge).toBeAttached()
  expect(await textOf(page)).toBe(before.replace('routes: [ask_back, file_bug, answer]', 'routes: [ask_back, file_bug, answer, review]'))
  await page.getByTestId('inspector').getByRole('button', { name: 'Remove review from routes' }).click()
  await expect(edge).toHaveCount(0)
  expect(await textOf(page)).toBe(before)
})

test('a note that is written on the canvas is a comment in the text, and nothing else changes', async ({ page, workspace }) => {
  const before = await workspace.read('release-notes.yaml')
  await openFile(page, workspace, 'release-notes.yaml')
  await page.getByTestId('note-draft').dblclick()
  const field = page.getByTestId('note-field-draft')
  await expect(field).toBeFocused()
  await field.fill('Keep this one short.\nReaders skim.')
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => textOf(page)).toBe(before.replace('# Keep this one short: readers skim.', '# Keep this one short.\n  # Readers skim.'))
  await expect(page.getByTestId('note-draft')).toContainText('Readers skim.')

  // Escape gives up; a blank note goes; N makes a new one.
  await page.keyboard.press('n')
  await expect(field).toBeFocused()
  await field.fill('Never mind')
  await page.keyboard.press('Escape')
  await expect(field).toHaveCount(0)
  expect(await textOf(page)).not.toContain('Never mind')
  await page.keyboard.press('Control+z')
  await expect.poll(() => textOf(page)).toBe(before)

  await node(page, 'tone').click()
  await page.keyboard.press('n')
  await page.getByTestId('note-field-tone').fill('Harsh on purpose.')
  await page.getByTestId('canvas').click({ position: { x: 30, y: 60 } })
  await expect.poll(() => textOf(page)).toBe(before.replace('  - id: tone', '  # Harsh on purpose.\n  - id: tone'))
})
