import { Worker } from 'node:worker_threads'
import type { Json } from '../../../src/core/index.ts'
import { showDuration } from '../../engine/duration.ts'
import { entryOf } from '../process/entry.ts'
import { ToolError } from '../tool.ts'

export type RegexQuestion = { readonly kind: 'regex'; readonly pattern: string; readonly flags: string; readonly text: string; readonly mode: 'test' | 'match' | 'matches' | 'replace' | 'split'; readonly replacement: string }
export type QueryQuestion = { readonly kind: 'query'; readonly expression: string; readonly data: Json; readonly bindings: Json }
export type Question = RegexQuestion | QueryQuestion
export type Answer = { readonly ok: true; readonly json: string } | { readonly ok: false; readonly message: string }

/** Works out patterns and expressions within a time and a memory, whatever they are. */
export type Compute = {
  /** Rejects with a ToolError when the question is wrong or takes more than it may, or with the signal's reason. */
  ask(question: Question, signal: AbortSignal, timeout?: number): Promise<Json>
  close(): Promise<void>
}

const TIMEOUT = 2_000
const MEMORY = 256

/** One thread that answers one question at a time; one that is ended is replaced when the next question comes. */
export function createCompute(): Compute {
  let worker: Worker | undefined
  let turn: Promise<unknown> = Promise.resolve()

  function start(): Worker {
    const resourceLimits = { maxOldGenerationSizeMb: MEMORY, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }
    const made = new Worker(entryOf('compute-worker', '../std/compute-worker.ts'), { resourceLimits, stderr: true, env: {} })
    // An idle thread keeps no process alive.
    made.unref()
    made.on('error', () => {})
    return made
  }

  async function stop(): Promise<void> {
    const old = worker
    worker = undefined
    await old?.terminate()
  }

  async function answer(question: Question, signal: AbortSignal, timeout: number): Promise<Json> {
    signal.throwIfAborted()
    const asked = (worker ??= start())
    const given = await new Promise<Answer>((resolve, reject) => {
      const refuse = (reason: unknown): void => {
        finish()
        void stop()
        reject(reason as Error)
      }
      const onMessage = (value: Answer): void => {
        finish()
        resolve(value)
      }
      const onError = (error: Error): void => refuse(new ToolError('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? `it takes more than ${MEMORY} MB of memory` : `it cannot be worked out: ${error.message}`))
      const onExit = (): void => refuse(new ToolError('it cannot be worked out: the thread for it ended'))
      const onAbort = (): void => refuse(signal.reason)
      // The first question also pays for the start of the thread.
      const timer = setTimeout(() => refuse(new ToolError(`it took longer than ${showDuration(timeout)}`, 'Look for a pattern that can match the same text in many ways, such as (a+)+, or give it less text.')), timeout + 3_000 * Number(!started.has(asked)))
      const finish = (): void => {
        clearTimeout(timer)
        asked.off('message', onMessage).off('error', onError).off('exit', onExit).unref()
        signal.removeEventListener('abort', onAbort)
      }
      asked.ref()
      asked.on('message', onMessage).on('error', onError).on('exit', onExit)
      signal.addEventListener('abort', onAbort)
      asked.postMessage(question)
    })
    started.add(asked)
    if (!given.ok) throw new ToolError(given.message)
    return JSON.parse(given.json) as Json
  }

  const started = new WeakSet<Worker>()
  return {
    ask(question, signal, timeout = TIMEOUT) {
      const mine = turn.then(() => answer(question, signal, timeout))
      turn = mine.catch(() => {})
      return mine
    },
    close: stop,
  }
}
