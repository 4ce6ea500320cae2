import { expect, node, openFile, test, textOf } from './harness.ts'

const FLOW = `# Nightly notes
name: notes
nodes:
  - id: collect
    prompt: List the commits.
  # Keep it short.
  - id: draft   # the writer
    needs: [collect]
    prompt: |
      Write the notes.

      Lead with what changes.
  - id: check
    kind: verifier
    needs: [collect, draft]
    prompt: Check the notes.
`

test.use({ files: { 'notes.yaml': FLOW } })

test('the format switches after a word about comments, saves under another name, and undo brings all back', async ({ page, workspace }) => {
  await openFile(page, workspace, 'notes.yaml')
  const toggle = page.getByTestId('format-switch')
  await expect(toggle).toHaveAttribute('data-format', 'yaml')
  await toggle.getByRole('button', { name: 'JSON' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('3 comments')
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await textOf(page)).toBe(FLOW)

  await toggle.getByRole('button', { name: 'JSON' }).click()
  await question.getByRole('button', { name: 'Convert' }).click()
  await expect(toggle).toHaveAttribute('data-format', 'json')
  const json = await textOf(page)
  expect(JSON.parse(json)).toMatchObject({ name: 'notes', nodes: [{ id: 'collect' }, { id: 'draft', needs: ['collect'] }, { id: 'check' }] })
  await expect(node(page, 'draft')).toBeVisible()
  await expect(page.getByTestId('saved-state')).toContainText('saves as notes.json')

  await page.keyboard.press('Control+s')
  await expect(page.getByTestId('saved-state')).toHaveAttribute('data-state', 'saved')
  await expect(page.getByTestId('file-notes.json')).toBeVisible()
  await expect(page.getByTestId('file-notes.yaml')).toHaveCount(0)
  expect(await workspace.read('notes.json')).toBe(json)

  await page.keyboard.press('Control+z')
  await expect(toggle).toHaveAttribute('data-format', 'yaml')
  expect(await textOf(page)).toBe(FLOW)
  await page.keyboard.press('Control+s')
  await expect(page.getByTestId('file-notes.yaml')).toBeVisible()
  expect(await workspace.read('notes.yaml')).toBe(FLOW)

  // Nothing is lost on the way from JSON: nothing is asked.
  await page.keyboard.press('Control+Shift+z')
  await expect(toggle).toHaveAttribute('data-format', 'json')
  await toggle.getByRole('button', { name: 'YAML' }).click()
  await expect(toggle).toHaveAttribute('data-format', 'yaml')
  await expect(question).toHaveCount(0)
})
