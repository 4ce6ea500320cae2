import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { resolve } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { ReadBuffer, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { followGroup, type ProcessGroup } from '../process/groups.ts'
import type { ServerSettings } from './config.ts'

/** The longest message of a server: one that writes on without a line break is cut off. */
const LONGEST = 128 * 1024 * 1024

/** What a server writes to stderr is kept this far, to tell of its failure. */
const TAIL = 2_000

/** A server in a process group of its own, so that it ends with all that it started: npx starts others. */
export class StdioTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage) => void
  /** The last that it wrote to stderr. */
  said = ''
  #child: ChildProcessByStdio<Writable, Readable, Readable> | undefined
  #group: ProcessGroup | undefined
  readonly #settings: Extract<ServerSettings, { type: 'stdio' }>
  readonly #folder: string
  readonly #base: { readonly [name: string]: string }

  /** `base`: the variables that it gets besides its own. */
  constructor(settings: Extract<ServerSettings, { type: 'stdio' }>, folder: string, base: { readonly [name: string]: string }) {
    this.#settings = settings
    this.#folder = folder
    this.#base = base
  }

  start(): Promise<void> {
    const { command, args, env, cwd } = this.#settings
    return new Promise((done, reject) => {
      const child = spawn(command, args, { cwd: resolve(this.#folder, cwd ?? '.'), env: { ...this.#base, ...env }, detached: process.platform !== 'win32', stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true })
      this.#child = child
      this.#group = followGroup(child)
      const buffer = new ReadBuffer()
      let pending = 0
      child.once('error', reject)
      child.once('spawn', done)
      child.on('exit', (code, signal) => {
        this.onerror?.(new Error(`it ended by itself (${code === null ? (signal ?? 'a signal') : `exit code ${code}`})`))
        this.onclose?.()
      })
      child.stdin.on('error', (error) => this.onerror?.(error))
      child.stderr.on('data', (chunk: Buffer) => {
        this.said = (this.said + chunk.toString('utf8')).slice(-TAIL)
      })
      child.stdout.on('data', (chunk: Buffer) => {
        pending = chunk.includes(10) ? 0 : pending + chunk.byteLength
        if (pending > LONGEST) {
          this.onerror?.(new Error('it wrote a message without end'))
          void this.close()
          return
        }
        buffer.append(chunk)
        for (;;) {
          try {
            const message = buffer.readMessage()
            if (message === null) break
            this.onmessage?.(message)
          } catch {
            // A line that is no message: servers print such things at their start.
          }
        }
      })
    })
  }

  send(message: JSONRPCMessage): Promise<void> {
    return new Promise((done, reject) => {
      if (this.#child === undefined || this.#child.exitCode !== null) return reject(new Error('the server has ended'))
      this.#child.stdin.write(serializeMessage(message), (error) => (error == null ? done() : reject(error)))
    })
  }

  async close(): Promise<void> {
    this.#child?.stdin.end()
    await this.#group?.end()
    this.onclose?.()
  }
}
