import fc from 'fast-check'

/** A flow as plain data, and how its file is written. Edges name nodes that exist, or the end. */
export type PlainFlow = {
  readonly entry?: string
  readonly output?: string
  readonly nodes: readonly { readonly id: string; readonly tool?: string; readonly output?: string }[]
  readonly edges: readonly PlainEdge[]
}
export type PlainEdge = { readonly from: string; readonly to?: string; readonly if?: string; readonly max_iterations?: number }
export type FlowStyle = { readonly isAlone: boolean; readonly braces: boolean; readonly indent: number; readonly eol: '\n' | '\r\n'; readonly blank: boolean; readonly quotes: boolean }

/** A file, and the text of each of its items with the comments that it owns. */
export type FlowPage = { readonly text: string; readonly nodes: readonly string[]; readonly edges: readonly string[] }

const ids = ['refine', 'judge', 'ship', 'no', '007', 'a b', 'été', 'x: y']
const optional = <T>(of: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(of, { nil: undefined })

export const someFlow: fc.Arbitrary<PlainFlow> = fc.uniqueArray(fc.constantFrom(...ids), { minLength: 1, maxLength: 5 }).chain((named) => {
  const one = fc.constantFrom(...named)
  return fc.record({
    entry: optional(one),
    output: optional(one),
    nodes: fc.tuple(...named.map((id) => fc.record({ tool: optional(fc.constantFrom('echo', 'no', 'a.b')), output: optional(fc.constantFrom('draft', 'v')) }).map((rest) => written({ id, ...rest })))),
    edges: fc.array(fc.record({
      from: one, to: optional(fc.oneof({ weight: 5, arbitrary: one }, { weight: 1, arbitrary: fc.constant('end') })),
      if: optional(fc.constantFrom('{{.v}}', '{{not .draft.ok}}')), max_iterations: optional(fc.integer({ min: 1, max: 9 })),
    }).map(written), { maxLength: 6 }),
  }).map((flow) => written(flow) as PlainFlow)
})

export const someFlowStyle: fc.Arbitrary<FlowStyle> = fc.record({
  isAlone: fc.boolean(), braces: fc.boolean(), indent: fc.constantFrom(0, 2, 4), eol: fc.constantFrom('\n', '\r\n'), blank: fc.boolean(), quotes: fc.boolean(),
})

function written<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T
}

export function printFlow(flow: PlainFlow, style: FlowStyle): FlowPage {
  const around = style.isAlone ? '  ' : ''
  const margin = around + ' '.repeat(style.indent)
  const word = (value: string | number): string => (typeof value === 'number' ? String(value) : style.quotes || !/^[a-z.\d]+$/.test(value) ? JSON.stringify(value) : value)
  const item = (fields: object, name: string, braces: boolean): string => {
    const entries = Object.entries(fields) as [string, string | number][]
    const head = `${margin}# ${name}\n`
    if (braces) return `${head}${margin}- {${entries.map(([key, value]) => `${key}: ${word(value)}`).join(', ')}} # at ${name}\n`
    return head + entries.map(([key, value], at) => `${margin}${at === 0 ? '- ' : '  '}${key}: ${word(value)}${at === 0 ? ` # at ${name}` : ''}\n`).join('')
  }
  const nodes = flow.nodes.map((node, at) => item(node, `node ${at}`, false))
  const edges = flow.edges.map((edge, at) => item(edge, `edge ${at}`, style.braces))
  const gap = style.blank ? '\n' : ''
  const text = [
    '# top\nname: f\n', style.isAlone ? 'workflow:\n' : '',
    flow.entry === undefined ? '' : `${around}entry: ${word(flow.entry)} # the entry\n`,
    `${around}nodes:\n${nodes.join(gap)}`,
    edges.length === 0 ? `${around}edges: []\n` : `${around}edges:\n${edges.join(gap)}`,
    flow.output === undefined ? '' : `${around}output: ${word(flow.output)} # the output\n`,
  ].join('')
  const ends = (part: string): string => part.replaceAll('\n', style.eol)
  return { text: ends(text), nodes: nodes.map(ends), edges: edges.map(ends) }
}
