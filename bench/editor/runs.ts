import { join } from 'node:path'
import { workflowOf } from '../../e2e/large-files.ts'
import { analyse, openDocument, planOf } from '../../src/core/index.ts'
import { createEngine, createIds, systemClock, type Executor } from '../../server/engine/index.ts'
import { createOwner } from '../../server/store/owner.ts'
import { createSqliteStore } from '../../server/store/sqlite.ts'
import type { Context } from './context.ts'
import { ms, type Row } from './figures.ts'
import { withLongTasks } from './long-tasks.ts'
import { VIEWPORT, withBrowser } from './launch.ts'
import { growth, memoryOf } from './memory.ts'
import { openFile, quiet, Stage } from './stage.ts'

/** Each starts and completes. */
const NODES = 5000

const idle: Executor = { render: () => null, execute: () => Promise.resolve({ output: 'Found and written down.' }) }

/** Finished runs of about 10,000 events, read from their logs, folded and drawn one after the other. */
export async function measureRuns({ root, browser, quick }: Context): Promise<readonly Row[]> {
  const text = workflowOf(NODES)
  const stage = await Stage.of(root, { 'flow.yaml': text })
  try {
    await finishedRun(stage.dir, text)
    const events = await finishedRun(stage.dir, text)
    const url = await stage.serve()
    return await withBrowser(browser, [], async (chromium) => {
      const page = await chromium.newPage({ viewport: VIEWPORT })
      await openFile(page, url, 'flow.yaml')
      await page.getByTestId('tab-history').click()
      const past = page.getByRole('list', { name: 'Past runs' })
      // The run that is not shown now: every round shows the other one.
      const other = past.locator('button:not([aria-current="true"])').first()
      const show = async () => {
        const name = await other.textContent()
        await other.click()
        await past.locator('button[aria-current="true"]', { hasText: name ?? '' }).waitFor({ timeout: 60_000 })
        await quiet(page, 1000)
      }
      await show()
      await show()
      const { tasks, frames } = await withLongTasks(page, show)
      const before = await memoryOf(page)
      const rounds = quick ? 3 : 10
      for (let n = 0; n < rounds; n += 1) await show()
      const { text: grown, isFlat } = growth(before, await memoryOf(page))
      return [
        { what: `${events.toLocaleString('en')} run events folded and drawn`, budget: 'no task over 50 ms', heddle: `longest task ${tasks.length === 0 ? 'under 50 ms' : ms(Math.max(...tasks))}, longest frame ${ms(frames.longest)}`, peer: '', met: tasks.length === 0 },
        { what: `memory over ${rounds} such runs`, budget: 'flat', heddle: grown, peer: '', met: isFlat },
      ]
    })
  } finally {
    await stage.close()
  }
}

/** Runs the file's plan with nodes that do nothing, into the log that the server will read. */
export async function finishedRun(dir: string, text: string): Promise<number> {
  const { reading } = analyse(openDocument({ text, format: 'yaml' }))
  if (!reading) throw new Error('the made-up file cannot be read')
  const plan = planOf(reading.model)
  const store = createSqliteStore({ file: join(dir, '.heddle/runs.db') })
  const engine = createEngine({ store, clock: systemClock, ids: createIds(), executor: idle, owner: createOwner() })
  const handle = await engine.start({ plan, definition: { text }, file: 'flow.yaml', options: { maxParallel: 64, schedule: 'levels' } })
  const { seq } = await handle.ended
  await engine.close()
  await store.close()
  return seq
}
