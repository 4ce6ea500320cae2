import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startOpenAiServer } from '../server/testing/openai-server.ts'
import { expect, openFile, test, Workspace } from './harness.ts'
import { workflowOf } from './large-files.ts'

const NODES = 300

test('the lists of a long run draw what is in view, are walked by keyboard to their ends, and stay where one reads', async ({ page }) => {
  // Half of the nodes are answered at once; the rest once the list of events was scrolled.
  let goOn = () => {}
  const scrolled = new Promise<void>((resolve) => (goOn = resolve))
  let asked = 0
  const models = await startOpenAiServer({
    async reply() {
      asked += 1
      if (asked > NODES / 2) await scrolled
      return { text: 'Found and written down.' }
    },
  })
  const dir = await mkdtemp(join(tmpdir(), 'heddle-e2e-'))
  const state = await mkdtemp(join(tmpdir(), 'heddle-state-'))
  await writeFile(join(dir, 'flow.yaml'), workflowOf(NODES))
  const workspace = new Workspace(dir, state, { HEDDLE_MODEL: `openai-compatible:local@${models.url}` })
  await workspace.start()
  try {
    await openFile(page, workspace, 'flow.yaml')
    await page.getByTestId('run').click()
    await expect(page.getByTestId('run-status')).toHaveAttribute('data-status', 'running')
    await expect(page.getByRole('button', { name: '150 done' })).toBeVisible()

    await page.getByTestId('tab-events').click()
    const events = page.getByRole('region', { name: 'Events of the run' })
    await expect(events.getByRole('row').first()).toBeVisible()
    await events.evaluate((element) => (element.scrollTop = 40 * 24))
    const topmost = () =>
      events.evaluate((element) => {
        const edge = element.getBoundingClientRect().top
        return [...element.querySelectorAll('tr[aria-rowindex]')].find((row) => row.getBoundingClientRect().top >= edge - 1)?.firstElementChild?.textContent
      })
    await expect.poll(topmost).not.toBeUndefined()
    const read = await topmost()
    goOn()
    await expect(page.getByRole('button', { name: '150 done' })).toBeHidden()
    await expect.poll(async () => Number((await page.getByTestId('tab-events').textContent())?.replace(/\D/g, ''))).toBeGreaterThan(800)
    expect(await topmost()).toBe(read)
    expect(await events.getByRole('row').count()).toBeLessThan(100)
    await events.focus()
    await page.keyboard.press('End')
    await expect(events.getByRole('cell', { name: 'run.created' })).toBeInViewport()

    await page.getByTestId('tab-run').click()
    await expect(page.getByTestId('run-status')).toHaveAttribute('data-status', 'completed')
    const rows = page.getByRole('list', { name: 'Nodes of the run' })
    const first = rows.getByRole('button', { name: /node_0\b/ })
    await first.click()
    await page.keyboard.press('End')
    await expect(rows.getByRole('button', { name: /node_299\b/ })).toBeInViewport()
    await expect(rows.getByRole('listitem').last()).toHaveAttribute('aria-posinset', '300')
    expect(await rows.getByRole('listitem').count()).toBeLessThan(100)
    // The row that has the keyboard is still there, and the keyboard goes on from it.
    await expect(first).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.locator(':focus')).toBeInViewport()
  } finally {
    await workspace.stop()
    await models.close()
    await rm(dir, { recursive: true, force: true })
    await rm(state, { recursive: true, force: true })
  }
})
