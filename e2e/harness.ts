import { expect, test as base, type Page } from '@playwright/test'
import { spawn, type ChildProcess } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const MAIN = join(root, 'scripts/heddle-test.js')
const EXAMPLES = join(root, 'examples')
/** What somebody who tried the examples has left in them: unsaved texts, positions, what a run wrote. */
const LEFT = new Set(['.heddle', 'shipped'])

/** A folder of workflows with a server of its own, as a user would start it. */
export class Workspace {
  readonly dir: string
  readonly env: { readonly [name: string]: string }
  readonly state: string
  private server: ChildProcess | null = null
  /** Where to open the editor: the address that `heddle serve` printed, token and all. */
  url = ''
  private port = 0

  constructor(dir: string, state: string, env: { readonly [name: string]: string }) {
    this.dir = dir
    this.state = state
    this.env = env
  }

  /** Starts the server; again after `kill` it takes the same port, as a user's restart would. */
  async start(): Promise<void> {
    const server = spawn(process.execPath, [MAIN, 'serve', this.dir, '--no-open', '--port', String(this.port)], {
      env: { PATH: process.env.PATH ?? '', HOME: this.state, XDG_STATE_HOME: this.state, NO_COLOR: '1', ...this.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.server = server
    let said = ''
    this.url = await new Promise<string>((resolve, reject) => {
      const read = (chunk: Buffer) => {
        said += chunk.toString()
        const url = /http:\/\/\S+/.exec(said)?.[0]
        if (url !== undefined) resolve(url)
      }
      server.stdout.on('data', read)
      server.stderr.on('data', read)
      server.on('exit', (code) => reject(new Error(`the server ended with ${code}: ${said}`)))
    })
    this.port = Number(new URL(this.url).port)
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const { server } = this
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill(signal)
    await ended
  }

  read(path: string): Promise<string> {
    return readFile(join(this.dir, path), 'utf8')
  }

  write(path: string, text: string): Promise<void> {
    return writeFile(join(this.dir, path), text)
  }
}

type Fixtures = {
  /** Environment of the server, for `test.use`. */
  readonly serverEnv: { readonly [name: string]: string }
  /** Copies the examples unless a test wants a folder of its own. */
  readonly files: { readonly [path: string]: string } | 'examples'
  readonly workspace: Workspace
  /** Errors that the page reported; a test that expects none sees them at its end. */
  readonly pageErrors: string[]
}

export const test = base.extend<Fixtures>({
  serverEnv: [{}, { option: true }],
  files: ['examples', { option: true }],
  workspace: async ({ serverEnv, files }, use) => {
    const dir = await mkdtemp(join(tmpdir(), 'heddle-e2e-'))
    const state = await mkdtemp(join(tmpdir(), 'heddle-state-'))
    if (files === 'examples') await cp(EXAMPLES, dir, { recursive: true, filter: (path) => !LEFT.has(basename(path)) })
    else for (const [path, text] of Object.entries(files)) await writeFile(join(dir, path), text)
    const workspace = new Workspace(dir, state, serverEnv)
    await workspace.start()
    await use(workspace)
    await workspace.stop()
    await rm(dir, { recursive: true, force: true })
    await rm(state, { recursive: true, force: true })
  },
  pageErrors: [
    async ({ page }, use) => {
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(error.message))
      page.on('console', (message) => {
        if (message.type() === 'error' && /Content Security Policy|Uncaught|React/.test(message.text())) errors.push(message.text())
      })
      await use(errors)
      expect(errors).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** Opens the editor on a file and waits until both views of it stand. */
export async function openFile(page: Page, workspace: Workspace, path: string): Promise<void> {
  await page.goto(workspace.url)
  await page.getByTestId(`file-${path}`).click()
  await expect(page.locator('.react-flow__node').first()).toBeVisible()
  await expect(page.locator('.monaco-editor .view-line').first()).toBeVisible()
}

/** The text of the open document, as the page has it. */
export function textOf(page: Page): Promise<string> {
  return page.evaluate(() => (window as unknown as { __heddle: { text(): string } }).__heddle.text())
}

export const node = (page: Page, id: string) => page.getByTestId(`node-${id}`)

export const edge = (page: Page, from: string, to: string) => page.getByTestId(`edge-${from}-${to}`)

/** An edge of the kind that a `dag` has most of: not the data that runs along it. */
export const need = (page: Page, from: string, to: string) => page.locator(`[data-testid="edge-${from}-${to}"][data-edge-kind="need"]`)

/** Presses a key until what is wanted has come about, and fails when it does not within so many presses. */
export async function pressUntil(page: Page, key: string, isThere: () => Promise<boolean>, most = 80): Promise<void> {
  for (let pressed = 0; !(await isThere()); pressed += 1) {
    if (pressed === most) throw new Error(`${key} was pressed ${most} times, and what was wanted did not come about.`)
    await page.keyboard.press(key)
  }
}
