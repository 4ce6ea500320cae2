import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'

export type Files = { readonly [path: string]: string }

/** A folder of workflows, served as a user would serve it. */
export class Stage {
  readonly dir: string
  readonly #root: string
  readonly #state: string
  readonly #env: { readonly [name: string]: string }
  #server: ChildProcess | null = null
  /** The last address that the server printed: good for one browser. */
  url: string | null = null

  static async of(root: string, files: Files, env: { readonly [name: string]: string } = {}): Promise<Stage> {
    const dir = await mkdtemp(join(tmpdir(), 'heddle-bench-'))
    const state = await mkdtemp(join(tmpdir(), 'heddle-state-'))
    for (const [path, text] of Object.entries(files)) await writeFile(join(dir, path), text)
    return new Stage(root, dir, state, env)
  }

  constructor(root: string, dir: string, state: string, env: { readonly [name: string]: string }) {
    this.#root = root
    this.dir = dir
    this.#state = state
    this.#env = env
  }

  /** Starts the server; resolves with the address that it prints, token and all. */
  async serve(): Promise<string> {
    const server = spawn(process.execPath, [join(this.#root, 'bin/heddle.js'), 'serve', this.dir, '--no-open', '--port', '0'], {
      env: { PATH: process.env.PATH ?? '', HOME: this.#state, XDG_STATE_HOME: this.#state, NO_COLOR: '1', ...this.#env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#server = server
    let said = ''
    return new Promise((resolve, reject) => {
      const read = (chunk: Buffer) => {
        said += chunk.toString()
        const url = /http:\/\/\S+/.exec(said)?.[0]
        if (url === undefined) return
        this.url = url
        resolve(url)
      }
      server.stdout.on('data', read)
      server.stderr.on('data', read)
      server.on('exit', (code) => reject(new Error(`the server ended with ${code}: ${said}`)))
    })
  }

  async stop(): Promise<void> {
    const server = this.#server
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill()
    await ended
  }

  async close(): Promise<void> {
    await this.stop()
    await rm(this.dir, { recursive: true, force: true })
    await rm(this.#state, { recursive: true, force: true })
  }
}

const PATIENCE = { timeout: 60_000 }

/** Opens a file in the editor and waits until both views of it stand still. */
export async function openFile(page: Page, url: string, path: string): Promise<void> {
  await page.goto(url)
  await page.getByTestId(`file-${path}`).click(PATIENCE)
  await page.locator('.react-flow__node').first().waitFor(PATIENCE)
  await page.locator('.monaco-editor .view-line').first().waitFor(PATIENCE)
  await quiet(page)
}

/** Waits until the page's main thread has had no long task for a while: what was loading is loaded. */
export async function quiet(page: Page, idle = 700): Promise<void> {
  await page.evaluate(
    (wanted) =>
      new Promise<void>((resolve) => {
        const began = performance.now()
        let busy = began
        const observer = new PerformanceObserver((list) => {
          for (const { startTime, duration } of list.getEntries()) busy = Math.max(busy, startTime + duration)
        })
        observer.observe({ type: 'longtask' })
        const timer = setInterval(() => {
          const now = performance.now()
          if (now - busy < wanted && now - began < 20_000) return
          clearInterval(timer)
          observer.disconnect()
          resolve()
        }, 50)
      }),
    idle,
  )
}

/** Puts the caret at the end of a line of the text pane, as a user would: by the editor's "go to line". */
export async function caretAtEnd(page: Page, line: number): Promise<void> {
  await page.locator('.monaco-editor').first().click({ position: { x: 200, y: 60 } })
  await page.keyboard.press('Control+g')
  await page.locator('.quick-input-widget input').first().waitFor(PATIENCE)
  await page.keyboard.type(String(line))
  await page.keyboard.press('Enter')
  await page.locator('.quick-input-widget').first().waitFor({ state: 'hidden', ...PATIENCE })
  // The first press goes to the end of what is shown on one line of a wrapped one.
  await page.keyboard.press('End')
  await page.keyboard.press('End')
  await quiet(page, 400)
}
