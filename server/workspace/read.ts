import { createHash } from 'node:crypto'
import { constants, open } from 'node:fs/promises'
import { MAX_FILE_BYTES } from '../../src/protocol/index.ts'
import { done, faultOf, type Outcome, refuse } from './fault.ts'
import { decodeUtf8 } from '../utf8.ts'

/** The strong name of exact bytes, in the form of an `ETag` header. */
export function etagOf(bytes: Uint8Array): string {
  return `"${createHash('sha256').update(bytes).digest('base64url')}"`
}

export type ReadBytes = {
  readonly bytes: Uint8Array
  readonly etag: string
  readonly size: number
  readonly modified: Date
  readonly mode: number
}

/** Reads a regular file of at most `limit` bytes (default 4 MB). `path` is what the user calls it; `target` where it is. */
export async function readBytes(target: string, path: string, limit = MAX_FILE_BYTES): Promise<Outcome<ReadBytes>> {
  try {
    // Not following a link put there since the path was resolved, and not waiting for the other end of a pipe.
    const file = await open(target, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    try {
      const found = await file.stat()
      if (!found.isFile()) return refuse('not-a-file', `\`${path}\` is ${found.isDirectory() ? 'a folder' : 'not a regular file'}.`, { path })
      if (found.size > limit) {
        return refuse('file-too-large', `\`${path}\` has ${inMegabytes(found.size)}; files up to ${inMegabytes(limit)} can be opened.`, { path })
      }
      const bytes = await file.readFile()
      if (bytes.byteLength > limit) {
        return refuse('file-too-large', `\`${path}\` is growing beyond the ${inMegabytes(limit)} that can be opened.`, { path })
      }
      return done({ bytes, etag: etagOf(bytes), size: bytes.byteLength, modified: found.mtime, mode: found.mode })
    } finally {
      await file.close()
    }
  } catch (error) {
    return faultOf(error, path, 'read')
  }
}

/** Bytes as text, the byte order mark kept; refuses what is not UTF-8, with the place of the first wrong byte. */
export function decode(bytes: Uint8Array, path: string): Outcome<string> {
  const decoded = decodeUtf8(bytes)
  if (decoded.ok) return done(decoded.text)
  const { offset } = decoded
  const guess = guessEncoding(bytes)
  return refuse(
    'not-utf8',
    `\`${path}\` is not UTF-8: byte ${offset} (0x${(bytes[offset] ?? 0).toString(16).toUpperCase().padStart(2, '0')}) does not fit. ${guess}The file was left as it is; convert it to UTF-8 to open it.`,
    { path, offset },
  )
}

function guessEncoding(bytes: Uint8Array): string {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) return 'It looks like UTF-16. '
  return ''
}

function inMegabytes(size: number): string {
  const megabytes = size / (1024 * 1024)
  return `${Number.isInteger(megabytes) ? megabytes : megabytes.toFixed(1)} MB`
}
