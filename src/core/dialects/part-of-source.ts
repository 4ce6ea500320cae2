import type { Path } from '../diagnostic.ts'
import { isMerge } from '../source/find.ts'
import type { Source, SourceMap, SourceNode } from '../source/tree.ts'
import type { Range } from '../text/edit.ts'
import type { Part, PartEntry, Place } from './part.ts'

/** The root of a source as a part. The source must be whole: a partial tree is never taken for the document. */
export function partOfSource(source: Source): Part {
  const anchors = anchorPaths(source)
  const root: Path = []
  return partOf(source.root, { used: root, written: root }, undefined, anchors)
}

/** Where a part is used, and where it truly stands. */
type Paths = { readonly used: Path; readonly written: Path }

type AnchorPaths = (node: SourceNode) => Path | null

/** `eye` is where a reader should look when the part itself is elsewhere or empty. */
function partOf(node: SourceNode | null, paths: Paths, keyRange: Range | undefined, anchors: AnchorPaths, eye?: Range): Part {
  if (node?.kind === 'alias') {
    const { target } = node
    if (!target) return { type: 'nothing', place: placeOf(node, paths, keyRange, node.range) }
    const written = anchors(target) ?? paths.written
    return partOf(target, { used: paths.used, written }, keyRange, anchors, eye ?? node.range)
  }
  const place = placeOf(node, paths, keyRange, eye)
  switch (node?.kind) {
    case undefined:
      return { type: 'nothing', place }
    case 'scalar':
      if (node.value === null) return { type: 'nothing', place }
      return { type: 'scalar', text: node.text, value: node.value, place, ...(node.unsafe ? { unsafe: true } : {}) }
    case 'list':
      return {
        type: 'list',
        place,
        items: () => node.items.map((item, index) =>
          partOf(item.value, below(paths, index), undefined, anchors, eye ?? (item.value ? undefined : item.range))),
      }
    case 'map':
      return { type: 'map', place, entries: () => entriesOf(node, paths, anchors, eye) }
  }
}

function placeOf(node: SourceNode | null, paths: Paths, keyRange: Range | undefined, eye: Range | undefined): Place {
  const isSeen = node !== null && node.range.end > node.range.start
  const range = eye ?? (isSeen ? node.range : (keyRange ?? node?.range))
  return {
    path: paths.used,
    sourcePath: paths.written,
    ...(range ? { range } : {}),
    ...(keyRange ? { keyRange } : {}),
    ...(node ? { node } : {}),
  }
}

function below(paths: Paths, key: string | number): Paths {
  const written = [...paths.written, key]
  return { written, used: paths.used === paths.written ? written : [...paths.used, key] }
}

/** The entries of a map, then those that its merge keys bring and that it does not have itself. */
function entriesOf(map: SourceMap, paths: Paths, anchors: AnchorPaths, eye: Range | undefined): PartEntry[] {
  const found: PartEntry[] = []
  const names = new Set<string>()
  const collect = (from: SourceMap, at: Paths, merged: boolean, around: ReadonlySet<SourceMap>): void => {
    const merges: { node: SourceNode; written: Path }[] = []
    for (const entry of from.entries) {
      const { name } = entry
      if (name === null) continue
      if (isMerge(entry)) {
        if (entry.value) merges.push({ node: entry.value, written: [...at.written, name] })
        continue
      }
      if (names.has(name)) continue
      names.add(name)
      const inner = { used: [...paths.used, name], written: [...at.written, name] }
      const value = partOf(entry.value, merged ? inner : below(paths, name), entry.key.range, anchors, merged ? undefined : eye)
      found.push({ name, value, ...(merged ? { merged: true } : {}) })
    }
    for (const merge of merges) {
      for (const [target, written] of mergedMaps(merge.node, merge.written, anchors)) {
        if (around.has(target)) continue
        collect(target, { used: paths.used, written }, true, new Set([...around, target]))
      }
    }
  }
  collect(map, paths, false, new Set([map]))
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
