import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { startAnthropicServer } from '../server/testing/anthropic-server.ts'
import type { ModelServer, ReceivedRequest, Reply } from '../server/testing/model-server.ts'
import { startOpenAiServer } from '../server/testing/openai-server.ts'
import { expect, node, openFile, test, Workspace } from './harness.ts'

const FLOW = `name: relay
nodes:
  - id: collect
    prompt: Collect the facts.
  - id: broken
    prompt: This one fails.
  - id: draft
    needs: [collect]
    prompt: Write the draft.
  - id: lost
    needs: [broken]
    prompt: Never asked.
  - id: check
    kind: verifier
    needs: [draft]
    prompt: Check the draft.
`

/** The next answers wait until the test lets them go. */
function gate() {
  let open: () => void = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open: () => open() }
}

async function answering(reply: (request: ReceivedRequest) => Reply | Promise<Reply>, provider: 'openai' | 'anthropic') {
  const models: ModelServer = provider === 'openai' ? await startOpenAiServer({ reply }) : await startAnthropicServer({ reply })
  const dir = await mkdtemp(join(tmpdir(), 'heddle-e2e-'))
  const state = await mkdtemp(join(tmpdir(), 'heddle-state-'))
  await writeFile(join(dir, 'relay.yaml'), FLOW)
  const workspace = new Workspace(
    dir,
    state,
    provider === 'openai'
      ? { HEDDLE_MODEL: `openai-compatible:local@${models.url}` }
      : { HEDDLE_MODEL: 'anthropic:claude-local', ANTHROPIC_API_KEY: 'a-test-key', ANTHROPIC_BASE_URL: models.url },
  )
  await workspace.start()
  const close = async () => {
    await workspace.stop()
    await models.close()
    await rm(dir, { recursive: true, force: true })
    await rm(state, { recursive: true, force: true })
  }
  return { workspace, models, close }
}

const status = (page: Page, id: string, value: string | RegExp) => expect(node(page, id)).toHaveAttribute('data-status', value)

for (const provider of ['openai', 'anthropic'] as const) {
  test(`a run against an ${provider} server lights up node by node, and a reload in the middle loses nothing`, async ({ page }) => {
    const hold = gate()
    const { workspace, models, close } = await answering(async ({ prompt }) => {
      if (prompt.includes('This one fails')) return { status: 400, type: 'invalid_request_error', message: 'the prompt was refused' }
      if (prompt.includes('Write the draft')) {
        await hold.opened
        return { text: 'The draft in full.', pieces: 4 }
      }
      return 'Found and written down.'
    }, provider)
    try {
      await openFile(page, workspace, 'relay.yaml')
      await page.getByTestId('run').click()
      await status(page, 'collect', 'completed')
      await status(page, 'broken', 'failed')
      await status(page, 'draft', 'running')
      await status(page, 'check', /idle|queued/)

      await page.reload()
      await expect(node(page, 'draft')).toBeVisible()
      await status(page, 'collect', 'completed')
      await status(page, 'draft', 'running')

      hold.open()
      await status(page, 'draft', 'completed')
      await status(page, 'check', 'completed')
      await status(page, 'lost', 'failed')
      await expect(page.getByTestId('run-status')).toHaveAttribute('data-status', 'failed')
      await expect(page.getByText('dependency "broken" failed').first()).toBeVisible()
      expect(models.calls('Never asked')).toBe(0)
      expect(models.calls('Collect the facts')).toBe(1)

      await node(page, 'draft').click()
      await page.getByTestId('inspector').getByRole('tab', { name: 'Last run' }).click()
      await expect(page.getByTestId('inspector')).toContainText('The draft in full.')
    } finally {
      hold.open()
      await close()
    }
  })
}

test('stop ends a run, and what was running is not said to run', async ({ page }) => {
  const { workspace, close } = await answering(({ prompt }) => (prompt.includes('Write the draft') ? { hang: true } : 'ok'), 'openai')
  try {
    await openFile(page, workspace, 'relay.yaml')
    await page.getByTestId('run').click()
    await status(page, 'draft', 'running')
    await page.getByTestId('run').click()
    await expect(page.getByTestId('run-status')).toHaveAttribute('data-status', 'cancelled')
    await expect(node(page, 'draft')).not.toHaveAttribute('data-status', 'running')
    await expect(page.getByTestId('run')).toContainText('Run')
  } finally {
    await close()
  }
})

test('a server that is killed in the middle of a run leaves no node running, and resume asks only what was not answered', async ({ page }) => {
  const hold = gate()
  const { workspace, models, close } = await answering(async ({ prompt }) => {
    if (prompt.includes('Write the draft')) await hold.opened
    return 'ok'
  }, 'openai')
  try {
    await openFile(page, workspace, 'relay.yaml')
    await page.getByTestId('run').click()
    await status(page, 'draft', 'running')
    await workspace.stop('SIGKILL')
    await status(page, 'draft', 'unknown')
    hold.open()
    await workspace.start()
    await status(page, 'draft', 'interrupted')
    await expect(page.getByTestId('run-status')).toHaveAttribute('data-status', 'interrupted')
    await page.getByRole('button', { name: 'Resume' }).click()
    await expect(page.getByTestId('run-status')).toHaveAttribute('data-status', 'completed')
    await status(page, 'check', 'completed')
    expect(models.calls('Collect the facts')).toBe(1)
  } finally {
    hold.open()
    await close()
  }
})
