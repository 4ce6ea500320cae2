import { checkHeader } from '../../agent-file/check-header.ts'
import { checkTemplates } from '../../agent-file/check-templates.ts'
import { checkOutputs } from '../../agent-file/output-rules.ts'
import type { Diagnostic, Path } from '../../diagnostic.ts'
import { reachable } from '../../graph/reach.ts'
import { asksModel } from '../../graph/view.ts'
import { candidateOf, nearest, nearestOf, type Candidate } from '../../text/nearest.ts'
import { LONGEST, parseDuration } from '../duration.ts'
import type { Fixes } from '../field-fixes.ts'
import { checkId } from '../id-rules.ts'
import { Problems, type ProblemDetails } from '../problems.ts'
import { sameId } from '../same-id.ts'
import { didYouMean, listed, shown } from '../say.ts'
import { bodyOf, bodyPath, END, isFlowKind, kindOf, targetOf, type FlowBody, type FlowDefinition, type FlowEdge, type FlowKind, type FlowNode } from './definition.ts'
import { kindValues, nodeFieldNamed, onErrorValues } from './fields.ts'
import type { FlowFixes } from './fixes.ts'
import { holdersOf, settersOf } from './holders.ts'
import { keysOf, type FlowKeys } from './keys.ts'
import { starvedEdges } from './loops.ts'
import { markOf } from './marks.ts'
import { MOST_PARALLEL } from './plan.ts'
import type { FlowReading } from './read.ts'

/** What the rules look at: a read flow, from a text or from code. */
export type Checked = Omit<FlowReading, 'source'> & { readonly source: FlowReading['source'] | null }

/** Each guess looks at every id. A file with more unknown names than this allows has one fault, not many. */
const MOST_COMPARISONS = 200_000

/** Checks the rules across fields. What reading already found of a part is not said again in other words. */
export function checkRules(checked: Checked, fixes: FlowFixes): readonly Diagnostic[] {
  return new Rules(checked, fixes).check()
}

class Rules {
  readonly #checked: Checked
  readonly #model: FlowDefinition
  readonly #body: FlowBody
  readonly #at: Path
  readonly #keys: FlowKeys
  readonly #fixes: FlowFixes
  readonly #problems = new Problems()
  /** Paths whose value reading could not take; missing there means misread. */
  readonly #misread: ReadonlySet<string>
  #comparisons = 0
  #candidates: readonly Candidate[] | null = null

  constructor(checked: Checked, fixes: FlowFixes) {
    this.#checked = checked
    this.#model = checked.model
    this.#body = bodyOf(checked.model)
    this.#at = bodyPath(checked.model)
    this.#keys = keysOf(checked.model)
    this.#fixes = fixes
    this.#misread = new Set(checked.diagnostics.flatMap(({ code, path }) => (code === 'field/wrong-type' || code === 'definition/not-a-map' ? [path.join('/')] : [])))
  }

  check(): readonly Diagnostic[] {
    const { nodes, edges } = this.#body
    checkHeader({
      header: this.#model, origin: this.#checked.origin, problems: this.#problems,
      isMisread: (path) => this.#isMisread(path), replace: (path, word) => this.#fixes.replace(path, word),
    })
    if (nodes.length === 0 && !this.#isMisread([...this.#at, 'nodes']) && !this.#isMisread(this.#at)) {
      this.#add('definition/no-nodes', [...this.#at, 'nodes'], 'Has no nodes. A flow needs at least one node.')
    }
    for (const [index, node] of nodes.entries()) this.#checkNode(index, node)
    for (const [place, edge] of edges.entries()) this.#checkEdge(place, edge)
    this.#checkName('entry')
    this.#checkName('output')
    this.#checkNeverTried()
    this.#checkLoops()
    this.#checkReached()
    for (const holder of holdersOf(this.#model)) {
      checkOutputs(this.#checked.origin, holder, this.#problems)
      checkTemplates(this.#checked, holder, this.#setters(), this.#problems)
    }
    return this.#problems.list()
  }

  #settersMade: ReadonlyMap<string, readonly string[]> | null = null
  #setters(): ReadonlyMap<string, readonly string[]> {
    return (this.#settersMade ??= settersOf(this.#model))
  }

  #checkNode(index: number, node: FlowNode): void {
    const path = this.#node(index)
    if (this.#isMisread(path)) return
    checkId({
      ids: this.#ids(), keys: this.#keys, nodes: [...this.#at, 'nodes'], fixes: this.#fixes,
      isMisread: (at) => this.#isMisread(at),
      related: (paths, message) => this.#related(paths, message),
      add: (code, at, message, details) => this.#add(code, at, message, details),
    }, index)
    if (sameId(node.id) === END) {
      this.#add('node/reserved-id', [...path, 'id'], 'The id `end` is reserved: an edge to `end` ends the flow. Rename the node.', { node: node.id, field: 'id', fixes: this.#fixes.renameId(index) })
    }
    this.#checkChoice(path, node, 'kind', node.kind !== undefined && !isFlowKind(node.kind), 'node/unknown-kind', kindValues.map(({ value }) => value))
    const isKnownKind = node.kind === undefined || isFlowKind(node.kind)
    if (isKnownKind) this.#checkWork(path, node, kindOf(node))
    const words = onErrorValues.map(({ value }) => value)
    this.#checkChoice(path, node, 'on_error', node.on_error !== undefined && !words.some((word) => word === node.on_error), 'node/unknown-on-error', words)
    this.#checkTimeout(path, node)
    if (node.max_parallel > MOST_PARALLEL) {
      this.#add('for-each/too-parallel', [...path, 'max_parallel'], `At most ${MOST_PARALLEL} items are worked on at once. Write ${MOST_PARALLEL} or less.`,
        { node: node.id, field: 'max_parallel', severity: 'warning', fixes: this.#fixes.setField(path, 'max_parallel', String(MOST_PARALLEL), `Change to ${MOST_PARALLEL}`) })
    }
    if (node.for_each === undefined && (node.item_var !== undefined || node.max_parallel > 0)) {
      const field = node.item_var !== undefined ? 'item_var' : 'max_parallel'
      this.#add('field/unused', [...path, field], `\`${field}\` does nothing without \`for_each\`.`, { node: node.id, field, severity: 'warning', fixes: this.#fixes.removeField(path, field) })
    }
  }

  /** One word of a few. */
  #checkChoice(path: Path, node: FlowNode, field: 'kind' | 'on_error', isWrong: boolean, code: 'node/unknown-kind' | 'node/unknown-on-error', words: readonly string[]): void {
    if (!isWrong) return
    const word = node[field]!
    const meant = nearest(word, words)
    const what = field === 'kind' ? `${shown(word)} is not a kind: it must be one of` : `${shown(word)} is not a way to deal with an error: \`on_error\` must be`
    this.#add(code, [...path, field], `${what} ${listed(words)}.${didYouMean(meant)}`,
      { node: node.id, field, fixes: meant === null ? this.#fixes.removeField(path, field) : this.#fixes.replace([...path, field], meant) })
  }

  /** What the kind asks of the other fields. */
  #checkWork(path: Path, node: FlowNode, kind: FlowKind): void {
    const add = (code: Diagnostic['code'], field: string, message: string, details: ProblemDetails = {}): void =>
      this.#add(code, [...path, field], message, { node: node.id, field, ...details })
    if (kind === 'tool' && node.tool === undefined && !this.#isMisread([...path, 'tool'])) add('node/missing-tool', 'tool', 'Is a tool node without a tool. Name the tool in `tool`.')
    if (kind === 'agent' && node.agent === undefined && node.prompt === undefined && !this.#isMisread([...path, 'agent']) && !this.#isMisread([...path, 'prompt'])) {
      add('node/missing-agent', 'agent', 'Is an agent node without an agent. Name the agent in `agent`, or ask a model with `prompt`.')
    }
    if ((kind === 'verifier' || kind === 'critic' || kind === 'router') && node.prompt === undefined && node.input === undefined && !this.#isMisread([...path, 'prompt'])) {
      add('node/missing-prompt', 'prompt', `Is a ${kind} without a prompt. Say what it must do in \`prompt\`.`)
    }
    if (kind === 'gate' && node.prompt === undefined && !this.#isMisread([...path, 'prompt'])) {
      add('node/missing-prompt', 'prompt', 'Asks a person nothing. Say in `prompt` what there is to decide.', { severity: 'warning' })
    }
    if (kind === 'branch' && node.for_each !== undefined) {
      add('for-each/on-branch', 'for_each', 'A branch does nothing, so it cannot do it for each item. Give the node a tool or an agent, or remove `for_each`.', { fixes: this.#fixes.removeField(path, 'for_each') })
    }
    if (kind === 'router' && this.#routes(node).length === 0) {
      add('router/no-routes', 'routes', 'Is a router that can go nowhere. Draw its edges, or list the names that it may choose between in `routes`.', { severity: 'warning' })
    }
    if (kind === 'branch' && node.kind === undefined && node.prompt !== undefined) {
      add('node/prompt-without-kind', 'prompt', 'Has a prompt but neither a tool, an agent nor a kind, so it is a branch and asks nobody. Set `kind: agent` to ask a model.',
        { severity: 'warning', fixes: this.#fixes.setField(path, 'kind', 'agent', 'Set kind to agent') })
      return
    }
    const drawn = kind === 'agent' && node.agent === undefined ? 'model' : kind
    for (const field of ['tool', 'agent', 'prompt', 'routes', 'input', 'output', 'max_turns', 'model', 'tools', 'output_format'] as const) {
      const value = node[field]
      const isSet = value !== undefined && value !== 0 && !(Array.isArray(value) && value.length === 0)
      const kinds = nodeFieldNamed.get(field)?.kinds
      const isUsed = kinds?.includes(drawn) === true || (field === 'agent' && asksModel(kind))
      if (isSet && !isUsed) {
        add('field/unused', field, `\`${field}\` does nothing here: ${kind === 'agent' ? 'an' : 'a'} ${kind} does not use it.`, { severity: 'warning', fixes: this.#fixes.removeField(path, field) })
      }
    }
  }

  #routes(node: FlowNode): readonly unknown[] {
    return node.routes.length > 0 ? node.routes : this.#body.edges.filter(({ from }) => sameId(from) === sameId(node.id))
  }

  #checkTimeout(path: Path, node: FlowNode): void {
    if (node.timeout === undefined) return
    const at = [...path, 'timeout']
    const ms = parseDuration(node.timeout)
    const details = { node: node.id, field: 'timeout' }
    const isBare = /^\d+(\.\d+)?$/.test(node.timeout)
    if (ms === null) {
      this.#add('timeout/not-a-duration', at, isBare
        ? `The timeout ${shown(node.timeout)} has no unit. Write \`${node.timeout}s\` for seconds or \`${node.timeout}m\` for minutes.`
        : `${shown(node.timeout)} is not a duration. Write it as \`500ms\`, \`30s\`, \`5m\` or \`1h30m\`.`,
      { ...details, fixes: isBare ? this.#fixes.replace(at, `${node.timeout}s`) : [] })
    } else if (ms === 0 || ms > LONGEST) {
      this.#add('timeout/not-a-duration', at, ms === 0
        ? 'A timeout of nothing would stop the node before it starts. Remove it for no limit.'
        : `${shown(node.timeout)} is longer than a run can wait. Write at most \`24d\`.`,
      { ...details, fixes: [...(ms === 0 ? [] : this.#fixes.replace(at, '24d')), ...this.#fixes.removeField(path, 'timeout')] })
    }
  }

  #checkEdge(place: number, edge: FlowEdge): void {
    const path = this.#edge(place)
    if (this.#isMisread(path)) return
    const owner = edge.from === '' ? {} : { node: edge.from }
    if (edge.from === '') {
      if (!this.#isMisread([...path, 'from'])) this.#add('edge/unknown-from', [...path, 'from'], 'Has no `from`: name the node that the edge leaves.', { field: 'from', fixes: this.#fixes.removeEdge(place) })
    } else if (edge.from === END && !this.#keys.byId.has(END)) {
      this.#add('edge/unknown-from', [...path, 'from'], 'Leaves `end`, but the flow is over there. Name the node that the edge leaves.', { field: 'from', fixes: this.#fixes.removeEdge(place) })
    } else if (!this.#keys.byId.has(sameId(edge.from))) {
      this.#unknown('edge/unknown-from', [...path, 'from'], edge.from, 'Leaves', place, owner)
    }
    const to = targetOf(edge)
    if (to !== null && !this.#keys.byId.has(sameId(to))) this.#unknown('edge/unknown-to', [...path, 'to'], to, 'Leads to', place, owner)
  }

  #unknown(code: 'edge/unknown-from' | 'edge/unknown-to', path: Path, id: string, what: string, place: number, owner: { readonly node?: string }): void {
    const meant = this.#meantBy(id, code === 'edge/unknown-to')
    this.#add(code, path, `${what} ${shown(id)}, but no node has that id.${didYouMean(meant)}`, {
      ...owner, field: String(path.at(-1)),
      fixes: [...(meant === null ? [] : this.#fixes.replace(path, meant)), ...this.#fixes.addNode(id), ...this.#fixes.removeEdge(place)],
    })
  }

  /** `entry` and `output` name a node. */
  #checkName(field: 'entry' | 'output'): void {
    const id = this.#body[field]
    if (id === undefined || this.#keys.byId.has(sameId(id))) return
    const path = [...this.#at, field]
    const meant = this.#meantBy(id, false)
    const what = field === 'entry' ? 'The flow begins at' : 'The result is that of'
    this.#add(field === 'entry' ? 'flow/unknown-entry' : 'flow/unknown-output', path, `${what} ${shown(id)}, but no node has that id.${didYouMean(meant)}`, {
      field, fixes: [...(meant === null ? [] : this.#fixes.replace(path, meant)), ...this.#fixes.addNode(id), ...this.#fixes.removeField(this.#at, field)],
    })
  }

  #checkNeverTried(): void {
    const first = new Map<string, number>()
    for (const { from, place } of this.#keys.edges) {
      const edge = this.#body.edges[place]!
      const always = first.get(from)
      if (always === undefined) {
        if (edge.if === undefined) first.set(from, place)
        continue
      }
      const before = this.#body.edges[always]!
      const to = targetOf(before)
      const times = before.max_iterations > 1 ? `${before.max_iterations} times` : 'once'
      this.#add('edge/after-unconditional', this.#edge(place),
        `Is not tried until the edge ${to === null ? 'to the end' : `to ${shown(to)}`} before it has been taken ${times}: that one has no \`if\`. Put this edge before it, or give it an \`if\`.`,
        { node: edge.from, severity: 'warning', related: this.#related([this.#edge(always)], 'This edge has no `if`.') })
    }
  }

  #checkLoops(): void {
    for (const { place, back, rounds } of starvedEdges(this.#body.edges, this.#keys)) {
      const edge = this.#body.edges[place]!
      const way = this.#body.edges[back]!
      const budget = rounds + 1
      this.#add('edge/loop-budget', this.#edge(place),
        `May be taken once, so the loop back from ${shown(way.from)} to ${shown(way.to!)} ends after its first round, though it may go round ${rounds === 1 ? 'once more' : `${rounds} more times`}. Set \`max_iterations: ${budget}\`.`,
        {
          node: edge.from, field: 'max_iterations', severity: 'warning',
          fixes: this.#fixes.setField(this.#edge(place), 'max_iterations', String(budget), `Set max_iterations to ${budget}`),
          related: this.#related([this.#edge(back)], 'This edge leads back.'),
        })
    }
  }

  #checkReached(): void {
    const { entry, edges, keys } = this.#keys
    if (entry === undefined || this.#body.nodes.length < 2) return
    const reached = reachable(edges, [entry], 'down')
    for (const [index, node] of this.#body.nodes.entries()) {
      const key = keys[index]!
      if (key === entry || reached.has(key) || node.id === '') continue
      this.#add('node/unreachable', [...this.#node(index), 'id'], `Is never reached: no way leads here from the entry ${shown(this.#body.nodes[this.#keys.byKey.get(entry)!]!.id)}.`,
        { node: node.id, severity: 'warning' })
    }
  }

  #idsMade: readonly string[] | null = null
  #ids(): readonly string[] {
    return (this.#idsMade ??= this.#body.nodes.map(({ id }) => id))
  }

  /** The id that a name most likely means. */
  #meantBy(id: string, mayEnd: boolean): string | null {
    if (this.#comparisons > MOST_COMPARISONS) return null
    this.#comparisons += this.#body.nodes.length
    this.#candidates ??= this.#ids().flatMap((each) => (each === '' ? [] : [candidateOf(each)]))
    return nearestOf(id, mayEnd ? [...this.#candidates, candidateOf(END)] : this.#candidates)
  }

  #node(index: number): Path {
    return [...this.#at, 'nodes', index]
  }

  #edge(place: number): Path {
    return [...this.#at, 'edges', place]
  }

  #isMisread(path: Path): boolean {
    return this.#misread.has(path.join('/'))
  }

  #related(paths: readonly Path[], message: string): NonNullable<Diagnostic['related']> {
    return paths.flatMap((path) => {
      const range = markOf(this.#checked.origin, path, this.#at)
      return range ? [{ range, message }] : []
    })
  }

  #add(code: Diagnostic['code'], path: Path, message: string, details: ProblemDetails & { readonly fixes?: Fixes } = {}): void {
    this.#problems.add(code, { path, range: markOf(this.#checked.origin, path, this.#at) }, message, details)
  }
}
