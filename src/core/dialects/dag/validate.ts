import type { Diagnostic } from '../../diagnostic.ts'
import { showCycle } from '../../graph/cycles.ts'
import type { Origin } from '../dialect.ts'
import { checkId, type IdRules } from '../id-rules.ts'
import { visibly } from '../invisible.ts'
import { LONGEST, parseDuration } from '../duration.ts'
import { Problems, type ProblemDetails } from '../problems.ts'
import { candidateOf, nearest, nearestOf, type Candidate } from '../../text/nearest.ts'
import { isDagKind, kindOf, type DagDefinition, type DagNode } from './definition.ts'
import { kindValues } from './fields.ts'
import type { DagFixes } from './fixes.ts'
import { keysOf } from './keys.ts'
import { landmarks } from './marks.ts'
import { markOf } from '../marks.ts'
import { sameId } from '../same-id.ts'
import { didYouMean, listed, shown } from '../say.ts'

/** What the rules look at: a read definition, from a text or from code. */
export type Checked = { readonly model: DagDefinition; readonly origin: Origin; readonly diagnostics: readonly Diagnostic[] }

/** Each guess looks at every id. A file with more unknown references than this allows has one fault, not many. */
const MOST_COMPARISONS = 200_000

/** Checks the rules across fields. What reading already found of a part is not said again in other words. */
export function checkRules(checked: Checked, fixes: DagFixes): readonly Diagnostic[] {
  return new Rules(checked, fixes).check()
}

class Rules {
  readonly #model: DagDefinition
  readonly #origin: Origin
  readonly #fixes: DagFixes
  readonly #problems = new Problems()
  /** Paths whose value reading could not take; missing there means misread. */
  readonly #misread: ReadonlySet<string>
  readonly #isMap: boolean
  #comparisons = 0
  #candidates: readonly Candidate[] | null = null
  #barred: { readonly list: readonly string[]; readonly ids: ReadonlySet<string> } | null = null

  constructor({ model, origin, diagnostics }: Checked, fixes: DagFixes) {
    this.#model = model
    this.#origin = origin
    this.#fixes = fixes
    this.#isMap = !diagnostics.some(({ code }) => code === 'definition/not-a-map')
    this.#misread = new Set(diagnostics.flatMap(({ code, path }) => (code === 'field/wrong-type' ? [path.join('/')] : [])))
  }

  check(): readonly Diagnostic[] {
    const { nodes } = this.#model
    if (nodes.length === 0) {
      if (this.#isMap && !this.#misread.has('nodes')) this.#add('definition/no-nodes', ['nodes'], 'Has no nodes. A workflow needs at least one node.', { fixes: this.#fixes.addFirst() })
      return this.#problems.list()
    }
    const { sound } = keysOf(this.#model)
    const ids: IdRules = {
      ids: nodes.map(({ id }) => id), keys: keysOf(this.#model), nodes: ['nodes'], fixes: this.#fixes,
      isMisread: (path) => this.#misread.has(path.join('/')),
      related: (paths, message) => this.#related(paths, message),
      add: (code, path, message, details) => this.#add(code, path, message, details),
    }
    for (const [index, node] of nodes.entries()) {
      if (sound.has(node) || this.#misread.has(`nodes/${index}`)) continue
      const before = this.#problems.count
      checkId(ids, index)
      this.#checkKind(index, node)
      this.#checkPrompt(index, node)
      this.#checkNeeds(index, node)
      this.#checkRoutes(index, node)
      this.#checkTimeout(index, node)
      // Where a part was misread, what was found depends on more than the node.
      if (this.#misread.size === 0 && this.#problems.count === before) sound.add(node)
    }
    this.#checkCycles()
    return this.#problems.list()
  }

  #checkKind(index: number, node: DagNode): void {
    if (node.kind === undefined || isDagKind(node.kind)) return
    const kinds = kindValues.map(({ value }) => value)
    const meant = nearest(node.kind, kinds)
    const path = ['nodes', index, 'kind']
    this.#add('node/unknown-kind', path,
      `${shown(node.kind)} is not a kind: it must be one of ${listed(kinds)}.${didYouMean(meant)}`,
      { node: node.id, field: 'kind', fixes: meant === null ? [] : this.#fixes.replace(path, meant) })
  }

  #checkPrompt(index: number, node: DagNode): void {
    if (node.prompt !== '' || this.#misread.has(`nodes/${index}/prompt`)) return
    this.#add('node/missing-prompt', ['nodes', index, 'prompt'], 'Has no prompt. Say what this step must do.', { node: node.id, field: 'prompt' })
  }

  #checkNeeds(index: number, node: DagNode): void {
    for (const [entry, need] of node.needs.entries()) {
      const path = ['nodes', index, 'needs', entry]
      const target = keysOf(this.#model).byId.get(sameId(need))
      if (target === index) {
        this.#add('needs/self', path, `${shown(need)} needs itself, so it could never start. Remove it from \`needs\`.`,
          { node: node.id, field: 'needs', fixes: this.#fixes.removeReference(path) })
      } else if (target === undefined) this.#unknown('needs/unknown', path, index, need, `Needs ${shown(need)}, but no node has that id.`)
    }
  }

  #checkRoutes(index: number, node: DagNode): void {
    const isRouter = node.kind === 'router'
    const at = ['nodes', index, 'routes']
    if (isRouter && node.routes.length === 0 && !this.#isMisreadWithin(at)) {
      this.#add('router/no-routes', at, 'Is a router without routes. List at least one id in `routes`.',
        { node: node.id, field: 'routes', fixes: this.#fixes.replace(['nodes', index, 'kind'], 'agent') })
    }
    // Of an unknown kind nobody can say that it is not a router.
    if (kindOf(node) !== 'router' && (node.kind === undefined || isDagKind(node.kind)) && node.routes.length > 0) {
      this.#add('routes/not-a-router', at, 'Has `routes`, which only a router uses; they are ignored. Set `kind: router`, or remove them.',
        { node: node.id, field: 'routes', severity: 'warning', fixes: this.#fixes.notARouter(index) })
    }
    for (const [entry, route] of node.routes.entries()) {
      const path = [...at, entry]
      const target = keysOf(this.#model).byId.get(sameId(route))
      if (target === undefined) this.#unknown('routes/unknown', path, index, route, `Routes to ${shown(route)}, but no node has that id.`)
      else if (target === index && isRouter) {
        this.#add('router/self-route', path, `${shown(route)} routes to itself. Remove it from \`routes\`.`,
          { node: node.id, field: 'routes', fixes: this.#fixes.removeReference(path) })
      }
    }
  }

  #checkTimeout(index: number, node: DagNode): void {
    if (node.timeout === undefined) return
    const path = ['nodes', index, 'timeout']
    const ms = parseDuration(node.timeout)
    const details = { node: node.id, field: 'timeout' }
    if (ms === null) {
      const isBare = /^\d+(\.\d+)?$/.test(node.timeout)
      this.#add('timeout/not-a-duration', path, isBare
        ? `The timeout ${shown(node.timeout)} has no unit. Write \`${node.timeout}s\` for seconds or \`${node.timeout}m\` for minutes.`
        : `${shown(node.timeout)} is not a duration. Write it as \`500ms\`, \`30s\`, \`5m\` or \`1h30m\`.`,
      { ...details, fixes: isBare ? this.#fixes.replace(path, `${node.timeout}s`) : [] })
    } else if (ms === 0) this.#add('timeout/not-a-duration', path, 'A timeout of nothing would stop the node before it starts. Remove it for no limit.',
      { ...details, fixes: this.#fixes.removeField(index, 'timeout') })
    else if (ms > LONGEST) this.#add('timeout/not-a-duration', path, `${shown(node.timeout)} is longer than a run can wait. Write at most \`24d\`.`,
      { ...details, fixes: [...this.#fixes.replace(path, '24d'), ...this.#fixes.removeField(index, 'timeout')] })
  }

  #checkCycles(): void {
    const { cycles, byKey } = keysOf(this.#model)
    for (const cycle of cycles()) {
      const members = cycle.map((key) => byKey.get(key)!)
      const steps = members.map((index, at) => {
        const before = members.at(at - 1)!
        const id = sameId(this.#model.nodes[before]!.id)
        const entry = this.#model.nodes[index]!.needs.findIndex((need) => sameId(need) === id)
        return { index, path: ['nodes', index, 'needs', entry], needs: this.#model.nodes[before]!.id }
      })
      const first = steps[0]!
      const node = this.#model.nodes[first.index]!
      this.#add('needs/cycle', first.path,
        `Waits for itself: ${showCycle(members.map((index) => visibly(this.#model.nodes[index]!.id)))}. Remove one of these needs.`,
        {
          node: node.id, field: 'needs', fixes: this.#fixes.removeReference(first.path),
          related: steps.flatMap(({ index, path, needs }) => this.#related([path], `${shown(this.#model.nodes[index]!.id)} needs ${shown(needs)}.`)),
        })
    }
  }

  #unknown(code: 'needs/unknown' | 'routes/unknown', path: (string | number)[], index: number, id: string, message: string): void {
    const field = code === 'needs/unknown' ? 'needs' : 'routes'
    const meant = this.#meantBy(id, index, field)
    this.#add(code, path, message + didYouMean(meant), {
      node: this.#model.nodes[index]!.id, field, fixes: this.#fixes.unknownReference(path, id, meant),
    })
  }

  /** The id that a reference most likely means: not of its own node, and not one that is listed already. */
  #meantBy(id: string, index: number, field: 'needs' | 'routes'): string | null {
    const { nodes } = this.#model
    if (this.#comparisons > MOST_COMPARISONS) return null
    this.#comparisons += nodes.length
    this.#candidates ??= nodes.flatMap((node) => (node.id === '' ? [] : [candidateOf(node.id)]))
    const list = nodes[index]![field]
    // Made once for a list: many of its entries may be unknown.
    if (this.#barred?.list !== list) this.#barred = { list, ids: new Set([nodes[index]!.id, ...list].map(sameId)) }
    const { ids } = this.#barred
    return nearestOf(id, this.#candidates, (candidate) => ids.has(sameId(candidate)))
  }

  #isMisreadWithin(path: readonly (string | number)[]): boolean {
    const key = path.join('/')
    return [...this.#misread].some((at) => at === key || at.startsWith(`${key}/`))
  }

  #related(paths: readonly (readonly (string | number)[])[], message: string): NonNullable<Diagnostic['related']> {
    return paths.flatMap((path) => {
      const range = this.#origin.range(path)
      return range ? [{ range, message }] : []
    })
  }

  #add(code: Diagnostic['code'], path: readonly (string | number)[], message: string, details: ProblemDetails = {}): void {
    this.#problems.add(code, { path, range: markOf(this.#origin, path, landmarks) }, message, details)
  }
}
