/** The part of a built chunk that is looked at. */
export type Chunk = { readonly fileName: string; readonly facadeModuleId: string | null; readonly moduleIds: readonly string[]; readonly imports: readonly string[] }

const CANVAS = '/src/app/canvas/index.ts'
const DIALECTS = '/src/core/dialects/registry.ts'

/**
 * What reads texts comes after the first picture; one import too many would bring most of the core back
 * into it. Tells what is wrong with the chunks of a build whose page is the given file, or null. A build in
 * which what it looks for is not found is wrong as well: it says nothing of what the page loads.
 */
export function troubleOfFirstPage(chunks: readonly Chunk[], page: string): string | null {
  const named = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const entry = chunks.find(({ facadeModuleId }) => facadeModuleId === page)
  const canvas = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(CANVAS) === true)
  if (!entry || !canvas) return `The build has no chunk of ${entry ? CANVAS.slice(1) : page}, so that nobody can tell what the first page loads.`
  const seen = new Set([entry, canvas])
  for (const { imports } of seen) for (const name of imports) if (named.has(name)) seen.add(named.get(name)!)
  const dialects = chunks.filter(({ moduleIds }) => moduleIds.some((id) => id.endsWith(DIALECTS)))
  if (dialects.length === 0) return `The build has no chunk with ${DIALECTS.slice(1)}, so that nobody can tell whether the first page loads the dialects.`
  const early = dialects.find((chunk) => seen.has(chunk))
  return early ? `The first page loads the dialects, in ${early.fileName}: what reads texts is for src/app/state/reader.ts, and for what comes late.` : null
}
