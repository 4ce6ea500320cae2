import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { RunEvent } from '../../src/core/index.ts'
import { fileFailure } from './target.ts'

/** Where `--log-file` writes the events of a run, one JSON object a line. */
export type LogFile = { write(event: RunEvent): Promise<void>; close(): Promise<void> }

const none: LogFile = { write: () => Promise.resolve(), close: () => Promise.resolve() }

/** Opens the file before anything runs: a run whose log cannot be written should not begin. Throws a CommandFailure. */
export async function openLogFile(cwd: string, name: string | undefined): Promise<LogFile> {
  if (name === undefined) return none
  try {
    const file = await open(resolve(cwd, name), 'a')
    return {
      write: async (event) => {
        await file.appendFile(`${JSON.stringify(event)}\n`)
      },
      close: () => file.close(),
    }
  } catch (error) {
    throw fileFailure(error, name)
  }
}
