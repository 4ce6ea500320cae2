import { execFileSync } from 'node:child_process'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, node, openFile, test, textOf } from './harness.ts'

const TRIAGE = `name: triage
nodes:
  # Read it twice.
  - id: read
    prompt: Read the report.
  - id: sort
    kind: verifier
    needs: [read]
    prompt: |
      Sort it.
      Say PASS or FAIL.
`

/** Changes the text as a user would type it: as one edit of the text pane's document. */
async function replaceInText(page: Page, from: string, to: string): Promise<void> {
  await page.getByTestId('text-pane').locator('.view-line').filter({ hasText: from }).first().click()
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+End')
  await page.keyboard.insertText(to)
  await expect.poll(() => textOf(page)).toContain(to)
}

async function findings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).exclude('.monaco-editor').analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`)
}

test.describe('comparing', () => {
  test.use({ files: { 'triage.yaml': TRIAGE } })

  test('unsaved edits beside the saved file: words are marked, nodes are named, one change can be taken back', async ({ page, workspace }) => {
    await openFile(page, workspace, 'triage.yaml')
    await replaceInText(page, 'prompt: Read the report.', 'prompt: Read the whole report.')
    await replaceInText(page, 'name: triage', 'name: triage of mine')
    await page.getByTestId('saved-state').getByRole('button').click()
    const stage = page.getByTestId('compare')
    await expect(stage.getByTestId('change')).toHaveCount(2)
    await expect(stage.getByTestId('graph-change')).toHaveText("1 node changed: read (prompt); the file's name changed")
    await expect(stage.locator('ins mark').filter({ hasText: 'whole' })).toBeVisible()
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
      await expect(page.locator('html')).toHaveAttribute('data-theme', scheme)
      expect(await findings(page)).toEqual([])
    }
    // By the keyboard alone: to the second change, and back with it.
    await page.keyboard.press('F7')
    await page.keyboard.press('F7')
    await expect(stage.getByTestId('change').nth(1)).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(stage.getByTestId('change')).toHaveCount(1)
    expect(await textOf(page)).toBe(TRIAGE.replace('name: triage', 'name: triage of mine'))
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+z')
    await expect.poll(() => textOf(page)).toContain('Read the whole report.')
  })

  test('with the last commit of a real repository, and in words where there is none', async ({ page, workspace }) => {
    await openFile(page, workspace, 'triage.yaml')
    const compareWithHead = async () => {
      await page.keyboard.press('Control+k')
      await page.keyboard.insertText('last commit')
      await page.keyboard.press('Enter')
    }
    await compareWithHead()
    await expect(page.getByTestId('compare')).toContainText('no committed version')
    await page.keyboard.press('Escape')
    const git = (...args: readonly string[]) => execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], { cwd: workspace.dir, stdio: 'pipe' })
    git('init', '-q')
    git('add', 'triage.yaml')
    git('commit', '-qm', 'first')
    await workspace.write('triage.yaml', TRIAGE.replace('Sort it.', 'Sort it by weight.'))
    await expect.poll(() => textOf(page)).toContain('by weight')
    await compareWithHead()
    const stage = page.getByTestId('compare')
    await expect(stage.getByTestId('change')).toHaveCount(1)
    await expect(stage.locator('del')).toContainText('Sort it.')
    await expect(stage.getByTestId('graph-change')).toHaveText('1 node changed: sort (prompt)')
  })

  test('a file that changed on disk under unsaved edits: both are merged, one conflict is decided, one entry of the history', async ({ page, workspace }) => {
    await openFile(page, workspace, 'triage.yaml')
    await replaceInText(page, 'Sort it.', 'Sort it by area.')
    const mine = await textOf(page)
    await workspace.write('triage.yaml', `${TRIAGE.replace('Sort it.', 'Sort it by weight.').replace('name: triage', 'name: theirs')}  - id: report\n    prompt: Report.\n`)
    await page.getByRole('button', { name: 'Compare', exact: true }).click()
    const stage = page.getByTestId('compare')
    await expect(stage.getByTestId('conflict')).toHaveCount(1)
    await expect(stage.getByTestId('conflict')).toContainText('sort')
    await expect(stage.getByTestId('graph-change')).toContainText('Theirs: 1 node added: report')
    await expect(stage.getByTestId('use-merged')).toHaveAttribute('aria-disabled', 'true')
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
      await expect(page.locator('html')).toHaveAttribute('data-theme', scheme)
      expect(await findings(page)).toEqual([])
    }
    await page.keyboard.press('F7')
    await expect(stage.getByTestId('conflict')).toBeFocused()
    await stage.getByRole('button', { name: 'Both', exact: true }).click()
    await expect(stage.getByTestId('merged-text')).toContainText('Sort it by weight.')
    await stage.getByTestId('use-merged').click()
    await expect(stage).toBeHidden()
    await expect(page.getByTestId('saved-state')).toHaveAttribute('data-state', 'saved')
    const merged = `${TRIAGE.replace('      Sort it.\n', '      Sort it by weight.\n      Sort it by area.\n').replace('name: triage', 'name: theirs')}  - id: report\n    prompt: Report.\n`
    expect(await workspace.read('triage.yaml')).toBe(merged)
    await page.keyboard.press('Control+z')
    await expect.poll(() => textOf(page)).toBe(mine)
  })
})

/** Drops files on the page, as the browser would tell of it. */
async function dropFiles(page: Page, files: readonly { readonly name: string; readonly text: string }[]): Promise<void> {
  const transfer = await page.evaluateHandle((list) => {
    const data = new DataTransfer()
    for (const { name, text } of list) data.items.add(new File([text], name, { type: 'application/yaml' }))
    return data
  }, files)
  const target = page.getByTestId('canvas')
  await target.dispatchEvent('dragenter', { dataTransfer: transfer })
  await target.dispatchEvent('dragover', { dataTransfer: transfer })
  await expect(page.getByTestId('drop-veil')).toBeVisible()
  await target.dispatchEvent('drop', { dataTransfer: transfer })
}

const GITHUB = `name: Build and test
on: { push: { branches: [main] } }
env: { NODE: "22" }
jobs:
  lint:
    runs-on: ubuntu-latest
    timeout-minutes: 10
    steps:
      - uses: actions/checkout@v4
      - name: Lint
        run: npm run lint
  test:
    needs: lint
    strategy: { matrix: { node: [20, 22] } }
    runs-on: ubuntu-latest
    steps:
      - run: npm test
`

const ARGO = `apiVersion: argoproj.io/v1alpha1
kind: Workflow
metadata: { generateName: diamond- }
spec:
  entrypoint: main
  templates:
    - name: main
      dag:
        tasks:
          - { name: A, template: say }
          - { name: B, template: say, depends: A, when: "{{x}} == 1" }
    - name: say
      retryStrategy: { limit: 2 }
      container: { image: "alpine:3.20", command: [echo, hello] }
`

const KESTRA = `id: orders
namespace: company.team
triggers: [{ id: nightly, type: io.kestra.plugin.core.trigger.Schedule, cron: "0 1 * * *" }]
tasks:
  - id: load
    type: io.kestra.plugin.core.http.Download
    uri: https://example.org/orders.csv
  - id: 通知
    type: io.kestra.plugin.core.log.Log
    message: 完成
`

test.describe('bringing in', () => {
  test.use({ files: { 'triage.yaml': TRIAGE } })

  test('a workflow of GitHub Actions: what it becomes, what stays behind, and a file that is valid', async ({ page, workspace }) => {
    await openFile(page, workspace, 'triage.yaml')
    await dropFiles(page, [{ name: 'ci.yml', text: GITHUB }])
    const sheet = page.getByTestId('import-sheet')
    await expect(sheet.getByTestId('import-nodes')).toContainText('2 nodes')
    await expect(sheet.getByTestId('import-nodes')).toContainText('lint')
    for (const what of ['on', 'env', 'jobs.test.strategy', 'jobs.lint.runs-on']) await expect(sheet.getByTestId('not-carried-over').getByText(what, { exact: true })).toBeVisible()
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
      await expect(page.locator('html')).toHaveAttribute('data-theme', scheme)
      expect(await findings(page)).toEqual([])
    }
    await sheet.getByTestId('import-file').fill('../ci.yaml')
    await expect(sheet.getByTestId('create-imported')).toHaveAttribute('aria-disabled', 'true')
    await sheet.getByTestId('import-file').fill('ci-flow.yaml')
    await sheet.getByTestId('create-imported').click()
    await expect(node(page, 'test')).toBeVisible()
    await expect(node(page, 'test')).not.toHaveAttribute('data-problems', /error/)
    await expect(page.getByTestId('edge-lint-test')).toBeAttached()
    expect(await workspace.read('ci-flow.yaml')).toBe(await textOf(page))
    expect(await workspace.read('ci-flow.yaml')).toContain('#   jobs.test.strategy (line 14): A dag has no matrix.')
    expect(await workspace.read('triage.yaml')).toBe(TRIAGE)
  })

  test('several files at once, of Argo and Kestra, beside one that is none', async ({ page, workspace }) => {
    await openFile(page, workspace, 'triage.yaml')
    await dropFiles(page, [{ name: 'diamond.yaml', text: ARGO }, { name: 'orders.yml', text: KESTRA }, { name: 'compose.yaml', text: 'services: { web: { image: nginx } }\n' }])
    const sheet = page.getByTestId('import-sheet')
    await expect(sheet.locator('[data-kind="argo"]')).toContainText('when')
    await expect(sheet.locator('[data-kind="kestra"]')).toContainText('triggers')
    await expect(sheet).toContainText('This is a Compose file.')
    await sheet.getByRole('button', { name: 'Create 2 files' }).click()
    await expect(sheet).toBeHidden()
    await expect(node(page, '通知')).toBeVisible()
    await page.getByTestId('file-diamond.yaml').click()
    await expect(page.getByTestId('edge-A-B')).toBeAttached()
  })

  test('a workflow of Heddle comes in as it is, under a free name', async ({ page, workspace }) => {
    await openFile(page, workspace, 'triage.yaml')
    const text = '# Mine.\nname: other\nnodes:\n  - id: one # keep\n    prompt: p\n'
    await dropFiles(page, [{ name: 'triage.yaml', text }])
    await expect(node(page, 'one')).toBeVisible()
    expect(await workspace.read('triage-2.yaml')).toBe(text)
    expect(await workspace.read('triage.yaml')).toBe(TRIAGE)
  })
})

test.describe('on an empty folder', () => {
  test.use({ files: {} })

  test('a pasted workflow becomes a file, and another tool\'s a sheet', async ({ page, workspace }) => {
    await page.goto(workspace.url)
    await expect(page.getByTestId('start-workflow')).toBeVisible()
    const paste = (text: string) => page.evaluate((words) => {
      const data = new DataTransfer()
      data.setData('text/plain', words)
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    }, text)
    await paste(GITHUB)
    await expect(page.getByTestId('import-sheet')).toContainText('a GitHub Actions workflow')
    await page.keyboard.press('Escape')
    await expect(page.getByTestId('import-sheet')).toBeHidden()
    await paste(TRIAGE)
    await expect(node(page, 'sort')).toBeVisible()
    expect(await workspace.read('triage.yaml')).toBe(TRIAGE)
  })
})
