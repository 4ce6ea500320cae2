import fc from 'fast-check'
import type { Command } from '../../dialects/command.ts'
import type { PlainEdge, PlainFlow } from './flow-plain.ts'

/** What a command means, said upon plain flows; `touched` are the nodes and edges that it may change. */
export type FlowIntent = { readonly command: Command; readonly meant: Meant }
export type Meant = { readonly flow: PlainFlow; readonly nodes: readonly number[]; readonly edges: readonly number[] } | { readonly refused: string }

const target = ({ to }: PlainEdge): string => to ?? 'end'

export function someFlowIntent(flow: PlainFlow): fc.Arbitrary<FlowIntent> {
  const { nodes, edges } = flow
  const node = fc.nat(nodes.length - 1)
  const id = (index: number): string => nodes[index]!.id
  const ends = fc.constantFrom(...nodes.map((each) => each.id), 'end')
  const edge = fc.nat(Math.max(0, edges.length - 1))
  const named = (place: number) => {
    const { from } = edges[place]!
    const to = target(edges[place]!)
    return { from, to, index: edges.slice(0, place).filter((each) => each.from === from && target(each) === to).length }
  }
  const changed = (place: number, change: (edge: PlainEdge) => PlainEdge): Meant => ({ flow: { ...flow, edges: edges.with(place, change(edges[place]!)) }, nodes: [], edges: [place] })
  const general: fc.Arbitrary<FlowIntent>[] = [
    fc.record({ fresh: fc.constantFrom('new', 'yes', ...nodes.map((each) => each.id)), after: fc.option(node, { nil: undefined }) }).map(({ fresh, after }) => {
      const at = after === undefined ? nodes.length : after + 1
      return {
        command: { type: 'add', node: { id: fresh, tool: 'echo' }, ...(after === undefined ? {} : { after: id(after) }) },
        meant: nodes.some((each) => each.id === fresh) ? { refused: 'taken' } : { flow: { ...flow, nodes: nodes.toSpliced(at, 0, { id: fresh, tool: 'echo' }) }, nodes: [], edges: [] },
      }
    }),
    fc.uniqueArray(node, { minLength: 1, maxLength: 3 }).map((list) => {
      const gone = list.map(id)
      const lost = edges.flatMap((each, place) => (gone.includes(each.from) || gone.includes(target(each)) ? [place] : []))
      const { entry, output, ...rest } = flow
      return {
        command: { type: 'remove', nodes: gone },
        meant: {
          flow: {
            ...rest, ...(entry !== undefined && !gone.includes(entry) ? { entry } : {}), ...(output !== undefined && !gone.includes(output) ? { output } : {}),
            nodes: nodes.filter((_, at) => !list.includes(at)), edges: edges.filter((_, at) => !lost.includes(at)),
          },
          nodes: list, edges: lost,
        },
      }
    }),
    fc.record({ at: node, to: fc.constantFrom('fresh', 'yes', 'end', ' ', ...nodes.map((each) => each.id)) }).map(({ at, to }) => {
      const from = id(at)
      const follow = (each: string): string => (each === from ? to : each)
      const isFree = to.trim() !== '' && to !== 'end' && (to === from || !nodes.some((each) => each.id === to))
      return {
        command: { type: 'rename', node: from, to },
        meant: !isFree ? { refused: 'not free' } : {
          flow: {
            ...flow, ...(flow.entry === undefined ? {} : { entry: follow(flow.entry) }), ...(flow.output === undefined ? {} : { output: follow(flow.output) }),
            nodes: nodes.map((each) => ({ ...each, id: follow(each.id) })),
            edges: edges.map((each) => ({ ...each, from: follow(each.from), ...(each.to === undefined ? {} : { to: follow(each.to) }) })),
          },
          nodes: [at], edges: edges.flatMap((each, place) => (each.from === from || each.to === from ? [place] : [])),
        },
      }
    }),
    fc.record({ from: ends, to: ends }).map(({ from, to }) => {
      const twin = edges.find((each) => each.from === from && target(each) === to)
      return {
        command: { type: 'connect', from, to, kind: 'flow' },
        meant: from === 'end' || (twin !== undefined && twin.if === undefined) ? { refused: 'leads nowhere new' } : { flow: { ...flow, edges: [...edges, { from, to }] }, nodes: [], edges: [] },
      }
    }),
    fc.record({ at: node, value: fc.constantFrom('retry', 'skip') }).map(({ at, value }) => ({
      command: { type: 'setField', node: id(at), field: 'on_error', value },
      meant: { flow: { ...flow, nodes: nodes.with(at, { ...nodes[at]!, on_error: value } as PlainFlow['nodes'][number]) }, nodes: [at], edges: [] },
    })),
    fc.record({ at: node, before: node }).map(({ at, before }) => {
      const rest = nodes.toSpliced(at, 1)
      const place = before > at ? before - 1 : before
      return { command: { type: 'moveNode', node: id(at), before: id(before) }, meant: { flow: { ...flow, nodes: rest.toSpliced(place, 0, nodes[at]!) }, nodes: [], edges: [] } }
    }),
  ]
  const ofEdges: fc.Arbitrary<FlowIntent>[] = edges.length === 0 ? [] : [
    edge.map((place) => ({ command: { type: 'disconnect', ...named(place) }, meant: { flow: { ...flow, edges: edges.toSpliced(place, 1) }, nodes: [], edges: [place] } })),
    fc.record({ place: edge, newFrom: fc.option(fc.constantFrom(...nodes.map((each) => each.id)), { nil: undefined }), newTo: fc.option(ends, { nil: undefined }) }).map(({ place, newFrom, newTo }) => ({
      command: { type: 'retarget', ...named(place), ...(newFrom === undefined ? {} : { newFrom }), ...(newTo === undefined ? {} : { newTo }) },
      meant: changed(place, (each) => ({ ...each, ...(newFrom === undefined ? {} : { from: newFrom }), ...(newTo === undefined || newTo === target(each) ? {} : { to: newTo }) })),
    })),
    fc.record({ place: edge, value: fc.constantFrom('{{.v.pass}}', undefined) }).map(({ place, value }) => ({
      command: { type: 'setEdge', ...named(place), field: 'if', value },
      meant: changed(place, ({ if: _old, ...each }) => ({ ...each, ...(value === undefined ? {} : { if: value }) })),
    })),
    fc.record({ place: edge, value: fc.constantFrom(1, 7, undefined) }).map(({ place, value }) => ({
      command: { type: 'setEdge', ...named(place), field: 'max_iterations', value },
      meant: changed(place, ({ max_iterations: _old, ...each }) => ({ ...each, ...(value === undefined ? {} : { max_iterations: value }) })),
    })),
    fc.record({ place: edge, to: fc.nat(3) }).map(({ place, to }) => {
      const own = edges.flatMap((each, at) => (each.from === edges[place]!.from ? [at] : []))
      const at = own[Math.min(to, own.length - 1)]!
      return { command: { type: 'moveEdge', ...named(place), place: to }, meant: { flow: { ...flow, edges: edges.toSpliced(place, 1).toSpliced(at, 0, edges[place]!) }, nodes: [], edges: [] } }
    }),
  ]
  return fc.oneof(...general, ...ofEdges)
}
