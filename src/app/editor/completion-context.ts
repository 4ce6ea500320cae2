/** Fields whose values are ids of nodes of the same file. */
const REFERENCE_FIELDS = new Set(['needs', 'routes', 'from', 'to', 'entry', 'output'])

export type ReferenceContext = {
  readonly field: string
  /** What of an id stands before the caret, and where it starts. */
  readonly typed: string
  readonly start: number
  /** The id of the node that the field belongs to, where it can be told. */
  readonly node: string | null
}

/**
 * Where the caret stands, told from the lines alone: while somebody types, the text seldom parses.
 * Null when an id of a node is not what is wanted there.
 */
export function referenceContext(text: string, offset: number): ReferenceContext | null {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1
  const before = text.slice(lineStart, offset)
  const typed = /[^\s,[\]"':{}]*$/.exec(before)?.[0] ?? ''
  const field = fieldOnLine(before) ?? fieldOfItem(text, lineStart, before)
  if (field === null || !REFERENCE_FIELDS.has(field)) return null
  return { field, typed, start: offset - typed.length, node: nodeAround(text, lineStart, offset) }
}

/** `needs: [a, |` and `"needs": ["a", "|`, and the same further right on the line of a short-form node. */
function fieldOnLine(before: string): string | null {
  const open = /(?:^|[\s,{[])["']?([A-Za-z_]+)["']?\s*:\s*(?:\[[^\]]*|["']?[^\s,[\]{}"']*)$/.exec(before)
  return open?.[1] ?? null
}

/** `- |` below a line `needs:`, at its column or further right; JSON lists over several lines alike. */
function fieldOfItem(text: string, lineStart: number, before: string): string | null {
  const item = /^(\s*)(?:-\s+)?["']?[^\s:]*$/.exec(before)
  if (!item) return null
  const dashed = /^\s*-\s/.test(before)
  const column = item[1]?.length ?? 0
  let end = lineStart - 1
  while (end > 0) {
    const start = text.lastIndexOf('\n', end - 1) + 1
    const line = text.slice(start, end)
    end = start - 1
    if (/^\s*(#|$)/.test(line)) continue
    const indent = /^\s*/.exec(line)?.[0].length ?? 0
    const key = /^\s*(?:-\s+)?["']?([A-Za-z_]+)["']?\s*:\s*\[?\s*(?:#.*)?$/.exec(line)
    if (key && (dashed ? indent <= column : indent < column)) return key[1] ?? null
    const sibling = dashed ? /^\s*-\s/.test(line) && indent === column : indent === column && /,\s*$/.test(line)
    if (!sibling) return null
  }
  return null
}

function nodeAround(text: string, lineStart: number, offset: number): string | null {
  const ID = /(?:^|[\s,{])["']?id["']?\s*:\s*["']?([^\s"',}#]+)/g
  const lineEnd = text.indexOf('\n', offset)
  const line = text.slice(lineStart, lineEnd < 0 ? undefined : lineEnd)
  const here = [...line.matchAll(ID)].at(-1)
  if (here?.[1] !== undefined) return here[1]
  const above = text.slice(Math.max(0, lineStart - 20_000), lineStart)
  return [...above.matchAll(ID)].at(-1)?.[1] ?? null
}
