import type { NodeDelta, RunEvent, Usage } from './event.ts'
import { completeNode, countItem, failNode, interruptNode, restoreNode, retryOf, startNode, unqueueNode } from './node-fold.ts'
import type { NodeState, RunState, RunStatus, Visit } from './state.ts'
import { addUsage, subtractUsage } from './usage.ts'

/**
 * A fold that is kept open: events are applied in place, and `state()` gives an immutable snapshot
 * (events that follow copy what they change, once).
 */
export type RunFold = {
  /** False when the event changed nothing: of another run, older, doubled, or late live text. */
  apply(event: RunEvent | NodeDelta): boolean
  state(): RunState
  node(id: string): NodeState | undefined
  readonly seq: number
  readonly status: RunStatus
}

type Draft = { -readonly [Key in keyof RunState]: RunState[Key] }
type Nodes = { [id: string]: NodeState }

const IDLE: NodeState = { status: 'idle' }

/** Statuses in which no node works: what a node says then came too late and changes nothing. */
function atRest(status: RunStatus): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled' || status === 'interrupted'
}

export function openFold(from: RunState): RunFold {
  const draft: Draft = { ...from }
  let nodes = from.nodes as Nodes
  let order = from.order as string[]
  // Whether `nodes` and `order` are this fold's own; a snapshot gives them away.
  let ownNodes = false
  let ownOrder = false
  let placed: Set<string> | undefined
  let visits = from.visits as Visit[]
  let taken = from.taken as number[]
  let ownVisits = false
  let ownTaken = false
  /** The nodes that work on lists. */
  let each: Set<string> | undefined
  /** By node, the place of its last visit among all of them: the only one of the node that still changes. */
  let lastVisits: Map<string, number> | undefined

  function setNode(id: string, state: NodeState): void {
    if (!ownNodes) {
      nodes = Object.assign(Object.create(null) as Nodes, nodes)
      ownNodes = true
    }
    nodes[id] = state
    if (draft.plan?.kind === 'walk' && state.status !== 'idle' && state.status !== 'queued') setVisit({ node: id, state })
  }

  function setVisit(visit: Visit): void {
    lastVisits ??= new Map(visits.map(({ node }, place) => [node, place]))
    if (!ownVisits) visits = [...visits]
    ownVisits = true
    const last = lastVisits.get(visit.node)
    if (last !== undefined && visits[last]!.state.visit === visit.state.visit) {
      visits[last] = visit
      return
    }
    lastVisits.set(visit.node, visits.length)
    visits.push(visit)
  }

  function finish(id: string): void {
    takeFromOrder(id)
    if (!ownOrder) order = [...order]
    ownOrder = true
    order.push(id)
    placed!.add(id)
  }

  function worksOnItems(id: string): boolean {
    const { plan } = draft
    if (plan?.kind !== 'walk') return false
    each ??= new Set(plan.nodes.filter(({ for_each }) => for_each !== undefined).map((node) => node.id))
    return each.has(id)
  }

  /** What begins once more leaves its place among the finished ones. */
  function takeFromOrder(id: string): void {
    placed ??= new Set(order)
    if (!placed.delete(id)) return
    order = order.toSpliced(order.lastIndexOf(id), 1)
    ownOrder = true
  }

  function eachNode(change: (state: NodeState) => NodeState): void {
    for (const id of Object.keys(nodes)) {
      const before = nodes[id]!
      const after = change(before)
      if (after !== before) setNode(id, after)
    }
  }

  function spend(usage: Usage | undefined): void {
    if (usage) draft.usage = addUsage(draft.usage, usage)
  }

  function begin(at: string): void {
    draft.status = 'running'
    draft.started_at ??= at
    draft.attempts += 1
    delete draft.ended_at
    delete draft.error
  }

  /** The run stands still: whatever was running was cut off, whatever was queued never began. */
  function rest(status: RunStatus, at: string): void {
    draft.status = status
    eachNode((state) => interruptNode(unqueueNode(state), at))
  }

  function applyRun(event: RunEvent): void {
    switch (event.type) {
      case 'run.created': {
        draft.workflow = event.workflow
        if (event.file !== undefined) draft.file = event.file
        draft.definitionHash = event.definition.hash
        draft.plan = event.plan
        draft.options = event.options
        draft.inputs = event.inputs
        if (event.started_by !== undefined) draft.started_by = event.started_by
        if (event.plan.kind === 'walk') draft.taken = taken = event.plan.edges.map(() => 0)
        draft.created_at = event.at
        for (const node of event.plan.nodes) setNode(node.id, IDLE)
        return
      }
      case 'run.started':
        begin(event.at)
        return
      case 'run.resumed':
        begin(event.at)
        draft.restored = event.restored
        eachNode(restoreNode)
        return
      case 'run.interrupted':
        rest('interrupted', event.at)
        return
      case 'run.cancelling':
        if (atRest(draft.status)) return
        draft.status = 'cancelling'
        eachNode(unqueueNode)
        return
      case 'run.cancelled':
        rest('cancelled', event.at)
        draft.ended_at = event.at
        return
      case 'run.completed':
        rest('completed', event.at)
        draft.ended_at = event.at
        if (event.output !== undefined) draft.output = event.output
        if (event.ended !== undefined) draft.ended = event.ended
        return
      case 'edge.taken':
        if (!ownTaken) taken = [...taken]
        ownTaken = true
        taken[event.edge] = event.count
        return
      case 'run.failed':
        rest('failed', event.at)
        draft.ended_at = event.at
        draft.error = event.error
        return
      default:
        applyNode(event)
    }
  }

  function applyNode(event: RunEvent): void {
    if (atRest(draft.status) || !('node' in event) || event.node === undefined) return
    const before = nodes[event.node] ?? IDLE
    switch (event.type) {
      case 'node.scheduled':
        if (before.status === 'running' || settled(before, event.visit)) return
        setNode(event.node, { status: 'queued', visit: event.visit, ...(before.status === 'failed' || before.status === 'interrupted' ? { before } : {}) })
        return
      case 'node.started': {
        if (settled(before, event.visit)) return
        const last = unqueueNode(before)
        if (last.status !== 'idle') takeFromOrder(event.node)
        setNode(event.node, startNode(last, event, Math.max(1, draft.attempts), worksOnItems(event.node)))
        return
      }
      case 'model.called':
        spend(event.usage)
        if (event.usage && 'started_at' in before && before.visit === event.visit) {
          setNode(event.node, { ...before, usage: addUsage(before.usage, event.usage) })
        }
        return
      case 'node.retrying':
        if (before.status !== 'running' || before.visit !== event.visit) return
        setNode(event.node, { ...before, live: '', retry: retryOf(event) })
        return
      case 'node.completed': {
        if (settled(before, event.visit)) return
        const after = completeNode(before, event, Math.max(1, draft.attempts))
        // The visit's total covers its sub-records, which were counted when they came.
        if (event.usage) spend(subtractUsage(event.usage, 'usage' in before ? before.usage : undefined))
        setNode(event.node, after)
        finish(event.node)
        return
      }
      case 'node.failed':
        if (settled(before, event.visit)) return
        setNode(event.node, failNode(before, event, Math.max(1, draft.attempts)))
        if (event.ran) finish(event.node)
        return
      case 'node.skipped':
        if (settled(before, event.visit)) return
        setNode(event.node, { status: 'skipped', visit: event.visit, reason: event.reason, at: event.at })
        return
      case 'step.recorded': {
        const after = countItem(before, event)
        if (after !== before) setNode(event.node, after)
        return
      }
      default:
        // Logs, values and what a later version records: nothing that a node shows.
        return
    }
  }

  function applyDelta(delta: NodeDelta): boolean {
    const node = nodes[delta.node]
    if (node?.status !== 'running' || node.visit !== delta.visit || delta.text === '') return false
    const offset = delta.offset ?? node.live.length
    if (offset + delta.text.length <= node.live.length) return false
    const kept = offset < node.live.length ? node.live.slice(0, offset) : node.live
    setNode(delta.node, { ...node, live: kept + delta.text })
    return true
  }

  return {
    apply(event) {
      if (event.run !== draft.run) return false
      if (event.type === 'node.output') return applyDelta(event)
      if (event.seq <= draft.seq) return false
      applyRun(event)
      draft.seq = event.seq
      draft.head = event.hash
      draft.updated_at = event.at
      return true
    },
    state() {
      ownNodes = false
      ownOrder = false
      ownVisits = false
      ownTaken = false
      return { ...draft, nodes, order, visits, taken }
    },
    node: (id) => nodes[id],
    get seq() {
      return draft.seq
    },
    get status() {
      return draft.status
    },
  }
}

/** A visit that completed, or an earlier one than the node's last: it does not go back. */
function settled(state: NodeState, visit: number): boolean {
  if (state.status === 'idle') return false
  return state.visit > visit || (state.visit === visit && (state.status === 'completed' || state.status === 'skipped'))
}
