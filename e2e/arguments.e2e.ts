import type { Page } from '@playwright/test'
import { expect, node, openFile, test, textOf } from './harness.ts'

const STEPS = `name: notes
workflow:
  steps:
    - id: facts   # first
      tool: set
      input: '{"topic": "{{ .trigger }}", "n": 3}'
      output: facts
    - id: save
      tool: write
      # Kept as it is.
      input: '{"content": "About {{ .facts.topic }}",   "mode": "apend"}'   # why
    - id: say
      tool: join
      input: '{ {{range .facts}}"x": 1,{{end}} "items": [] }'
`

test.use({ files: { 'notes.yaml': STEPS } })

const argument = (page: Page, name: string) => page.getByTestId(`argument-${name}`)
const problems = (page: Page) => page.getByTestId('problem')

test('what a tool takes is a form, which writes each argument into its own place', async ({ page, workspace }) => {
  await openFile(page, workspace, 'notes.yaml')
  await node(page, 'save').click()
  await expect(argument(page, 'content')).toHaveValue('About {{ .facts.topic }}')
  await expect(argument(page, 'path')).toHaveAttribute('aria-required', 'true')
  // A tool is asked nothing in words.
  await expect(page.getByRole('tab', { name: 'Prompt preview' })).toHaveCount(0)
  await expect(page.getByTestId('argument-row-path')).toContainText('required')
  await expect(page.getByTestId('argument-row-content')).toContainText('what to write')
  await expect(page.getByTestId('argument-row-path').getByTestId('field-problem')).toContainText('path is missing')

  await argument(page, 'path').fill('out/{{ .facts.topic }}.txt')
  await expect.poll(() => textOf(page)).toBe(STEPS.replace(`'{"content"`, `'{"path": "out/{{ .facts.topic }}.txt",   "content"`))
  await expect(page.getByTestId('argument-row-path').getByTestId('field-problem')).toHaveCount(0)

  // A choice: only what the tool names, or a template.
  await expect(page.getByTestId('argument-row-mode').getByTestId('field-problem')).toContainText('must be one of')
  await argument(page, 'mode').fill('app')
  await expect(page.getByTestId('argument-row-mode')).toContainText('It is one of')
  await page.getByRole('option', { name: 'append' }).click()
  await expect.poll(() => textOf(page)).toContain(`   "mode": "append"}'   # why`)
  await page.getByTestId('argument-row-mode').getByRole('button', { name: 'Remove mode' }).click()
  await expect.poll(() => textOf(page)).toContain(`"About {{ .facts.topic }}"}'   # why`)

  // Half an action is not written, and says why.
  await argument(page, 'content').fill('About {{ .facts')
  await expect(page.getByTestId('argument-row-content').getByTestId('not-written')).toContainText('not closed')
  await argument(page, 'content').fill('It says "hi" to {{ .facts.n }}')
  await expect.poll(() => textOf(page)).toContain(`"content": "It says \\"hi\\" to {{ .facts.n }}"}'   # why`)
  await expect(problems(page)).toHaveCount(0)

  // The same is a text at the press of a button.
  await page.getByTestId('input-text').click()
  await expect(page.getByTestId('field-input')).toHaveValue('{"path": "out/{{ .facts.topic }}.txt",   "content": "It says \\"hi\\" to {{ .facts.n }}"}')
  await page.getByTestId('input-form').click()
  await expect(argument(page, 'content')).toBeVisible()
})

test('the input stands in a row as others do: named, explained, and emptied at a press', async ({ page, workspace }) => {
  await openFile(page, workspace, 'notes.yaml')
  await node(page, 'save').click()
  const form = page.getByRole('group', { name: 'Input', exact: true })
  await expect(form.getByTestId('argument-content')).toBeVisible()
  await expect(form).toHaveAccessibleDescription(/\w/)
  const loose = () => page.locator('.inspector .form').evaluate((body) => {
    const named = [...body.querySelectorAll('[for], [aria-labelledby], [aria-describedby]')].flatMap((each) => ['for', 'aria-labelledby', 'aria-describedby'].flatMap((name) => each.getAttribute(name)?.split(' ') ?? []))
    return named.filter((id) => document.getElementById(id) === null)
  })
  expect(await loose()).toEqual([])
  await page.getByTestId('input-text').click()
  await expect(page.getByTestId('field-input')).toHaveAccessibleName('Input')
  await expect(page.getByTestId('field-input')).toHaveAccessibleDescription(/\w/)
  expect(await loose()).toEqual([])
  await page.getByTestId('input-form').click()
  await page.getByRole('button', { name: 'Clear input' }).click()
  await expect.poll(() => textOf(page)).not.toContain('About {{')
  await expect(form.getByTestId('argument-content')).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Clear input' })).toHaveCount(0)
})

test('an argument that the tool does not name is marked, and mended where it stands', async ({ page, workspace }) => {
  await workspace.write('notes.yaml', STEPS.replace('"mode": "apend"', '"pth": "a.txt"'))
  await openFile(page, workspace, 'notes.yaml')
  await node(page, 'save').click()
  const row = page.getByTestId('argument-row-pth')
  await expect(row).toContainText('not an argument of this tool')
  await expect(row.getByTestId('field-problem')).toContainText('did you mean "path"')
  await row.getByRole('button', { name: 'Change to path' }).click()
  await expect(row).toHaveCount(0)
  await expect(argument(page, 'path')).toHaveValue('a.txt')
  await expect.poll(() => textOf(page)).toBe(STEPS.replace('"mode": "apend"', '"path": "a.txt"'))
})

test('an input whose arguments depend on data says so and is edited as text', async ({ page, workspace }) => {
  await openFile(page, workspace, 'notes.yaml')
  await node(page, 'say').click()
  await expect(page.getByTestId('input-why')).toContainText('depends on a template')
  await expect(page.getByTestId('input-form')).toHaveAttribute('aria-disabled', 'true')
  await page.getByTestId('field-input').fill('{"items": {{ .facts.list | toJson }}, "by": ", "}')
  // What is typed into the text stays a text until the form is asked for.
  await page.getByTestId('input-form').click()
  await expect(argument(page, 'items')).toHaveValue('{{ .facts.list | toJson }}')
  await argument(page, 'items').fill('[1, {{ .facts.n }}]')
  await expect.poll(() => textOf(page)).toContain(`{"items": [1, {{ .facts.n }}], "by": ", "}`)
})

test('an argument that others depend on is not taken out, and both ways of trying say why', async ({ page, workspace }) => {
  const before = STEPS.replace('{"content": "About {{ .facts.topic }}",   "mode": "apend"}', '{"mode": "{{ $m := `append` }}{{ $m }}", "path": "a.txt", "content": "{{ $m }}"}')
  await workspace.write('notes.yaml', before)
  await openFile(page, workspace, 'notes.yaml')
  await node(page, 'save').click()
  const row = page.getByTestId('argument-row-mode')
  await row.getByRole('button', { name: 'Remove mode' }).click()
  await expect(page.getByTestId('toast').filter({ hasText: 'Other arguments depend on what stands at mode' })).toBeVisible()
  await argument(page, 'mode').fill('')
  await expect(row.getByTestId('not-written')).toContainText('Other arguments depend on what stands at mode')
  expect(await textOf(page)).toBe(before)
})

test('an input that is written as a map says so, and nothing is written over it', async ({ page, workspace }) => {
  const written = STEPS.replace(`input: '{"content": "About {{ .facts.topic }}",   "mode": "apend"}'   # why`, 'input:\n        path: a.txt # where\n        content: x')
  await workspace.write('notes.yaml', written)
  await openFile(page, workspace, 'notes.yaml')
  await node(page, 'save').click()
  const field = page.locator('[data-field="input"]')
  await expect(field.getByTestId('no-text')).toContainText('edited in the file')
  await expect(field.getByTestId('field-problem')).toHaveCount(1)
  await expect(field.getByTestId('field-problem')).toContainText('must be text, but this is a map')
  await expect(field.getByRole('textbox')).toHaveCount(0)
  await expect(field.getByRole('combobox')).toHaveCount(0)
  await expect(page.getByTestId('argument-row-path')).toHaveCount(0)
  expect(await textOf(page)).toBe(written)
})

test('a list that stands in the place of a text says so, and nothing is written over it', async ({ page, workspace }) => {
  await workspace.write('notes.yaml', 'name: w\nnodes:\n  - id: a\n    prompt:\n      - one # first\n      - two\n')
  await openFile(page, workspace, 'notes.yaml')
  await node(page, 'a').click()
  const field = page.locator('[data-field="prompt"]')
  await expect(field.getByTestId('no-text')).toContainText('edited in the file')
  await expect(field.getByTestId('field-problem')).toHaveCount(1)
  await expect(field.getByRole('textbox')).toHaveCount(0)
})
