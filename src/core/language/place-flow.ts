import type { Path } from '../diagnostic.ts'
import { flowTokens, wordOf, type FlowToken } from './flow-tokens.ts'
import type { Place } from './place.ts'

/** How far behind the caret it is looked for what else stands in the brackets. */
const LOOK_AHEAD = 20_000

const NONE: ReadonlyMap<string, string> = new Map()

type MapFrame = { readonly type: 'map'; readonly path: Path; readonly keys: Map<string, string>; key: string | null; state: 'key' | 'colon' | 'value' | 'done' }
type ListFrame = { readonly type: 'list'; readonly path: Path; readonly items: string[]; index: number }
type Frame = MapFrame | ListFrame

/**
 * The place of an offset inside brackets.
 *
 * @param from where the outermost bracket opens.
 * @param around the way to what stands in it.
 * @param beyond `holder`: the keys of the map that holds it. `limit`: where what stands in it ends at the latest.
 * @returns null when the brackets are closed before the offset, and inside a comment.
 */
export function placeInFlow(text: string, from: number, offset: number, around: Path, style: 'flow' | 'json', beyond: { readonly limit?: number; readonly holder?: ReadonlyMap<string, string> } = {}): Place | null {
  const { limit = offset + LOOK_AHEAD, holder = NONE } = beyond
  const frames: Frame[] = []
  const isJson = style === 'json'
  let written: FlowToken | null = null
  let reached = from
  const before: FlowToken[] = []
  const after: FlowToken[] = []
  for (const token of flowTokens(text, from, Math.min(limit, text.length), isJson)) {
    if (token.end < offset || (token.end === offset && !isOpen(token))) before.push(token)
    else if (token.start < offset && token.type === 'word') written = token
    else if (token.start >= offset) after.push(token)
    if (token.end <= offset) reached = token.end
  }
  if (!isJson && written === null && /(?:^|\s)#/.test(text.slice(reached, offset).split(/[\r\n]/).at(-1) ?? '')) return null
  if (written?.end === offset && written.closed) return null
  for (const token of before) step(text, frames, token, around)
  const top = frames.at(-1)
  if (!top) return null
  // A new line behind a value begins a new entry, whose comma is missing.
  const start = written?.start ?? offset
  if (top.type === 'map' && top.state === 'done') {
    if (!/[\r\n]/.test(text.slice(reached, start))) return null
    top.state = 'key'
  }
  const outer = frames.slice(0, -1).findLast((frame) => frame.type === 'map')
  const place = placeOf(top)
  const [next] = after
  collect(text, frames, written, after, around)
  const range = written ? { start: written.start, end: written.end } : { start: offset, end: offset }
  return {
    ...place,
    style,
    range,
    typed: written ? text.slice(written.start + (written.quote ? 1 : 0), offset) : '',
    quote: written?.quote ?? null,
    siblings: top.type === 'map' ? top.keys : NONE,
    around: outer?.keys ?? holder,
    listed: top.type === 'list' ? top.items : [],
    column: 0,
    dashed: false,
    hasColon: next?.type === ':',
    needsComma: next !== undefined && next.type !== ':' && next.type !== ',' && next.type !== '}' && next.type !== ']',
  }
}

/** Does the caret at the end of the token stand in it still? */
function isOpen(token: FlowToken): boolean {
  return token.type === 'word' && !token.closed
}

function placeOf(frame: Frame): Pick<Place, 'path' | 'role'> {
  if (frame.type === 'list') return { path: [...frame.path, frame.index], role: 'value' }
  return frame.state === 'value' && frame.key !== null ? { path: [...frame.path, frame.key], role: 'value' } : { path: frame.path, role: 'key' }
}

function step(text: string, frames: Frame[], token: FlowToken, around: Path): void {
  const top = frames.at(-1)
  switch (token.type) {
    case '{':
      frames.push({ type: 'map', path: innerPath(top, around), keys: new Map(), key: null, state: 'key' })
      return
    case '[':
      frames.push({ type: 'list', path: innerPath(top, around), items: [], index: 0 })
      return
    case '}':
    case ']': {
      const type = token.type === '}' ? 'map' : 'list'
      const at = frames.findLastIndex((frame) => frame.type === type)
      if (at < 0) return
      frames.length = at
      const outer = frames.at(-1)
      if (outer?.type === 'map') outer.state = 'done'
      return
    }
    case ',':
      if (top?.type === 'list') top.index += 1
      else if (top) Object.assign(top, { key: null, state: 'key' })
      return
    case ':':
      if (top?.type === 'map') top.state = 'value'
      return
    case 'word':
      if (top) word(top, wordOf(text, token))
  }
}

function word(frame: Frame, name: string): void {
  if (frame.type === 'list') {
    frame.items.push(name)
    return
  }
  if (frame.state === 'value' && frame.key !== null) {
    frame.keys.set(frame.key, name)
    frame.state = 'done'
  } else {
    frame.key = name
    if (!frame.keys.has(name)) frame.keys.set(name, '')
    frame.state = 'colon'
  }
}

function innerPath(frame: Frame | undefined, around: Path): Path {
  if (!frame) return around
  if (frame.type === 'list') return [...frame.path, frame.index]
  return frame.key === null ? frame.path : [...frame.path, frame.key]
}

/** Reads on behind the caret until the innermost map closes, for the keys and entries that stand there. */
function collect(text: string, frames: Frame[], written: FlowToken | null, after: readonly FlowToken[], around: Path): void {
  const depth = frames.findLastIndex((frame) => frame.type === 'map') + 1
  const top = frames.at(-1)
  // The word that is being written is no entry yet: what it stands for is passed over.
  if (written && top?.type === 'map') top.state = top.state === 'value' ? 'done' : 'colon'
  for (const token of after) {
    step(text, frames, token, around)
    if (frames.length < Math.max(depth, 1)) return
  }
}
