import type { Page } from '@playwright/test'
import { caretAfter, caretIn, placeOf } from './caret.ts'
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

const caret = (page: Page) => page.locator('.strip-note').first()

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

test('ids and keys complete by keyboard, with what they mean', async ({ page, workspace }) => {
  await openFile(page, workspace, 'notes.yaml')
  await caretAfter(page, 'check', 'Check the notes')
  await page.keyboard.press('Enter')
  await page.keyboard.type('max', { delay: 30 })
  const list = page.locator('.suggest-widget.visible')
  await expect(list).toContainText('max_turns')
  await page.keyboard.press('Tab')
  await page.keyboard.type('4')
  await page.keyboard.press('Enter')
  await page.keyboard.type('age', { delay: 30 })
  await expect(list).toContainText('agent')
  await page.keyboard.press('Escape')
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('Backspace')
  await page.keyboard.type('- ')
  await page.keyboard.press('Escape')
  expect(await textOf(page)).toContain('    prompt: Check the notes.\n    max_turns: 4\n')
})

test('an id leads to its node, and back to all that name it', async ({ page, workspace }) => {
  await openFile(page, workspace, 'notes.yaml')
  const { x, y } = await placeOf(page, 'needs: [collect, draft]', 'draft')
  await page.mouse.move(x, y, { steps: 3 })
  await expect(page.locator('.monaco-hover:visible')).toContainText('Write the notes.')
  await caretIn(page, 'needs: [collect, draft]', 'draft')
  await page.keyboard.press('F12')
  await expect(caret(page)).toContainText('Ln 7')
  await expect(node(page, 'draft')).toHaveAttribute('data-selected', 'true')
})

test('every way to a name: all references, and a rename that is one change', async ({ page, workspace }) => {
  await openFile(page, workspace, 'notes.yaml')
  await caretIn(page, 'needs: [collect, draft]', 'collect')
  await page.keyboard.press('Shift+F12')
  const peek = page.locator('.reference-zone-widget')
  await expect(peek).toBeVisible()
  await expect(peek).toContainText('(3)')
  await page.keyboard.press('Escape')
  await expect(peek).toHaveCount(0)

  await caretIn(page, 'needs: [collect, draft]', 'collect')
  await page.keyboard.press('F2')
  const box = page.locator('.rename-box input')
  await expect(box).toBeFocused()
  await expect(box).toHaveValue('collect')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('commits')
  await page.keyboard.press('Enter')
  const renamed = FLOW.replace('id: collect', 'id: commits').replaceAll('[collect', '[commits')
  await expect.poll(() => textOf(page)).toBe(renamed)
  await expect(node(page, 'commits')).toBeVisible()
  await expect(node(page, 'collect')).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect.poll(() => textOf(page)).toBe(FLOW)

  // A name that is taken is refused where it is typed.
  await caretIn(page, 'needs: [collect, draft]', 'draft')
  await page.keyboard.press('F2')
  await expect(box).toBeFocused()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('check')
  await page.keyboard.press('Enter')
  await expect(page.getByText('already taken').first()).toBeVisible()
  expect(await textOf(page)).toBe(FLOW)
})

test.describe('a file with problems', () => {
  const BROKEN = 'name: b\nnodes:\n  - id: issues\n    prompt: p\n  - id: draft\n    needs: [isues]\n    prompt: p # keep\n  - id: check\n    needs: [isues, draf]\n    prompt: p\n'
  test.use({ files: { 'broken.yaml': BROKEN } })

  test('is mended by keyboard, one problem or all of a kind, each as one change', async ({ page, workspace }) => {
    await openFile(page, workspace, 'broken.yaml')
    await expect(page.locator('.squiggly-error')).not.toHaveCount(0)
    await caretIn(page, 'needs: [isues]', 'isues')
    await page.keyboard.press('Control+.')
    const menu = page.locator('.action-widget').first()
    await expect(menu).toContainText('Change to issues')
    await expect(menu).toContainText('Add a node called isues')
    await page.keyboard.press('Enter')
    await expect.poll(() => textOf(page)).toBe(BROKEN.replace('[isues]', '[issues]'))
    await page.keyboard.press('Control+z')
    await expect.poll(() => textOf(page)).toBe(BROKEN)

    await caretIn(page, 'needs: [isues]', 'isues')
    await page.keyboard.press('Control+.')
    await menu.getByText('Fix all 3 of this kind').click()
    await expect.poll(() => textOf(page)).toBe(BROKEN.replaceAll('isues', 'issues').replace('draf]', 'draft]'))
    await page.keyboard.press('Control+z')
    await expect.poll(() => textOf(page)).toBe(BROKEN)
  })
})

test.describe('a file laid out by many hands', () => {
  const UGLY = '# yaml-language-server: $schema=https://example.org/dag.json\nname:   ugly\n\n\n\nnodes:\n# about a\n-   id:  a   # first\n    prompt: |\n        Keep  this   \n\n          as it is\n# about b\n-   id: b\n    needs:\n    - a\n    prompt: p   \n-   id: c\n    needs: [ a,b ]\n    prompt: p'
  const NEAT = '# yaml-language-server: $schema=https://example.org/dag.json\nname: ugly\n\nnodes:\n  # about a\n  - id: a   # first\n    prompt: |\n      Keep  this   \n\n        as it is\n  # about b\n  - id: b\n    needs: [a]\n    prompt: p\n  - id: c\n    needs: [a, b]\n    prompt: p\n'
  test.use({ files: { 'ugly.yaml': UGLY } })

  test('is laid out with every comment kept, and folds and lists its parts', async ({ page, workspace }) => {
    await openFile(page, workspace, 'ugly.yaml')
    await caretIn(page, 'name:', 'ugly')
    await page.keyboard.press('Shift+Alt+f')
    await expect.poll(() => textOf(page)).toBe(NEAT)
    await expect(page.getByTestId('text-pane').locator('.view-line').filter({ hasText: 'needs: [a, b]' })).toBeVisible()
    await page.keyboard.press('Control+z')
    await expect.poll(() => textOf(page)).toBe(UGLY)
    await page.getByRole('button', { name: 'Format the text', exact: true }).click()
    await expect.poll(() => textOf(page)).toBe(NEAT)

    await caretIn(page, 'name:', 'ugly')
    await page.keyboard.press('Control+Shift+o')
    await expect(page.locator('.quick-input-list')).toContainText('nodes')
    await page.keyboard.type('c', { delay: 30 })
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('text-pane').locator('textarea, .native-edit-context').first()).toBeFocused()

    await caretIn(page, '- id: b', 'b')
    await page.keyboard.press('Control+Shift+BracketLeft')
    await expect(page.getByTestId('text-pane').locator('.view-line').filter({ hasText: 'needs: [a]' })).toHaveCount(0)
    await page.keyboard.press('Control+Shift+BracketRight')
    await expect(page.getByTestId('text-pane').locator('.view-line').filter({ hasText: 'needs: [a]' })).toHaveCount(1)
    expect(await textOf(page)).toBe(NEAT)
  })
})

test('several carets are one change, a paste with CRLF too, and typing by composition is kept whole', async ({ page, workspace }) => {
  await openFile(page, workspace, 'notes.yaml')
  await caretIn(page, 'prompt: List', 'commits')
  await page.keyboard.press('End')
  await page.keyboard.press('Shift+Alt+ArrowDown')
  await page.keyboard.type('!!')
  const many = await textOf(page)
  expect(many.match(/!!/g)).toHaveLength(2)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await expect.poll(() => textOf(page)).toBe(FLOW)

  await caretIn(page, 'name: notes', 'notes')
  await page.keyboard.press('End')
  await page.evaluate(() => {
    const data = new DataTransfer()
    data.setData('text/plain', '\r\ndescription: one\r\n# two')
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  })
  await expect.poll(() => textOf(page)).toBe(FLOW.replace('name: notes\n', 'name: notes\ndescription: one\n# two\n'))
  await page.keyboard.press('Control+z')
  await expect.poll(() => textOf(page)).toBe(FLOW)

  await caretIn(page, 'name: notes', 'notes')
  await page.keyboard.press('End')
  const client = await page.context().newCDPSession(page)
  await client.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 })
  await client.send('Input.imeSetComposition', { text: 'にほ', selectionStart: 2, selectionEnd: 2 })
  await client.send('Input.insertText', { text: '日本' })
  await expect.poll(() => textOf(page)).toBe(FLOW.replace('name: notes', 'name: notes日本'))
  await page.keyboard.press('Control+z')
  await expect.poll(() => textOf(page)).toBe(FLOW)
})

test('the canvas and the text are edited in turn, each keeping its selection', async ({ page, workspace }) => {
  await openFile(page, workspace, 'notes.yaml')
  await caretIn(page, 'prompt: List', 'commits')
  await page.keyboard.press('End')
  await page.keyboard.type(' All of them.')
  await expect(node(page, 'collect')).toContainText('All of them.')
  await expect(node(page, 'collect')).toHaveAttribute('data-selected', 'true')
  await page.getByTestId('palette-critic').click()
  await expect(node(page, 'critic')).toHaveAttribute('data-selected', 'true')
  await expect(node(page, 'collect')).not.toHaveAttribute('data-selected', 'true')
  await caretIn(page, 'kind: verifier', 'verifier')
  await expect(node(page, 'check')).toHaveAttribute('data-selected', 'true')
  await page.keyboard.press('Control+z')
  await expect(node(page, 'critic')).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect.poll(() => textOf(page)).toBe(FLOW)
})

test('the schemas are served for other editors', async ({ request, workspace }) => {
  const answer = await request.get(`${new URL(workspace.url).origin}/schema/dag.json`)
  expect(answer.status()).toBe(200)
  expect(await answer.json()).toMatchObject({ title: 'Heddle workflow', required: ['nodes'] })
})

test('lines that differ from the saved file are marked beside their numbers, until they are saved', async ({ page, workspace }) => {
  await openFile(page, workspace, 'notes.yaml')
  const mark = (kind: string) => page.getByTestId('text-pane').locator(`.line-${kind}`)
  await expect(mark('changed')).toHaveCount(0)
  await caretAfter(page, 'collect', 'id: collect')
  await page.keyboard.type(' # both')
  await expect(mark('changed')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await page.keyboard.type('# more')
  await expect(mark('changed').or(mark('added'))).toHaveCount(2)
  await page.keyboard.press('Control+s')
  await expect(mark('changed').or(mark('added'))).toHaveCount(0)
  await page.keyboard.press('Control+Shift+k')
  await expect(mark('removed')).toHaveCount(1)
})
