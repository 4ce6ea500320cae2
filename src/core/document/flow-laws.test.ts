import fc from 'fast-check'
import { expect, it } from 'vitest'
import { flow as dialect } from '../dialects/flow/dialect.ts'
import { analyse } from './analyse.ts'
import { applyCommand } from './apply.ts'
import { openCase } from './testing/laws.ts'
import { edgeCount, someFlow } from './testing/flow/case.ts'
import { plainStyle, someStyle } from './testing/style.ts'

/** More by `HEDDLE_CASES=100000 npx vitest run src/core/document/flow-laws`. */
const CASES = Number(process.env['HEDDLE_CASES'] || 100)

it('puts a new node on an edge of a flow so that the condition and the budget stay on the way to it', () => {
  fc.assert(fc.property(someFlow, someStyle, fc.nat(), (tree, style, place) => {
    fc.pre(edgeCount(tree) > 0)
    // What stands against an edit at all is for the laws of each command to say.
    const { document, analysis } = openCase({ tree, style: { ...style, ...plainStyle }, format: 'yaml' })
    const edge = analysis.view.edges[place % analysis.view.edges.length]!
    const commands = dialect.between(analysis.reading as Parameters<typeof dialect.between>[0], edge, { id: 'fresh', tool: 'echo' })
    const leadsNowhere = analysis.view.nodes.some(({ key, ghost }) => ghost === true && key !== 'end' && (key === edge.from || key === edge.to))
    const isRefused = !commands.ok && commands.diagnostics[0]!.message.endsWith('Mend it first.')
    expect(isRefused).toBe(leadsNowhere)
    fc.pre(!leadsNowhere)
    const done = commands.ok ? applyCommand(document, { type: 'batch', label: 'Insert', commands: commands.value }, analysis) : commands
    const after = done.ok ? analyse(done.value).view.edges : []
    const budget = edge.budget!
    expect(after.filter(({ from, to }) => from === 'fresh' || to === 'fresh').map(({ from, to, condition, budget: times }) => ({ from, to, condition, times }))).toEqual(
      [{ from: edge.from, to: 'fresh', condition: edge.condition, times: budget }, { from: 'fresh', to: edge.to, condition: undefined, times: budget }])
    expect(after).toHaveLength(edgeCount(tree) + 1)
  }), { numRuns: CASES })
}, 600_000)
