import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import type { Json, Path } from '../../diagnostic.ts'
import { applyEdits } from '../../text/apply.ts'
import { nodeAt } from '../find.ts'
import { readSource } from '../read.ts'
import { applyToJson } from '../testing/apply-json.ts'
import { ownedComments } from '../testing/owned-comments.ts'
import { placesOf, randomNode, randomOp, randomValue } from '../testing/random-op.ts'
import { draws, jsonFile, yamlFile } from '../testing/workflow-file.ts'
import { toJson } from '../to-json.ts'
import type { Format, PathOp, Source, SourceEntry, SourceItem, SourceNode } from '../tree.ts'
import { patch } from './patch.ts'
import type { Patched } from './patch.ts'

/** Cases of each law; set HEDDLE_CASES for more. */
const CASES = Number(process.env['HEDDLE_CASES'] || 300)

/** Shrinking takes minutes: a failure shows its case as drawn, and its seed. HEDDLE_SHRINK looks for a smaller one. */
const endOnFailure = process.env['HEDDLE_SHRINK'] === undefined

const outcomes = new Map<string, number>()

function count(outcome: string): void {
  outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
}

afterAll(() => {
  const listed = [...outcomes].toSorted(([, a], [, b]) => b - a).map(([outcome, times]) => `${outcome} ${times}`).join(', ')
  process.stdout.write(`patches: ${listed}\n`)
})

function patched(source: Source, ops: readonly PathOp[]): Patched | null {
  const result = patch(source, ops)
  count(result.ok ? 'done' : (result.diagnostics[0]?.code ?? 'no reason'))
  return result.ok ? result.value : null
}

/** JSON.stringify with keys in order, so that texts compare as values. */
function canonical(value: Json): string {
  return JSON.stringify(value, (_, part: Json) => (typeof part === 'object' && part !== null && !Array.isArray(part)
    ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : part))
}

const files: readonly (readonly [Format, fc.Arbitrary<string>])[] = [['yaml', yamlFile], ['json', jsonFile]]

describe.each(files)('a patch of %s', (format, file) => {
  const numRuns = format === 'yaml' ? CASES : Math.ceil(CASES / 3)

  it('says the operation and nothing else', () => {
    fc.assert(fc.property(file, draws, (text, numbers) => {
      const source = readSource(text, format)
      const op = randomOp(source, numbers)
      const result = patched(source, [op])
      if (!result) return
      const isBlockList = (path: Path): boolean => {
        const node = nodeAt(source, path)
        return node?.kind === 'list' && node.style === 'block'
      }
      const expected = applyToJson(toJson(source.root), op, isBlockList)
      // An emptied file holds nothing, which in JSON is an empty map.
      const isEmptied = format === 'json' && expected === null
      expect(canonical(toJson(result.source.root))).toBe(canonical(isEmptied ? {} : expected))
      expect(applyEdits(text, result.edits)).toBe(result.text)
      expect(JSON.stringify(result.source)).toBe(JSON.stringify(readSource(result.text, format)))
    }), { numRuns, endOnFailure })
  })

  it('keeps every comment that the operation does not own, once and in order', () => {
    fc.assert(fc.property(file, draws, (text, numbers) => {
      const source = readSource(text, format)
      const op = randomOp(source, numbers)
      const result = patched(source, [op])
      if (!result || op.op === 'move') return
      const owned = ownedComments(source, op)
      const foreign = source.comments.filter(({ start }) => !owned.has(start)).map(({ start, end }) => text.slice(start, end))
      const left = result.source.comments.map(({ start, end }) => result.text.slice(start, end))
      let at = 0
      for (const comment of left) if (comment === foreign[at]) at += 1
      expect(foreign.slice(at)).toEqual([])
      expect(left.length).toBeLessThanOrEqual(source.comments.length + (op.op === 'comment' ? 3 : 0))
    }), { numRuns, endOnFailure })
  })

  it('changes no byte outside of the entries that it names', () => {
    fc.assert(fc.property(file, draws, (text, numbers) => {
      const source = readSource(text, format)
      const op = randomOp(source, numbers)
      const result = patched(source, [op])
      if (!result || op.path.length === 0) return
      const { start, end } = reach(source, op)
      for (const { range } of result.edits) {
        expect(range.start).toBeGreaterThanOrEqual(start)
        expect(range.end).toBeLessThanOrEqual(end)
      }
    }), { numRuns, endOnFailure })
  })

  it('gives back the same bytes when what was added is removed', () => {
    fc.assert(fc.property(file, draws, (text, numbers) => {
      const source = readSource(text, format)
      const places = placesOf(source).filter(({ node }) => (node?.kind === 'list' && node.items.length > 0) || (node?.kind === 'map' && node.entries.length > 0))
      if (places.length === 0) return
      const { path, node } = numbers.pick(places)
      const index = numbers.below((node?.kind === 'list' ? node.items.length : 0) + 1)
      const value = numbers.chance(5) ? randomNode(numbers) : randomValue(numbers)
      const added = patched(source, [node?.kind === 'list'
        ? { op: 'insert', path, index, value }
        : { op: 'set', path: [...path, 'added'], value, ...(numbers.chance(5) ? { keyOrder: ['name', 'id', 'added', 'nodes', 'prompt'] } : {}) }])
      if (!added) return
      const removed = patched(added.source, [{ op: 'delete', path: [...path, node?.kind === 'list' ? index : 'added'] }])
      expect(removed).not.toBeNull()
      expect([text, `${text}\n`, `${text}\r\n`]).toContain(removed?.text)
    }), { numRuns, endOnFailure })
  })

  it('applies several operations in order, as one list of edits', () => {
    fc.assert(fc.property(file, draws, fc.integer({ min: 2, max: 6 }), (text, numbers, times) => {
      const start = readSource(text, format)
      let now = start
      const ops: PathOp[] = []
      for (let index = 0; index < times; index += 1) {
        const op = randomOp(now, numbers)
        const result = patch(now, [op])
        if (!result.ok) continue
        ops.push(op)
        now = result.value.source
      }
      const all = patched(start, ops)
      // Quotes may differ: they follow what is around when they are written.
      expect(all && canonical(toJson(all.source.root))).toBe(canonical(toJson(now.root)))
      expect(applyEdits(text, all?.edits ?? [])).toBe(all?.text)
    }), { numRuns: Math.ceil(numRuns / 4), endOnFailure })
  })
})

type Reach = { readonly start: number; readonly end: number }

/** The stretch of text that an operation may touch: from the end of the part before to the start of the part after. */
function reach(source: Source, op: PathOp): Reach {
  const node = nodeAt(source, op.path)
  if (op.op === 'move') return reachOf(source, op.path)
  if (op.op === 'insert') {
    const items = node?.kind === 'list' ? node.items : []
    return items.length === 0 ? reachOf(source, op.path) : between(source, op.path, op.index - 1, op.index)
  }
  if (op.op !== 'delete') return reachOf(source, op.path)
  // What becomes empty goes too.
  let path = op.path
  for (let parent = nodeAt(source, path.slice(0, -1)); path.length > 1 && partsOf(parent).length === 1; parent = nodeAt(source, path.slice(0, -1))) {
    path = path.slice(0, -1)
  }
  return reachOf(source, path)
}

function reachOf(source: Source, path: Path): Reach {
  if (path.length === 0) return { start: 0, end: source.text.length }
  const parent = nodeAt(source, path.slice(0, -1))
  const key = path.at(-1)
  const index = parent?.kind === 'map' ? parent.entries.findIndex(({ name }) => name === String(key)) : Number(key)
  // A new key may stand anywhere in its map.
  return index < 0 || !partsOf(parent)[index] ? reachOf(source, path.slice(0, -1)) : between(source, path.slice(0, -1), index - 1, index + 1)
}

function between(source: Source, path: Path, before: number, after: number): Reach {
  const node = nodeAt(source, path)
  const parts = partsOf(node)
  const outer = node && (node.kind === 'map' || node.kind === 'list') && node.style === 'flow' ? node.range : reachOf(source, path)
  const left = parts[before]
  return {
    start: left ? source.text.slice(0, left.range.end).trimEnd().length : outer.start,
    end: parts[after]?.range.start ?? outer.end,
  }
}

function partsOf(node: SourceNode | null): readonly (SourceEntry | SourceItem)[] {
  return node?.kind === 'map' ? node.entries : node?.kind === 'list' ? node.items : []
}
