import type { Page } from '@playwright/test'
import { edge, expect, node, openFile, test, textOf } from './harness.ts'

const EMPTY = `name: rounds
workflow:
  nodes: []
  edges: []
`

const STEPS = `name: report
workflow:
  steps:
    - id: collect
      tool: set
      input: '{"topic": "{{ .trigger }}"}'
      output: facts
    # Only when there is something to say.
    - id: report
      tool: echo
      if: "{{ .facts.topic }}"
      input: 'About {{ .facts.topic }}'
`

test.use({ files: { 'rounds.yaml': EMPTY, 'steps.yaml': STEPS } })

const field = (page: Page, name: string) => page.getByTestId(`field-${name}`)

/** An edge may lie under a label or another edge: it is chosen as a click on its line would. */
async function choose(page: Page, from: string, to: string): Promise<void> {
  await edge(page, from, to).locator('.thread-catch').dispatchEvent('click')
  await expect(edge(page, from, to)).toHaveAttribute('data-selected', 'true')
}

async function run(page: Page, trigger: string): Promise<void> {
  await page.getByTestId('run').click()
  await page.getByTestId('trigger').fill(trigger)
  await page.getByTestId('start-run').click()
}

test('draws a flow with a loop, sets condition and budget, mends the budget that was forgotten, and runs it', async ({ page, workspace }) => {
  await page.goto(workspace.url)
  await page.getByTestId('file-rounds.yaml').click()
  await expect(page.getByText('Nothing here yet.')).toBeVisible()

  // By keyboard: three tools, each after the one that is selected.
  await page.getByTestId('canvas').focus()
  for (const id of ['tool', 'tool_2', 'tool_3']) {
    await page.keyboard.press('1')
    await expect(node(page, id)).toBeVisible()
  }
  await expect(edge(page, 'tool', 'tool_2')).toBeAttached()
  await expect(edge(page, 'tool_2', 'tool_3')).toBeAttached()
  for (const [before, id, tool, input, output] of [
    ['tool', 'count', 'set', '{"n": "{{ .count.n }}x"}', 'count'],
    ['tool_2', 'check', 'echo', '{{ .count.n }}', 'seen'],
    ['tool_3', 'report', 'echo', 'done with {{ .seen }}', ''],
  ] as const) {
    await node(page, before).click()
    await page.keyboard.press('F2')
    await page.keyboard.press('Control+A')
    await page.keyboard.type(id)
    await page.keyboard.press('Enter')
    await expect(node(page, id)).toBeVisible()
    await field(page, 'tool').fill(tool)
    if (!(await field(page, 'input').isVisible())) await page.getByRole('button', { name: 'Input', exact: true }).click()
    await field(page, 'input').fill(input)
    if (output !== '') {
      if (!(await field(page, 'output').isVisible())) await page.getByRole('button', { name: 'Output', exact: true }).click()
      await field(page, 'output').fill(output)
    }
  }

  // The way back by keyboard: C goes through the nodes, Enter draws.
  await node(page, 'check').click()
  await page.keyboard.press('c')
  const bar = page.locator('.connect-bar')
  for (let i = 0; i < 3 && !(await bar.textContent())?.includes('count'); i += 1) await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(edge(page, 'check', 'count')).toHaveAttribute('data-back', 'true')

  await choose(page, 'check', 'count')
  await field(page, 'if').fill('{{ lt (len .seen) 3 }}')
  await field(page, 'max_iterations').fill('6')
  await expect(page.getByText('at most 6 times in one run')).toBeVisible()
  // It is to be tried before the way on, which has no condition.
  await page.getByRole('button', { name: 'Try it earlier' }).click()
  await expect(page.getByText('Edge 1 of 2, a way back')).toBeVisible()
  expect(await textOf(page)).toContain(`if: '{{ lt (len .seen) 3 }}'`)

  // The way there still may be taken once: the loop would end after its first round.
  await page.getByRole('contentinfo').getByRole('button', { name: /Problems/ }).click()
  const problem = page.getByTestId('problem').filter({ hasText: 'count' }).first()
  await expect(problem).toBeVisible()
  await choose(page, 'count', 'check')
  await page.locator('.inspector-body').getByTestId('field-problem').getByRole('button').first().click()
  await expect(page.getByTestId('problem')).toHaveCount(0)
  await expect(field(page, 'max_iterations')).not.toHaveValue('')

  await run(page, 'go')
  await expect(page.getByTestId('run-status')).toHaveAttribute('data-status', 'completed')
  await expect(node(page, 'report')).toHaveAttribute('data-status', 'completed')
  await expect(edge(page, 'check', 'count')).toHaveAttribute('data-taken', 'yes')
  await expect(edge(page, 'check', 'count')).toHaveAttribute('data-count', '2')
  await expect(page.getByTestId('visit-count#3')).toBeVisible()
  await page.getByTestId('visit-check#2').click()
  await expect(page.getByTestId('visit-check#2')).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByRole('region', { name: 'Output' }).or(page.locator('.visit-open section[aria-label="Output"]')).first()).toContainText('xx')
  await expect(page.getByTestId('run-ended')).toContainText('report')
})

test('leads an edge to the end, keeps its condition when it is led elsewhere, and deletes it', async ({ page, workspace }) => {
  await workspace.write('rounds.yaml', `name: rounds
workflow:
  nodes:
    - { id: a, tool: echo }
    - { id: b, tool: echo }
    - { id: c, tool: echo }
  edges:
    # Goes on.
    - from: a
      to: b
      if: "{{ .trigger }}"
`)
  await openFile(page, workspace, 'rounds.yaml')
  await choose(page, 'a', 'b')
  const to = page.getByTestId('edge-to')
  await to.fill('c')
  await to.press('Enter')
  await expect(edge(page, 'a', 'c')).toHaveAttribute('data-selected', 'true')
  expect(await textOf(page)).toContain('# Goes on.\n    - from: a\n      to: c\n      if: "{{ .trigger }}"')
  await to.fill('end')
  await to.press('Enter')
  await expect(node(page, 'end')).toBeVisible()
  await expect(edge(page, 'a', 'end')).toHaveAttribute('data-selected', 'true')

  // By mouse: its end is taken and led to another node.
  const grip = (await page.getByTestId('grip-to').boundingBox())!
  const target = (await node(page, 'b').boundingBox())!
  await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2)
  await page.mouse.down()
  await page.mouse.move(target.x + target.width / 2, target.y + target.height / 2, { steps: 5 })
  await page.mouse.up()
  await expect(edge(page, 'a', 'b')).toHaveAttribute('data-selected', 'true')
  await page.keyboard.press('Control+z')
  await expect(edge(page, 'a', 'end')).toBeAttached()

  await choose(page, 'a', 'end')
  await page.getByTestId('canvas').focus()
  await page.keyboard.press('Delete')
  await expect(edge(page, 'a', 'end')).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(edge(page, 'a', 'end')).toBeAttached()
})

test('edits steps as a chain, offers the variables of a template, and shows what it gave in the last run', async ({ page, workspace }) => {
  await openFile(page, workspace, 'steps.yaml')
  await expect(edge(page, 'collect', 'report')).toBeAttached()
  await expect(node(page, 'report')).toContainText('if .facts.topic')

  // A new step goes after the selected one; nothing is drawn by hand.
  await node(page, 'report').click()
  await page.keyboard.press('1')
  await expect(page.locator('[data-testid^="edge-report-"]')).toBeAttached()
  await field(page, 'tool').fill('echo')
  if (!(await field(page, 'input').isVisible())) await page.getByRole('button', { name: 'Input', exact: true }).click()
  await field(page, 'input').fill('Sent: ')
  await field(page, 'input').press('End')
  await page.keyboard.type('{{ .fa')
  await expect(page.getByRole('option', { name: /facts/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.type('.topic }}')
  await expect(field(page, 'input')).toHaveValue('Sent: {{ .facts.topic }}')

  await run(page, 'bees')
  await expect(page.getByTestId('run-status')).toHaveAttribute('data-status', 'completed')
  await expect(page.getByTestId('preview-input')).toContainText('Sent: bees')

  // The condition fails without a topic: the step is skipped. What was asked last stands there to be changed.
  await page.getByTestId('run').click()
  await expect(page.getByTestId('trigger')).toHaveValue('bees')
  await page.getByTestId('trigger').fill('')
  await page.getByTestId('start-run').click()
  await expect(node(page, 'report')).toHaveAttribute('data-status', 'skipped')
})

test('asks once about what a run may do outside, and runs with the yes', async ({ page, workspace }) => {
  await workspace.write('steps.yaml', `name: write
workflow:
  steps:
    - id: save
      tool: write
      input: '{"path": "out.txt", "content": "{{ .trigger }}"}'
`)
  await openFile(page, workspace, 'steps.yaml')
  await run(page, 'kept')
  const sheet = page.getByTestId('approve-sheet')
  await expect(sheet).toContainText('Nothing has started yet.')
  await expect(sheet.getByTestId('effect-std::write')).toContainText('save')
  await page.getByTestId('approve-run').click()
  await expect(page.getByTestId('run-status')).toHaveAttribute('data-status', 'completed')
  expect(await workspace.read('out.txt')).toBe('kept')
})

test('nodes of a flow go through the clipboard with their edges, conditions, budgets, order and notes, and set variables of their own', async ({ page, workspace, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await workspace.write('rounds.yaml', `name: rounds
workflow:
  nodes:
    - { id: begin, tool: echo, input: '{{ .trigger }}', output: topic }
    # Writes a little more each time.
    - id: write
      tool: echo
      input: '{{ .topic }}: {{ .draft }}x'
      output: draft
    - id: judge
      tool: echo
      input: '{{ len .draft }}'
      output: size
  edges:
    - { from: begin, to: write }
    - from: write
      to: judge
      max_iterations: 4
    # Once more.
    - from: judge
      to: write
      if: '{{ lt .size 9 }}'
      max_iterations: 3
`)
  const before = await workspace.read('rounds.yaml')
  await openFile(page, workspace, 'rounds.yaml')
  await node(page, 'write').click()
  await node(page, 'judge').click({ modifiers: ['Shift'] })
  await page.keyboard.press('Control+c')
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain('# Writes a little more each time.\n- id: write')
  expect(copied).toContain("# Once more.\n- from: judge\n  to: write\n  if: '{{ lt .size 9 }}'\n  max_iterations: 3\n")

  await page.keyboard.press('Control+v')
  await expect(node(page, 'write_2')).toHaveAttribute('data-selected', 'true')
  await expect(node(page, 'judge_2')).toHaveAttribute('data-selected', 'true')
  await expect(edge(page, 'judge_2', 'write_2')).toHaveAttribute('data-back', 'true')
  await expect(page.locator('.toast').last()).toContainText('draft is set as draft_2 here')
  const text = await textOf(page)
  expect(text).toContain(`    # Writes a little more each time.
    - id: write_2
      tool: echo
      input: '{{ .topic }}: {{ .draft_2 }}x'
      output: draft_2
    - id: judge_2
      tool: echo
      input: '{{ len .draft_2 }}'
      output: size_2
`)
  expect(text).toContain(`    # Once more.
    - from: judge_2
      to: write_2
      if: '{{ lt .size_2 9 }}'
      max_iterations: 3
`)
  // What was there is as it was.
  expect(before.split('\n').filter((line) => !text.includes(line))).toEqual([])
  await page.keyboard.press('Control+z')
  await expect.poll(() => textOf(page)).toBe(before)

  // Cut and pasted it is the same nodes again, under their names, and the edge that leads there with them.
  await node(page, 'write').click()
  await node(page, 'judge').click({ modifiers: ['Shift'] })
  await page.keyboard.press('Control+x')
  await expect(node(page, 'judge')).toHaveAttribute('data-kind', 'ghost')
  await page.keyboard.press('Control+v')
  await expect(node(page, 'judge')).toHaveAttribute('data-kind', 'tool')
  await expect(edge(page, 'begin', 'write')).toHaveCount(1)
  await expect(edge(page, 'judge', 'write')).toHaveCount(1)
  await expect(edge(page, 'judge', 'write')).toHaveAttribute('data-back', 'true')
  expect((await textOf(page)).split('\n').toSorted()).toEqual(before.split('\n').toSorted())

  await node(page, 'judge').click()
  await page.keyboard.press('Control+d')
  await expect(node(page, 'judge_2')).toBeVisible()
  expect(await textOf(page)).toContain("    - id: judge_2\n      tool: echo\n      input: '{{ len .draft }}'\n      output: size_2\n")
})

test('a step is pasted after the selected one, and the steps run in that order', async ({ page, workspace, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openFile(page, workspace, 'steps.yaml')
  await node(page, 'collect').click()
  await page.keyboard.press('Control+c')
  await page.keyboard.press('Control+v')
  await expect(edge(page, 'collect', 'collect_2')).toBeAttached()
  await expect(edge(page, 'collect_2', 'report')).toBeAttached()
  expect(await textOf(page)).toContain('output: facts_2\n    # Only when there is something to say.\n    - id: report')
  await node(page, 'collect').click()
  await page.keyboard.press('Control+x')
  await expect(node(page, 'collect')).toHaveCount(0)
  await node(page, 'report').click()
  await page.keyboard.press('Control+v')
  await expect(edge(page, 'report', 'collect')).toBeAttached()
  expect(await textOf(page)).toMatch(/- id: collect_2[\s\S]*- id: report[\s\S]*- id: collect\n/)
})
