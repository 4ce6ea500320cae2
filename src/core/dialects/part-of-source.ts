import type { Path } from '../diagnostic.ts'
import { isMerge } from '../source/find.ts'
import type { Source, SourceMap, SourceNode } from '../source/tree.ts'
import type { Range } from '../text/edit.ts'
import type { Part, PartEntry, Place } from './part.ts'

/** The root of a source as a part. The source must be whole: a partial tree is never taken for the document. */
export function partOfSource(source: Source): Part {
  return partOf(source.root, { around: null, step: '', elsewhere: null }, undefined, anchorPaths(source))
}

/** The way to a part: to the one around it, and one step. Paths are made when somebody asks, which is seldom. */
type Way = {
  readonly around: Way | null
  readonly step: string | number
  /** Where the part truly stands, when an alias or a merge key brought it. */
  readonly elsewhere: Path | null
}

type AnchorPaths = (node: SourceNode) => Path | null

class SourcePlace implements Place {
  readonly #way: Way
  readonly range?: Range
  readonly keyRange?: Range
  readonly node?: SourceNode

  constructor(way: Way, node: SourceNode | null, range: Range | undefined, keyRange: Range | undefined) {
    this.#way = way
    if (range) this.range = range
    if (keyRange) this.keyRange = keyRange
    if (node) this.node = node
  }

  get path(): Path {
    const path: (string | number)[] = []
    for (let way = this.#way; way.around; way = way.around) path.push(way.step)
    return path.toReversed()
  }

  get sourcePath(): Path {
    return writtenPath(this.#way)
  }
}

function writtenPath(way: Way): Path {
  const path: (string | number)[] = []
  let at = way
  while (at.around && !at.elsewhere) {
    path.push(at.step)
    at = at.around
  }
  return [...(at.elsewhere ?? []), ...path.toReversed()]
}

/** `eye` is where a reader should look when the part itself is elsewhere or empty. */
function partOf(node: SourceNode | null, way: Way, keyRange: Range | undefined, anchors: AnchorPaths, eye?: Range): Part {
  if (node?.kind === 'alias') {
    const { target } = node
    if (!target) return { type: 'nothing', place: new SourcePlace(way, node, node.range, keyRange) }
    return partOf(target, { ...way, elsewhere: anchors(target) }, keyRange, anchors, eye ?? node.range)
  }
  const isSeen = node !== null && node.range.end > node.range.start
  const place = new SourcePlace(way, node, eye ?? (isSeen ? node.range : (keyRange ?? node?.range)), keyRange)
  switch (node?.kind) {
    case undefined:
      return { type: 'nothing', place }
    case 'scalar':
      if (node.value === null) return { type: 'nothing', place }
      return node.unsafe
        ? { type: 'scalar', text: node.text, value: node.value, place, unsafe: true }
        : { type: 'scalar', text: node.text, value: node.value, place }
    case 'list':
      return {
        type: 'list',
        place,
        items: () => node.items.map((item, index) =>
          partOf(item.value, { around: way, step: index, elsewhere: null }, undefined, anchors, eye ?? (item.value ? undefined : item.range))),
      }
    case 'map':
      return { type: 'map', place, entries: () => entriesOf(node, way, anchors, eye) }
  }
}

/** The entries of a map, then those that its merge keys bring and that it does not have itself. */
function entriesOf(map: SourceMap, way: Way, anchors: AnchorPaths, eye: Range | undefined): PartEntry[] {
  const found: PartEntry[] = []
  const names = new Set<string>()
  /** `stands` is where the map `from` is written; null for the map itself. */
  const collect = (from: SourceMap, stands: Path | null, around: ReadonlySet<SourceMap>): void => {
    let hasMerges = false
    for (const entry of from.entries) {
      const { name } = entry
      if (name === null) continue
      if (isMerge(entry)) {
        hasMerges = true
        continue
      }
      if (names.has(name)) continue
      names.add(name)
      const inner = { around: way, step: name, elsewhere: stands && [...stands, name] }
      const value = partOf(entry.value, inner, entry.key.range, anchors, stands ? undefined : eye)
      found.push(stands ? { name, value, merged: true } : { name, value })
    }
    if (!hasMerges) return
    const here = stands ?? writtenPath(way)
    for (const entry of from.entries) {
      if (!isMerge(entry) || !entry.value) continue
      for (const [target, written] of mergedMaps(entry.value, [...here, '<<'], anchors)) {
        if (!around.has(target)) collect(target, written, new Set([...around, target]))
      }
    }
  }
  collect(map, null, new Set([map]))
  return found
}

/** What a merge key names: a map, an alias of one, or a list of those; the first wins. */
function mergedMaps(node: SourceNode, written: Path, anchors: AnchorPaths): [SourceMap, Path][] {
  switch (node.kind) {
    case 'map': return [[node, written]]
    case 'alias': return node.target && node.target.kind !== 'alias' ? mergedMaps(node.target, anchors(node.target) ?? written, anchors) : []
    case 'list': return node.items.flatMap((item, index) => {
      const inner = item.value?.kind === 'alias' ? item.value.target : item.value
      if (inner?.kind !== 'map') return []
      return [[inner, (item.value?.kind === 'alias' ? anchors(inner) : null) ?? [...written, index]] satisfies [SourceMap, Path]]
    })
    case 'scalar': return []
  }
}

/** Finds the paths of anchored parts, in one walk that is made when the first alias asks. */
function anchorPaths(source: Source): AnchorPaths {
  let paths: Map<SourceNode, Path> | null = null
  return (node) => {
    paths ??= walkAnchors(source.root)
    return paths.get(node) ?? null
  }
}

function walkAnchors(root: SourceNode | null): Map<SourceNode, Path> {
  const paths = new Map<SourceNode, Path>()
  const open: [SourceNode, Path][] = root ? [[root, []]] : []
  for (let next = open.pop(); next; next = open.pop()) {
    const [node, path] = next
    if (node.anchor !== undefined) paths.set(node, path)
    if (node.kind === 'list') {
      for (const [index, item] of node.items.entries()) {
        if (item.value) open.push([item.value, [...path, index]])
      }
    } else if (node.kind === 'map') {
      for (const entry of node.entries) {
        if (entry.value && entry.name !== null) open.push([entry.value, [...path, entry.name]])
      }
    }
  }
  return paths
}
