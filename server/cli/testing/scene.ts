import type { DagResult } from '../../../src/core/index.ts'
import type { ModelServer, ModelServerOptions, ReceivedRequest, Reply } from '../../testing/model-server.ts'
import { startOpenAiServer } from '../../testing/openai-server.ts'
import { folderWith } from './program.ts'

const open: (() => Promise<unknown>)[] = []

/** Stops servers and removes folders; for `afterEach`. */
export async function closeScenes(): Promise<void> {
  await Promise.all(open.splice(0).map((close) => close()))
}

/** A workflow whose prompts have their node's name in capitals. */
export const notes = `name: notes
nodes:
  - id: collect
    prompt: COLLECT the commits
  - id: issues
    prompt: ISSUES of this week
  - id: draft
    needs: [collect, issues]
    prompt: DRAFT the notes
  - id: check
    kind: verifier
    needs: [draft]
    prompt: CHECK the notes
`

/** The node that a prompt belongs to: its word in capitals, behind the results that it was given. */
export function task({ prompt }: Pick<ReceivedRequest, 'prompt'>): string {
  return prompt.match(/\b[A-Z]{4,}\b/g)?.findLast((word) => ['COLLECT', 'ISSUES', 'DRAFT', 'CHECK', 'LONE'].includes(word)) ?? ''
}

export type Scene = { readonly cwd: string; readonly server: ModelServer; readonly env: Record<string, string>; asked(): string[] }

/** A model server, a folder with files, and the environment that leads from one to the other. */
export async function scene(reply: (task: string, request: ReceivedRequest) => Reply | Promise<Reply>, { files = { 'notes.yaml': notes }, startServer = startOpenAiServer }: { files?: Record<string, string>; startServer?: (options: ModelServerOptions) => Promise<ModelServer> } = {}): Promise<Scene> {
  const [server, folder] = await Promise.all([startServer({ reply: (request) => reply(task(request), request) }), folderWith(files)])
  open.push(() => server.close(), () => folder.remove())
  const env = { HEDDLE_MODEL: `openai-compatible:m@${server.url}` }
  return { cwd: folder.path, server, env, asked: () => server.requests.map(task) }
}

export function parse(out: string): DagResult {
  return JSON.parse(out) as DagResult
}

/** Waits for a condition, ten seconds at most. */
export async function until(condition: () => boolean): Promise<void> {
  for (let tries = 0; !condition(); tries += 1) {
    if (tries > 1000) throw new Error('waited for too long')
    await new Promise((resolve) => {
      setTimeout(resolve, 10)
    })
  }
}
