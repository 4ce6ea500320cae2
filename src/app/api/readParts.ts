/** Milliseconds of reading between two breaths. */
const SLICE = 8

type Schema<T> = { safeParse(value: unknown): { readonly success: true; readonly data: T } | { readonly success: false; readonly error: { readonly issues: readonly { readonly message: string }[] } } }

/**
 * Reads the values of a map one by one, and lets the page draw in between: the nodes of a large run take
 * a quarter of a second. Gives the fault in words when one does not read.
 */
export async function readParts<T>(parts: { readonly [key: string]: unknown }, schema: Schema<T>): Promise<{ readonly [key: string]: T } | string> {
  const read: { [key: string]: T } = Object.create(null)
  let began = performance.now()
  for (const [key, part] of Object.entries(parts)) {
    const parsed = schema.safeParse(part)
    if (!parsed.success) return `${key}: ${parsed.error.issues[0]?.message ?? 'unknown shape'}`
    read[key] = parsed.data
    if (performance.now() - began < SLICE) continue
    await new Promise((resolve) => setTimeout(resolve, 0))
    began = performance.now()
  }
  return read
}
