import type { Readable } from 'node:stream'
import { openOutput, type OutputFile } from '../outputs.ts'
import { decodeMending, wholeCharacters } from '../text.ts'

/** The most that one stream of a program may write at all: what floods is ended. */
const FLOOD = 256 * 1024 * 1024

export type Collected = {
  /** Whole characters only. */
  readonly text: string
  /** Of all that was written. */
  readonly bytes: number
  /** What had to be replaced. */
  readonly mended?: string
  /** More was written than `text` holds: all of it is in this file. */
  readonly file?: string
}

export type Collector = {
  /** What has come so far. */
  finish(): Promise<Collected>
}

export type CollectOptions = {
  readonly workspace: string
  readonly key: string
  /** Bytes that are held in memory, and given as text. */
  readonly limit: number
  readonly flood?: number
  /** The stream wrote more than is kept anywhere. */
  readonly onFlood: (limit: number) => void
}

/** Takes in what a program writes: the first bytes in memory, from there on all of it in a file. */
export function collect(stream: Readable, { workspace, key, limit, flood = FLOOD, onFlood }: CollectOptions): Collector {
  const kept: Buffer[] = []
  let held = 0
  let bytes = 0
  let file: OutputFile | undefined
  let fault: unknown
  let writing: Promise<void> = Promise.resolve()

  const spill = (chunk: Buffer): void => {
    stream.pause()
    writing = writing
      .then(async () => {
        if (file === undefined) {
          file = await openOutput(workspace, key, 'txt')
          await file.handle.writeFile(Buffer.concat(kept))
        }
        await file.handle.appendFile(chunk)
      })
      .catch((error: unknown) => {
        fault ??= error
      })
      .finally(() => stream.resume())
  }
  stream.on('error', () => {})
  stream.on('data', (chunk: Buffer) => {
    bytes += chunk.byteLength
    if (bytes > flood) {
      onFlood(flood)
      return
    }
    const room = Math.max(0, limit - held)
    const first = chunk.subarray(0, room)
    if (first.byteLength > 0) {
      kept.push(first)
      held += first.byteLength
    }
    if (chunk.byteLength > room) spill(chunk.subarray(room))
  })
  return {
    async finish() {
      await writing
      await file?.handle.close()
      if (fault !== undefined) throw fault
      const whole = Buffer.concat(kept)
      const { text, mended } = decodeMending(file === undefined ? whole : wholeCharacters(whole))
      return { text, bytes, ...(mended === undefined ? {} : { mended }), ...(file === undefined ? {} : { file: file.path }) }
    },
  }
}
