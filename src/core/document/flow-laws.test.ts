import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { flow as dialect } from '../dialects/flow/dialect.ts'
import { readSource } from '../source/read.ts'
import type { SourceNode } from '../source/tree.ts'
import { analyse } from './analyse.ts'
import { applyCommand } from './apply.ts'
import { openDocument } from './open.ts'
import { someFlowIntent } from './testing/flow-meaning.ts'
import { printFlow, someFlow, someFlowStyle, type PlainFlow } from './testing/flow-plain.ts'
import { redo, undo } from './undo.ts'

/** More by `HEDDLE_CASES=100000 npx vitest run src/core/document/flow-laws`. */
const CASES = Number(process.env['HEDDLE_CASES'] || 300)
const counts = new Map<string, number>()

const someCase = fc.tuple(someFlow, someFlowStyle).chain(([plain, style]) => fc.record({ plain: fc.constant(plain), style: fc.constant(style), intent: someFlowIntent(plain) }))

/** The flow that a text holds, read from its tree and not by any dialect. */
function flowIn(text: string): unknown {
  const root = plain(readSource(text, 'yaml').root, '') as { readonly workflow?: Partial<PlainFlow> } & Partial<PlainFlow>
  const { entry, output, nodes = [], edges = [] } = root.workflow ?? root
  return sorted({ entry, output, nodes, edges })
}

/** Everything but budgets is text. */
function plain(node: SourceNode | null, name: string): unknown {
  switch (node?.kind) {
    case 'scalar': return name === 'max_iterations' ? node.value : node.text
    case 'list': return node.items.map((item) => plain(item.value, name))
    case 'map': return Object.fromEntries(node.entries.map((entry) => [entry.name, plain(entry.value, entry.name ?? '')]))
    default: return null
  }
}

/** Keys in one order: a new field stands where its table says. */
function sorted(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part) ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1))) : part)) as unknown
}

describe('the laws of editing a flow', () => {
  it('hold for any command on any file', () => {
    fc.assert(fc.property(someCase, ({ plain, style, intent: { command, meant } }) => {
      const page = printFlow(plain, style)
      const document = openDocument({ text: page.text, format: 'yaml' })
      const result = applyCommand(document, command)
      counts.set(command.type, (counts.get(command.type) ?? 0) + 1)
      const refusal = result.ok ? null : result.diagnostics[0]!.code
      // Notes in braces and the like may stand against an edit; the rules may, where they are meant to.
      expect(refusal === null || refusal === 'refused/flow-comment' || ('refused' in meant && refusal === 'refused/rule') ? '' : `${refusal}: ${result.ok ? '' : result.diagnostics[0]!.message}`).toBe('')
      expect(result.ok && 'refused' in meant).toBe(false)
      if (!result.ok || 'refused' in meant) return
      const { text } = result.value
      expect(flowIn(text)).toEqual(sorted(meant.flow))
      expect(analyse(result.value).dialect).toBe('flow')
      // What the command does not name stands as it stood, comments and line ends included.
      const untouched = [...page.nodes.filter((_, at) => !meant.nodes.includes(at)), ...page.edges.filter((_, at) => !meant.edges.includes(at))]
      for (const item of untouched) expect(text).toContain(item)
      expect(text.startsWith(`# top${style.eol}name: f${style.eol}`)).toBe(true)
      expect(style.eol === '\r\n' && /[^\r]\n/.test(text)).toBe(false)
      expect(undo(result.value).text).toBe(page.text)
      expect(redo(undo(result.value)).text).toBe(text)
    }), { numRuns: CASES })
  }, 600_000)

  it('give back the same bytes when an edge or a node that was added is removed', () => {
    fc.assert(fc.property(someFlow, someFlowStyle, fc.boolean(), (plain, style, isNode) => {
      fc.pre(plain.edges.length > 0)
      const { text } = printFlow(plain, style)
      const document = openDocument({ text, format: 'yaml' })
      const from = plain.nodes[0]!.id
      const index = plain.edges.filter((edge) => edge.from === from && (edge.to ?? 'end') === 'end').length
      const added = applyCommand(document, isNode ? { type: 'add', node: { id: 'fresh' } } : { type: 'connect', from, to: 'end', kind: 'flow' })
      fc.pre(added.ok)
      const removed = added.ok ? applyCommand(added.value, isNode ? { type: 'remove', nodes: ['fresh'] } : { type: 'disconnect', from, to: 'end', index }) : added
      expect(removed.ok && removed.value.text).toBe(text)
    }), { numRuns: Math.ceil(CASES / 2) })
  }, 600_000)

  it('hold for a new node on an edge: the condition and the budget stay on the way to it', () => {
    fc.assert(fc.property(someFlow, someFlowStyle, fc.nat(), (plain, style, at) => {
      fc.pre(plain.edges.length > 0)
      const document = openDocument({ text: printFlow(plain, style).text, format: 'yaml' })
      const analysis = analyse(document)
      const edge = analysis.view.edges[at % analysis.view.edges.length]!
      const commands = dialect.between(analysis.reading as Parameters<typeof dialect.between>[0], edge, { id: 'fresh', tool: 'echo' })
      const done = commands.ok ? applyCommand(document, { type: 'batch', label: 'Insert', commands: commands.value }, analysis) : commands
      const after = done.ok ? analyse(done.value).view.edges : []
      const budget = edge.budget!
      expect(after.filter(({ from, to }) => from === 'fresh' || to === 'fresh').map(({ from, to, condition, budget: times }) => ({ from, to, condition, times }))).toEqual(
        [{ from: edge.from, to: 'fresh', condition: edge.condition, times: budget }, { from: 'fresh', to: edge.to, condition: undefined, times: budget }])
      expect(after).toHaveLength(plain.edges.length + 1)
    }), { numRuns: Math.ceil(CASES / 3) })
  }, 600_000)

  afterAll(() => {
    process.stdout.write(`laws of editing a flow: ${[...counts].map(([what, count]) => `${what} ${count}`).join(', ')}\n`)
  })
})
