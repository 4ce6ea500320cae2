import { JsonState, type JsonFault } from './json-state.ts'
import type { TemplateNode, TemplateTree } from './nodes.ts'
import { isJsonTree } from './render.ts'

/** States that are followed at once; more make a template too varied to be judged without data. */
const MAX_STATES = 32
const MAX_STEPS = 20_000
const MAX_DEPTH = 20

/**
 * Where a JSON template cannot become JSON, whatever values its actions give and whichever branches are
 * taken; null when it may, or when that cannot be told. That a value may be missing, and leave nothing, does
 * not excuse an action where no value can stand.
 */
export function jsonFault(tree: TemplateTree): JsonFault | null {
  if (tree.problems.length > 0 || !isJsonTree(tree)) return null
  return new Ways(tree).fault()
}

/** Follows every way through a template at once. A way ends where its text is no JSON any more. */
class Ways {
  readonly #tree: TemplateTree
  #steps = 0
  #isGivenUp = false
  /** Where the last way that ended did so. */
  #last: JsonFault | null = null

  constructor(tree: TemplateTree) {
    this.#tree = tree
  }

  fault(): JsonFault | null {
    const ends = this.#nodes(this.#tree.root, [new JsonState(false)], 0)
    const whole = ends.filter((state) => this.#goes(state.finish(this.#tree.text.length)))
    return this.#isGivenUp || whole.length > 0 ? null : this.#last
  }

  #goes(fault: JsonFault | null): boolean {
    if (fault) this.#last = fault
    return fault === null
  }

  #nodes(nodes: readonly TemplateNode[], states: readonly JsonState[], depth: number): readonly JsonState[] {
    let after = states
    for (const node of nodes) {
      if (this.#isGivenUp || after.length === 0) return after
      after = this.#distinct(this.#node(node, after, depth))
    }
    return after
  }

  #node(node: TemplateNode, states: readonly JsonState[], depth: number): readonly JsonState[] {
    this.#steps += states.length
    if (this.#steps > MAX_STEPS || depth > MAX_DEPTH) this.#isGivenUp = true
    if (this.#isGivenUp) return states
    switch (node.type) {
      case 'text': return states.map((state) => state.copy()).filter((state) => this.#goes(state.read(node.text, node.range.start)))
      case 'action': return node.pipe.declares.length > 0 ? states : states.flatMap((state) => this.#filled(state.copy(), node.range))
      case 'if':
      case 'with': return [
        ...node.branches.flatMap(({ body }) => this.#nodes(body.nodes, states, depth + 1)),
        ...node.otherwise ? this.#nodes(node.otherwise.nodes, states, depth + 1) : states,
      ]
      case 'range': {
        // What no turn, one turn and two turns leave; a third leaves nothing new in texts that people write.
        const once = this.#distinct(this.#nodes(node.body.nodes, states, depth + 1))
        return [...once, ...this.#nodes(node.body.nodes, once, depth + 1), ...node.otherwise ? this.#nodes(node.otherwise.nodes, states, depth + 1) : states]
      }
      case 'template': return this.#nodes(this.#tree.definitions.get(node.name)?.body.nodes ?? [], states, depth + 1)
      // Where a turn is left early, what follows depends on data.
      case 'break':
      case 'continue':
        this.#isGivenUp = true
        return states
    }
  }

  /** What an action may leave: some value, or nothing. */
  #filled(state: JsonState, range: JsonFault['range']): readonly JsonState[] {
    if (state.isInEscape) return this.#goes({ range, message: 'A `\\` stands in front of this value and would change its first character. Write `\\\\`, or remove it.' }) ? [state] : []
    if (state.isInText) return [state]
    if (state.isInWord) return this.#goes({ range, message: 'A value follows another one without a comma between them.' }) ? [state] : []
    switch (state.expected) {
      case 'colon':
      case 'comma or end':
      case 'nothing': return this.#goes({ range, message: `A value cannot stand here: ${state.wanted()} belongs here.` }) ? [state] : []
      case 'value':
      case 'value or end':
      case 'name':
      case 'name or end': {
        const nothing = state.isAfterColon ? [] : [state.copy()]
        state.take('', range)
        return [state, ...nothing]
      }
    }
  }

  #distinct(states: readonly JsonState[]): readonly JsonState[] {
    const kept = new Map(states.map((state) => [state.signature, state]))
    if (kept.size > MAX_STATES) this.#isGivenUp = true
    return [...kept.values()].slice(0, MAX_STATES)
  }
}
