import { addUsage, type Json, type NodeResult, type PlanNode, type Usage } from '../../src/core/index.ts'
import { createDurable, type Durable } from './durable.ts'
import { resultOf, type Outcome } from './outcome.ts'
import { NodeFailure, type ExecutionContext } from './ports.ts'
import type { Variables } from './templates.ts'
import type { VisitsOptions } from './visit-options.ts'

/** What the sub-records of a visit have used, and what this attempt recorded of them: a second go of the work goes on from there. */
export type Spent = { usage: Usage | undefined; readonly done?: Map<string, Json>; /** What was begun and is not to be done twice, by the key of a call that has not come back. */ readonly open: Map<string, string> }

/** A visit's lifetime: what it does after its end is not recorded. */
export type Scope = { open: boolean; readonly signal: AbortSignal; /** Work that is waited for when the visit is given up for its time. */ readonly held: Set<Promise<unknown>>; abort(reason: unknown): void }

/** Signals cost; most work that is quick never asks for one. */
export function createScope(): Scope {
  let controller: AbortController | undefined
  let aborted: { readonly reason: unknown } | undefined
  return {
    open: true,
    held: new Set(),
    get signal() {
      if (!controller) {
        controller = new AbortController()
        if (aborted) controller.abort(aborted.reason)
      }
      return controller.signal
    },
    abort(reason) {
      aborted ??= { reason }
      controller?.abort(reason)
    },
  }
}

/** The visit of a node, or one item of it. */
export type Part = { readonly node: PlanNode; readonly visit: number; /** Of a `for_each`: from 0. */ readonly item?: number; /** Of a walk. */ readonly variables?: Variables }

/** Its key: `judge#2`, `fetch#1[3]`. */
export function keyOf({ node, visit, item }: Omit<Part, 'variables'>): string {
  return item === undefined ? `${node.id}#${visit}` : `${node.id}#${visit}[${item}]`
}

/** What an executor is given with a node. Its functions may be taken out of it. */
export function createContext(
  { run, options, definition, system, ownTools, nodes, clock, log, records, live, decide }: VisitsOptions,
  part: Part,
  outcomes: ReadonlyMap<string, Outcome>,
  begun: number,
  spent: Spent,
  scope: Scope,
): ExecutionContext {
  const { node, visit, item, variables } = part
  const self = keyOf(part)
  let results: ReadonlyMap<string, NodeResult> | undefined
  let durable: Durable | undefined
  const ended = (): Error => new Error(`node ${node.id} has ended: what it does now is not recorded`)
  return {
    run,
    visit,
    key: `${run}/${self}`,
    options,
    ownTools,
    ...(system === undefined ? {} : { system }),
    ...(variables === undefined ? {} : { variables }),
    get signal() {
      return scope.signal
    },
    get results() {
      return (results ??= new Map(node.needs.map((need) => [need, resultOf(nodes.get(need)!, outcomes.get(need)!)])))
    },
    delta(text) {
      // The texts of items that are worked on at once would run into each other.
      if (scope.open && item === undefined) live.write(node.id, visit, text)
    },
    async retrying(attempt, delay, error) {
      if (!scope.open) throw ended()
      live.clear(node.id)
      await log.append({ type: 'node.retrying', node: node.id, visit, attempt, delay, error, ...(item === undefined ? {} : { item }) }).recorded
    },
    async step(key, work) {
      if (!scope.open) throw ended()
      durable ??= createDurable({ log, records, clock, scope: { node: node.id, visit, part: self }, signal: scope.signal, ...(spent.done ? { done: spent.done } : {}) })
      const result = await durable.step(key, async () => {
        const began = clock.now()
        const record = await work()
        if (!scope.open) throw ended()
        const place = { node: node.id, visit, key: `${self}/${key}`, duration: Math.max(0, clock.now() - began) }
        if ('tool' in record) {
          const { tool, input, failed } = record
          return { result: record.result, event: (result) => ({ type: 'tool.called', ...place, tool, input, result, ...(failed ? { failed } : {}) }) }
        }
        const { model, usage, simulated } = record
        if (usage) spent.usage = addUsage(spent.usage, usage)
        return {
          result: record.result,
          event: (result) => ({ type: 'model.called', ...place, model, result, ...(usage ? { usage } : {}), ...(simulated ? { simulated } : {}) }),
        }
      })
      // It came back, and that is recorded.
      spent.open.delete(`${self}/${key}`)
      return result
    },
    async raise(effect, data, { step, repeatable = false } = {}) {
      if (!scope.open) throw ended()
      scope.signal.throwIfAborted()
      const about = { node: node.id, visit, key: step === undefined ? self : `${self}/${step}`, effect }
      log.append({ type: 'effect.requested', ...about, data })
      // A yes to one definition is none to another.
      const rules = (options.policy ?? []).filter((rule) => rule.definition === undefined || rule.definition === definition)
      const decision = decide(effect, data, rules)
      if (decision.approved) {
        // Append before acting: a crash must leave evidence of what may have been done.
        if (!repeatable) spent.open.set(about.key, effect)
        await log.append({ type: 'effect.approved', ...about, by: decision.by, ...(decision.definition === undefined ? {} : { definition: decision.definition }), ...(repeatable ? {} : { once: true }) }).recorded
        return
      }
      await log.append({ type: 'effect.rejected', ...about, reason: decision.reason }).recorded
      throw new NodeFailure({ kind: 'rejected', message: `${effect}: ${decision.reason}`, ...(decision.hint === undefined ? {} : { hint: decision.hint }) })
    },
    begins(what, { step } = {}) {
      if (!scope.open) throw ended()
      spent.open.set(step === undefined ? self : `${self}/${step}`, what)
    },
    awaitEnd(work) {
      const quiet = work.then(() => {}, () => {})
      scope.held.add(quiet)
      void quiet.then(() => scope.held.delete(quiet))
    },
    now() {
      const first = records.started(node.id, visit)?.first
      return first === undefined ? begun : Date.parse(first)
    },
    sleep: (ms) => clock.sleep(ms, scope.signal),
    log(message) {
      if (scope.open) log.append({ type: 'log', message, node: node.id })
    },
  }
}
