import { entryOf, lookup, resolve } from '../../source/find.ts'
import type { SourceItem, SourceMap } from '../../source/tree.ts'
import { readDepends } from './depends.ts'
import { Ledger, Reading, type Reasons } from './ledger.ts'
import { inOrder } from './order.ts'
import { paragraphs, withText } from './prompt.ts'
import { Ids, MOST_NODES, withoutEnds, type Sketch, type SketchNode } from './sketch.ts'

const KINDS: ReadonlySet<string> = new Set(['Workflow', 'WorkflowTemplate', 'ClusterWorkflowTemplate', 'CronWorkflow'])

const WHY: { readonly [key: string]: string } = {
  arguments: 'A dag passes whole results along its needs; it has no parameters.',
  inputs: 'A node receives the results of the nodes it needs; it has no inputs of its own.',
  outputs: 'A node gives its whole result to the nodes that need it.',
  when: 'A dag runs every node; to run only one way, convert to a flow.',
  withItems: 'A dag has no loop over items. Add a node for each, or ask for all of them in one prompt.',
  withParam: 'A dag has no loop over items. Ask for all of them in one prompt.',
  withSequence: 'A dag has no loop. Ask for all rounds in one prompt.',
  retryStrategy: 'Requests to models are tried again by Heddle itself.',
  continueOn: 'A node that fails stops those that need it.',
  onExit: 'Nothing runs after a failed run.',
  hooks: 'There are no hooks in a dag.',
  parallelism: 'How many nodes run at once is said when a run starts.',
  schedule: 'Heddle has no schedule of its own. Start `heddle run` from cron.',
  schedules: 'Heddle has no schedule of its own. Start `heddle run` from cron.',
  timezone: 'Heddle has no schedule of its own.',
  env: 'A dag sets no environment. Write what matters into the prompt.',
  envFrom: 'A dag sets no environment.',
  resources: 'Nodes run where Heddle runs.',
  volumes: 'Nodes see the folder of the workflow, and no volumes.',
  volumeClaimTemplates: 'Nodes see the folder of the workflow, and no volumes.',
  volumeMounts: 'Nodes see the folder of the workflow, and no volumes.',
  serviceAccountName: 'Nodes run as the user who runs Heddle.',
  nodeSelector: 'Nodes run where Heddle runs.',
  metadata: 'Labels and annotations mean nothing to Heddle.',
  suspend: 'A dag waits for no person; a flow has gates for that.',
  status: 'It tells of a run that is over.',
  target: 'A dag runs all of its nodes.',
  failFast: 'A node that fails stops those that need it, and no others.',
}

const reasons: Reasons = (path) => {
  const key = path.at(-1)
  if (typeof key === 'string' && Object.hasOwn(WHY, key)) return WHY[key]!
  if (path.at(-2) === 'templates') return 'Nothing that the entrypoint starts uses this template.'
  return null
}

export function isArgo(root: SourceMap): boolean {
  const text = (key: string) => {
    const node = resolve(lookup(root, key)?.value ?? null)
    return node?.kind === 'scalar' ? node.text : ''
  }
  return text('apiVersion').startsWith('argoproj.io/') && KINDS.has(text('kind'))
}

/** The templates that the entrypoint leads to, written out: tasks and steps become nodes. Null when it has no templates of its own. */
export function sketchArgo(root: SourceMap, ledger: Ledger): Sketch | null {
  const read = new Reading(ledger)
  ledger.open(root)
  read.text(root, 'apiVersion')
  const isCron = read.text(root, 'kind') === 'CronWorkflow'
  const metadata = read.map(root, 'metadata')
  const name = metadata === null ? '' : read.text(metadata, 'name') || withoutEnds(read.text(metadata, 'generateName'), '-')
  const outer = read.map(root, 'spec')
  const spec = outer === null ? null : isCron ? read.map(outer, 'workflowSpec') : outer
  if (spec === null) return null
  const templates = new Map<string, SourceMap>()
  for (const item of read.items(spec, 'templates')) {
    const template = resolve(item.value)
    if (template?.kind !== 'map') continue
    const own = entryOf(template, 'name')?.value
    const key = own?.kind === 'scalar' ? own.text : ''
    if (!templates.has(key)) templates.set(key, template)
  }
  if (templates.size === 0) return null
  const wanted = read.text(spec, 'entrypoint')
  const start = templates.get(wanted) ?? [...templates.values()].find((template) => read.has(template, 'dag') || read.has(template, 'steps')) ?? [...templates.values()][0]!
  const expansion = new Expansion(read, templates)
  expansion.expand(start, { name: wanted === '' ? 'main' : wanted, prefix: '', needs: [], path: [], line: read.line(start) })
  return { name, description: '', nodes: expansion.nodes, notCarriedOver: ledger.rest(reasons) }
}

/** Where a template is put to work. */
type Place = {
  readonly name: string
  /** Names of what it stands in, for ids. */
  readonly prefix: string
  readonly needs: readonly string[]
  /** The templates around it: one that comes again would never end. */
  readonly path: readonly SourceMap[]
  readonly line: number
  /** What the task itself says of its work. */
  readonly told?: string
}

class Expansion {
  readonly nodes: SketchNode[] = []
  readonly #read: Reading
  readonly #templates: ReadonlyMap<string, SourceMap>
  readonly #ids = new Ids()

  constructor(read: Reading, templates: ReadonlyMap<string, SourceMap>) {
    this.#read = read
    this.#templates = templates
  }

  /** Gives the ids of the nodes that nothing in the template waits behind. */
  expand(template: SourceMap, place: Place): readonly string[] {
    const read = this.#read
    read.ledger.open(template)
    const own = read.text(template, 'name')
    const isTooMuch = place.path.includes(template) || place.path.length > 30 || this.nodes.length >= MOST_NODES || read.isSpent
    if (isTooMuch) return this.#leaf(place, `It starts the template ${own} again, which may go on for long. Say here when to stop.`)
    const inner = { ...place, path: [...place.path, template] }
    const dag = read.map(template, 'dag')
    if (dag !== null) return this.#tasks(read.items(dag, 'tasks'), inner)
    if (read.has(template, 'steps')) return this.#steps(read.items(template, 'steps'), inner)
    const timeout = secondsOf(read, template)
    return this.#leaf(place, workOf(read, template, own === place.name ? '' : own), timeout)
  }

  #tasks(items: readonly SourceItem[], place: Place): readonly string[] {
    const read = this.#read
    const tasks = new Map<string, { readonly map: SourceMap; readonly line: number }>()
    for (const item of items) {
      const map = read.asMap(item.value)
      if (map === null) continue
      const name = read.text(map, 'name')
      if (!tasks.has(name)) tasks.set(name, { map, line: read.ledger.line(item.range.start) })
      else read.ledger.leave(item, 'Another task has the same name.')
    }
    const exits = new Map<string, readonly string[]>()
    const inUse = new Set<string>()
    const waitsFor = new Map([...tasks].map(([name, { map }]) => [name, this.#waitsFor(map)]))
    const leftOut = (name: string, at: number, why: 'circle' | 'unknown'): void =>
      read.ledger.remark(`${name} depends on ${waitsFor.get(name)![at]!}`, tasks.get(name)!.map.range.start, why === 'circle' ? 'It closes a circle, in which no node could start.' : 'There is no task of this name.')
    // A task needs the last nodes of those that it waits for.
    for (const { key, needs } of inOrder(tasks.keys(), waitsFor, leftOut)) {
      const { map, line } = tasks.get(key)!
      const before = needs.flatMap((other) => exits.get(other) ?? [])
      exits.set(key, this.#task(map, key, line, { ...place, needs: before.length === 0 ? place.needs : before }))
      for (const other of needs) inUse.add(other)
    }
    const last = [...exits].filter(([name]) => !inUse.has(name)).flatMap(([, ids]) => ids)
    return last.length === 0 ? place.needs : last
  }

  #waitsFor(task: SourceMap): readonly string[] {
    const read = this.#read
    const depends = read.peek(task, 'depends')
    const { names, exact } = readDepends(depends)
    if (depends !== '' && exact) read.text(task, 'depends')
    else if (depends !== '') read.leave(task, 'depends', 'A node waits for all that it needs: of this expression the tasks are kept, not the "or", the "not" and the outcomes.')
    return [...new Set([...read.texts(task, 'dependencies').map(({ text }) => text), ...names])]
  }

  #steps(groups: readonly SourceItem[], place: Place): readonly string[] {
    const read = this.#read
    let needs = place.needs
    for (const group of groups) {
      const value = resolve(group.value)
      const members = value?.kind === 'map' ? [group] : read.asItems(value)
      const last = members.flatMap((item, at) => {
        const step = read.asMap(item.value)
        if (step === null) return []
        const name = read.text(step, 'name') || `step-${at + 1}`
        return this.#task(step, name, read.ledger.line(item.range.start), { ...place, needs })
      })
      if (last.length > 0) needs = last
    }
    return needs
  }

  #task(task: SourceMap, name: string, line: number, place: Place): readonly string[] {
    const read = this.#read
    const prefix = place.prefix === '' ? '' : `${place.prefix}-`
    const inside: Place = { ...place, name: `${prefix}${name}`, prefix: `${prefix}${name}`, line }
    const inline = read.map(task, 'inline')
    if (inline !== null) return this.expand(inline, inside)
    const wanted = read.text(task, 'template')
    const template = this.#templates.get(wanted)
    if (template !== undefined) return this.expand(template, inside)
    const reference = read.map(task, 'templateRef')
    const elsewhere = reference === null ? '' : `${read.text(reference, 'template')} of the workflow template ${read.text(reference, 'name')}`
    return this.#leaf(inside, elsewhere === '' ? (wanted === '' ? '' : `It starts the template ${wanted}, which is not in this file.`) : `It starts the template ${elsewhere}, which is not in this file.`)
  }

  #leaf({ name, needs, line }: Place, work: string, timeout: string | null = null): readonly string[] {
    const id = this.#ids.claim(name, 'task')
    this.nodes.push({ id, from: `task ${name}`, line, needs, prompt: paragraphs(`Do the work of ${name}.`, work), ...(timeout === null ? {} : { timeout }) })
    return [id]
  }
}

/** What a template does, in words. */
function workOf(read: Reading, template: SourceMap, name: string): string {
  const told = name === '' ? '' : `Template: ${name}.`
  const script = read.map(template, 'script')
  if (script !== null) {
    const command = read.texts(script, 'command').map(({ text }) => text).join(' ')
    return paragraphs(told, imageOf(read, script), withText(command === '' ? 'It ran this script' : `It ran this script with ${command}`, read.text(script, 'source')))
  }
  const container = read.map(template, 'container')
  if (container !== null) {
    const command = [...read.texts(container, 'command'), ...read.texts(container, 'args')].map(({ text }) => text).join(' ')
    return paragraphs(told, imageOf(read, container), command === '' ? '' : withText('It ran', command))
  }
  if (read.has(template, 'suspend')) return paragraphs(told, 'The workflow stopped here until a person went on. Say what was to be looked at.')
  const http = read.map(template, 'http')
  if (http !== null) return paragraphs(told, withText(`It sent a request (${read.text(http, 'method') || 'GET'})`, read.text(http, 'url')))
  const resource = read.map(template, 'resource')
  if (resource !== null) return paragraphs(told, withText(`It did "${read.text(resource, 'action')}" to a resource of Kubernetes`, read.text(resource, 'manifest')))
  return told
}

function imageOf(read: Reading, map: SourceMap): string {
  const image = read.text(map, 'image')
  return image === '' ? '' : `It ran in the image ${image}.`
}

function secondsOf(read: Reading, template: SourceMap): string | null {
  const seconds = read.peek(template, 'activeDeadlineSeconds')
  if (!/^[1-9]\d{0,5}$/.test(seconds)) return null
  read.text(template, 'activeDeadlineSeconds')
  return `${seconds}s`
}
