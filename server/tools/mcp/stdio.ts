import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { resolve } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { deserializeMessage, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { followGroup, type ProcessGroup } from '../process/groups.ts'
import type { ServerSettings } from './config.ts'
import { splitLines } from './lines.ts'

/** What a server writes to stderr is kept this far, to tell of its failure. */
const TAIL = 2_000

/** How long the last of its output is waited for after its end. Milliseconds. */
const DRAIN = 250

/** It has ended: what was to be sent has not been. */
export class NotSent extends Error {}

/** A server in a process group of its own, so that it ends with all that it started: npx starts others. */
export class StdioTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage) => void
  /** The last that it wrote to stderr. */
  said = ''
  /** Why it is no more, known from its end on: nothing is sent to it any more. */
  exited: string | undefined
  /** The same, once the last that it said has been read too: what is not answered by then never is. */
  ended: string | undefined
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
      child.once('error', reject)
      child.once('spawn', done)
      child.once('exit', (code, signal) => {
        const reason = `it ended by itself (${code === null ? (signal ?? 'a signal') : `exit code ${code}`})`
        this.exited ??= reason
        // What it said before its end is read first; what it started may hold its pipes open for ever.
        const drained = new Promise<void>((resolve) => {
          child.once('close', () => resolve())
          setTimeout(resolve, DRAIN)
        })
        void drained.then(() => this.#group?.end()).then(() => this.#end(reason))
      })
      child.stdin.on('error', (error) => this.onerror?.(error))
      child.stderr.on('data', (chunk: Buffer) => {
        this.said = (this.said + chunk.toString('utf8')).slice(-TAIL)
      })
      child.stdout.on('data', splitLines((line) => this.#hear(line), () => {
        this.#end('it wrote a message without end')
        void this.close()
      }))
    })
  }

  #hear(line: string): void {
    let message: JSONRPCMessage
    try {
      message = deserializeMessage(line.replace(/\r$/, ''))
    } catch {
      // A line that is no message: servers print such things at their start.
      return
    }
    this.onmessage?.(message)
  }

  #end(reason: string): void {
    this.exited ??= reason
    this.ended ??= this.exited
    this.onclose?.()
  }

  send(message: JSONRPCMessage): Promise<void> {
    return new Promise((done, reject) => {
      if (this.#child === undefined || this.exited !== undefined) return reject(new NotSent(this.exited ?? 'it has not been started'))
      this.#child.stdin.write(serializeMessage(message), (error) => (error == null ? done() : reject(error)))
    })
  }

  async close(): Promise<void> {
    this.#child?.stdin.end()
    await this.#group?.end()
    this.#end('it was ended')
  }
}
