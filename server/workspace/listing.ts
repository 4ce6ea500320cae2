import { setImmediate } from 'node:timers/promises'
import { formatOfEnding, type ListedFile } from '../../src/protocol/index.ts'
import { contain } from './contain.ts'
import { inspect } from './inspect.ts'
import { decode, etagOf, readBytes } from './read.ts'
import { type Candidate, walk, type Walk } from './walk.ts'

export type Listing = {
  /** The workflow files of the folder, sorted by path. Only what changed since the last time is read. */
  refresh(walked?: Walk): Promise<{ readonly files: readonly ListedFile[]; readonly truncated: boolean }>
}

export function createListing(root: string, lock: <T>(key: string, work: () => Promise<T>) => Promise<T>): Listing {
  let cache = new Map<string, { readonly signature: string; readonly entry: ListedFile | null }>()

  return {
    refresh: (given) =>
      lock('listing', async () => {
        const walked = given ?? (await walk(root))
        const next: typeof cache = new Map()
        for (const candidate of walked.candidates) {
          const known = cache.get(candidate.path)
          if (known?.signature === candidate.signature) next.set(candidate.path, known)
          else {
            next.set(candidate.path, { signature: candidate.signature, entry: await describe(root, candidate) })
            // Reading a large folder through must not hold up running streams.
            await setImmediate()
          }
        }
        cache = next
        const files = [...next.values()].flatMap(({ entry }) => (entry === null ? [] : [entry]))
        return { files, truncated: walked.truncated }
      }),
  }
}

async function describe(root: string, { path, signature }: Candidate): Promise<ListedFile | null> {
  const format = formatOfEnding(path)
  if (format === null) return null
  const contained = await contain(root, path)
  if (!contained.ok || !contained.value.exists) return null
  const read = await readBytes(contained.value.target, path)
  if (!read.ok) {
    if (read.fault.code === 'file-not-found' || read.fault.code === 'not-a-file') return null
    // A huge JSON file is data, unless it stands where workflows do.
    if (format === 'json' && !/(^|\/)workflows\//i.test(path)) return null
    return { path, format, dialect: null, etag: etagOf(Buffer.from(signature)), size: 0, modified: new Date(0).toISOString(), problems: null, unreadable: read.fault.detail }
  }
  const { bytes, etag, size, modified } = read.value
  const common = { path, format, etag, size, modified: modified.toISOString() }
  const text = decode(bytes, path)
  if (!text.ok) {
    if (!/(^|\/)workflows\//i.test(path) && !/nodes|workflow/.test(Buffer.from(bytes).toString('latin1').replaceAll('\0', ''))) return null
    return { ...common, dialect: null, problems: null, unreadable: text.fault.detail }
  }
  const inspected = inspect(text.value, path, format)
  return inspected === null ? null : { ...common, ...inspected }
}
