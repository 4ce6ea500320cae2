import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { DagDefinition } from '../dialects/dag/definition.ts'
import { analyse } from './analyse.ts'
import { pasteNodes } from './apply.ts'
import { copyNodes } from './copy.ts'
import { openDocument } from './open.ts'
import { openCase } from './testing/laws.ts'
import { clean, meaningOf } from './testing/dag/meaning.ts'
import { somePlain } from './testing/dag/plain.ts'
import type { Plain } from './testing/dag/plain.ts'
import { someStyle } from './testing/style.ts'
import type { TreeMap } from './testing/tree.ts'
import type { Analysis } from './types.ts'
import { undo } from './undo.ts'

const nodesOf = (analysis: Analysis) => meaningOf(analysis.reading!.model as DagDefinition).nodes
const same = (a: string, b: string): boolean => clean(a).normalize('NFC') === clean(b).normalize('NFC')

/** What a copy of some nodes means in a file: the same nodes, under the ids that they were given. */
function copied(plain: Plain, picked: readonly number[], ids: readonly string[], target: readonly string[]) {
  const names = picked.map((i) => plain.nodes[i]!.id ?? '')
  const follow = (list: readonly string[] | undefined) =>
    list?.flatMap((id) => {
      if (clean(id) === '') return [id]
      const within = names.findIndex((name) => same(name, id))
      if (within >= 0) return [ids[within]!]
      return target.some((each) => same(each, id)) ? [id] : []
    })
  const nodes = picked.map((i, k) => {
    const { needs, routes, ...rest } = plain.nodes[i]!
    return { ...rest, id: ids[k]!, ...(needs === undefined ? {} : { needs: follow(needs)! }), ...(routes === undefined ? {} : { routes: follow(routes)! }) }
  })
  return meaningOf({ nodes }).nodes
}

const some = fc.record({ plain: somePlain, style: someStyle, format: fc.constantFrom('yaml' as const, 'yaml' as const, 'json' as const), seed: fc.nat() })

it('copies of any nodes are those nodes under free ids, and nothing else changes', () => {
  fc.assert(
    fc.property(some, ({ plain, style, format, seed }) => {
      const { document, analysis, keys } = openCase({ tree: plain as unknown as TreeMap, style, format })
      const picked = plain.nodes.flatMap((_, i) => ((seed >> i) & 1 ? [i] : []))
      const clip = copyNodes(analysis, picked.map((i) => keys[i]!))
      fc.pre(clip !== '')
      const elsewhere = openDocument({ text: '# other\nnodes:\n  - id: a\n    prompt: p\n', format: 'yaml' })
      for (const target of [document, elsewhere]) {
        const before = analyse(target)
        const result = pasteNodes(target, { text: clip })
        // Only anchors, aliases, tags and merges may stand against a paste.
        const problem = result.ok ? '' : result.diagnostics[0]!.message
        expect(style.anchors || style.tags || style.merges ? '' : problem).toBe('')
        if (!result.ok) continue
        const after = analyse(result.value.document)
        const old = nodesOf(before)
        const fresh = nodesOf(after).slice(old.length)
        const ids = fresh.map((node) => String(node['id']))
        const all = nodesOf(after).map((node) => String(node['id']).normalize('NFC'))
        expect(nodesOf(after).slice(0, old.length)).toEqual(old)
        expect(fresh).toEqual(copied(plain, picked, ids, old.map((node) => String(node['id']))))
        expect(ids.filter((id) => all.filter((each) => each === id.normalize('NFC')).length > 1)).toEqual([])
        expect(undo(result.value.document).text).toBe(target.text)
      }
    }),
    { numRuns: Number(process.env['HEDDLE_CASES'] || 400) },
  )
}, 600_000)
