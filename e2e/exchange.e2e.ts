import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { findings } from './findings.ts'
import { expect, node, openFile, test, textOf } from './harness.ts'
import { TRIAGE } from './triage.ts'

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
    test.slow()
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
    await expect(page.getByTestId('start-steps')).toBeVisible()
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

const HOSTILE = `name: hostile
nodes:
  # 注释 & <b>
  - id: "<script>alert(1)</script>"
    prompt: '"]; click n1 & <img src=x onerror=alert(1)> \`code\`'
  - id: 草稿
    kind: verifier
    needs: ["<script>alert(1)</script>"]
    prompt: 写出三句话，然后说 PASS 或 FAIL。
`

test.describe('taking out', () => {
  test.use({ files: { 'hostile.yaml': HOSTILE } })

  const wordsOf = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, words]) => words!.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))))

  /** Takes the open workflow out by the menu, and reads the file that the browser was given. */
  async function exported(page: Page, label: string): Promise<{ readonly name: string; readonly bytes: Buffer }> {
    const given = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await page.getByRole('menuitem', { name: label }).click()
    const download = await given
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
  }

  test('a picture in vectors holds the words as they are and stands as the canvas does, light and dark', async ({ page, workspace }) => {
    await openFile(page, workspace, 'hostile.yaml')
    const before = await exported(page, 'Picture, in vectors')
    expect(before.name).toBe('hostile.svg')
    const svg = before.bytes.toString('utf8')
    expect(wordsOf(svg)).toEqual(expect.arrayContaining(['<script>alert…', '草稿', 'Verifier', '注释 & <b>']))
    expect(wordsOf(svg).join('')).toContain('写出三句话，然后说')
    expect(svg).not.toContain('<script')
    expect(svg).not.toContain('<img')
    // It is well formed: the browser reads it as XML.
    expect(await page.evaluate((text) => new DOMParser().parseFromString(text, 'image/svg+xml').querySelectorAll('parsererror').length, svg)).toBe(0)
    // A node that was moved stands elsewhere in the next picture.
    const card = (text: string) => /<g><title>草稿[^]*?<rect x="(-?[\d.]+)" y="(-?[\d.]+)" width="207"/.exec(text)!.slice(1).map(Number)
    const box = (await node(page, '草稿').boundingBox())!
    await page.mouse.move(box.x + 60, box.y + 60)
    await page.mouse.down()
    await page.mouse.move(box.x + 90, box.y + 130, { steps: 4 })
    await page.mouse.up()
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    const dark = (await exported(page, 'Picture, in vectors')).bytes.toString('utf8')
    expect(dark).toContain('#141315')
    const [[x, y], [movedX, movedY]] = [card(svg), card(dark)]
    expect(movedX! - x!).toBeGreaterThan(10)
    expect(movedY! - y!).toBeGreaterThan(30)
  })

  test('a picture in pixels has twice the size of the one in vectors, and shows it', async ({ page, workspace }) => {
    await openFile(page, workspace, 'hostile.yaml')
    const svg = (await exported(page, 'Picture, in vectors')).bytes.toString('utf8')
    const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(svg)!.map(Number)
    const { name, bytes } = await exported(page, 'Picture, in pixels')
    expect(name).toBe('hostile.png')
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([width! * 2, height! * 2])
    const colours = await page.evaluate(async (base64) => {
      const image = await createImageBitmap(new Blob([Uint8Array.from(atob(base64), (each) => each.charCodeAt(0))], { type: 'image/png' }))
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d')!
      context.drawImage(image, 0, 0)
      const { data } = context.getImageData(0, 0, image.width, image.height)
      const seen = new Map<number, number>()
      for (let at = 0; at < data.length; at += 4) {
        const colour = (data[at]! << 16) | (data[at + 1]! << 8) | data[at + 2]!
        seen.set(colour, (seen.get(colour) ?? 0) + 1)
      }
      return { count: seen.size, canvas: seen.get(0xf4f4f2) ?? 0, card: seen.get(0xffffff) ?? 0, ink: seen.get(0x211e22) ?? 0, all: data.length / 4 }
    }, bytes.toString('base64'))
    expect(colours.canvas).toBeGreaterThan(colours.all / 4)
    expect(colours.card).toBeGreaterThan(20_000)
    // The ids are there, in the colour of text.
    expect(colours.ink).toBeGreaterThan(200)
    expect(colours.count).toBeGreaterThan(30)
  })

  test('a diagram on the clipboard, and a warning for what JSON cannot hold', async ({ page, context, workspace }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await openFile(page, workspace, 'hostile.yaml')
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Copy as Mermaid' }).click()
    await expect(page.getByTestId('toast')).toHaveText(/The Mermaid diagram is on the clipboard/)
    const diagram = await page.evaluate(() => navigator.clipboard.readText())
    expect(diagram).toContain('n1("#60;script#62;alert#40;1#41;#60;/script#62;")')
    expect(diagram).toContain('n1 --> n2')
    const { name, bytes } = await exported(page, 'JSON')
    expect(name).toBe('hostile.json')
    expect((JSON.parse(bytes.toString('utf8')) as { nodes: { id: string }[] }).nodes.map(({ id }) => id)).toEqual(['<script>alert(1)</script>', '草稿'])
    await expect(page.getByTestId('toast').filter({ hasText: 'JSON has no comments' })).toBeVisible()
  })
})
