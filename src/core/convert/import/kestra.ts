import { lookup, resolve } from '../../source/find.ts'
import type { SourceEntry, SourceItem, SourceMap } from '../../source/tree.ts'
import { Ledger, Reading, type Reasons } from './ledger.ts'
import { inOrder } from './order.ts'
import { paragraphs, withText } from './prompt.ts'
import { Ids, MOST_NODES, type Sketch, type SketchNode } from './sketch.ts'

const WHY: { readonly [key: string]: string } = {
  namespace: 'Workflows of Heddle stand in folders, not in namespaces.',
  labels: 'Labels mean nothing to Heddle.',
  inputs: 'A dag has no inputs; steps and flows have.',
  variables: 'A dag has no variables.',
  triggers: 'Nothing starts a workflow but a person, the command line or a call of the server.',
  errors: 'A dag has no way for what failed.',
  finally: 'Nothing runs after a failed run.',
  afterExecution: 'Nothing runs after a run.',
  listeners: 'Nothing listens to a run.',
  pluginDefaults: 'A dag has no defaults for its nodes.',
  taskDefaults: 'A dag has no defaults for its nodes.',
  concurrency: 'Runs of one workflow do not wait for each other.',
  retry: 'Requests to models are tried again by Heddle itself.',
  outputs: 'A node gives its whole result to the nodes that need it.',
  runIf: 'A dag runs every node; to run only one way, convert to a flow.',
  disabled: 'A node cannot be switched off. Delete it, or leave it out of what is needed.',
  allowFailure: 'A node that fails stops those that need it.',
  allowWarning: 'A node that fails stops those that need it.',
  values: 'A dag has no loop over values; the node stands for all of them.',
  concurrencyLimit: 'How many nodes run at once is said when a run starts.',
  containerImage: 'Nodes run where Heddle runs.',
  taskRunner: 'Nodes run where Heddle runs.',
  docker: 'Nodes run where Heddle runs.',
  env: 'A dag sets no environment. Write what matters into the prompt.',
  revision: 'The history of a file is that of its folder.',
}

const reasons: Reasons = (path) => {
  const key = path.at(-1)
  return typeof key === 'string' && Object.hasOwn(WHY, key) ? WHY[key]! : path.includes('tasks') ? 'A setting of the plugin, which Heddle does not run.' : null
}

/** What says in words what a task does; the rest of its settings are the plugin's own. */
const TELLING = ['message', 'prompt', 'script', 'sql', 'query', 'uri', 'url', 'method', 'body', 'value', 'format', 'expression', 'flowId', 'from', 'to'] as const

export function isKestra(root: SourceMap): boolean {
  return resolve(lookup(root, 'tasks')?.value ?? null)?.kind === 'list' && (lookup(root, 'namespace') !== null || hasPlugin(root))
}

function hasPlugin(root: SourceMap): boolean {
  const tasks = resolve(lookup(root, 'tasks')?.value ?? null)
  const first = tasks?.kind === 'list' ? resolve(tasks.items[0]?.value ?? null) : null
  const type = first?.kind === 'map' ? resolve(lookup(first, 'type')?.value ?? null) : null
  return type?.kind === 'scalar' && /^(?:io\.kestra|[a-z]+\.[a-z.]+\.[A-Z]\w+$)/.test(type.text)
}

/** Tasks become nodes, each after the one before it unless the flow says otherwise. */
export function sketchKestra(root: SourceMap, ledger: Ledger): Sketch {
  const read = new Reading(ledger)
  ledger.open(root)
  const tasks = new Tasks(read)
  tasks.chain(read.items(root, 'tasks'), [], 0)
  const name = read.text(root, 'id')
  const description = read.text(root, 'description')
  if (/\{\{/.test(tasks.nodes.map(({ prompt }) => prompt).join('\n'))) ledger.remark('{{ … }}', 0, 'Expressions stand in the prompts as they were written. Nothing fills them in.')
  return { name, description, nodes: tasks.nodes, notCarriedOver: ledger.rest(reasons) }
}

type Ends = readonly string[]

class Tasks {
  readonly nodes: SketchNode[] = []
  readonly #read: Reading
  readonly #ids = new Ids()

  constructor(read: Reading) {
    this.#read = read
  }

  /** One after the other. Gives the nodes that the next one would wait for. */
  chain(items: readonly SourceItem[], needs: Ends, depth: number): Ends {
    let ends = needs
    for (const item of items) ends = this.#task(item, ends, depth)
    return ends
  }

  #task(item: SourceItem | SourceEntry, needs: Ends, depth: number): Ends {
    const read = this.#read
    const task = resolve(item.value)
    if (task?.kind !== 'map' || read.isSpent) return needs
    if (depth > 40 || this.nodes.length >= MOST_NODES) {
      read.ledger.leave(item, `A skeleton has at most ${MOST_NODES.toLocaleString('en')} nodes of a flow, and 40 levels.`)
      return needs
    }
    read.ledger.open(task)
    const type = read.text(task, 'type')
    const line = read.ledger.line(item.range.start)
    switch (type.split('.').at(-1)) {
      case 'Sequential':
      case 'AllowFailure':
      case 'WorkingDirectory':
      case 'Worker':
      case 'ForEach':
      case 'EachSequential':
      case 'LoopUntil':
        return read.has(task, 'tasks') ? this.#group(task, () => this.chain(read.items(task, 'tasks'), needs, depth + 1)) : this.#leaf(task, type, line, needs)
      case 'Parallel':
      case 'EachParallel':
        return this.#group(task, () => orElse(read.items(task, 'tasks').flatMap((each) => this.#task(each, needs, depth + 1)), needs))
      case 'Dag':
        return this.#group(task, () => this.#dag(read.items(task, 'tasks'), needs, depth + 1))
      case 'If':
        return this.#ways(task, type, line, needs, depth, 'condition', [['then', read.items(task, 'then')], ['else', read.items(task, 'else')]])
      case 'Switch': {
        const cases = read.map(task, 'cases')
        const ways = (cases === null ? [] : read.entries(cases)).map((entry): Way => [entry.name!, read.asItems(entry.value)])
        return this.#ways(task, type, line, needs, depth, 'value', [...ways, ['otherwise', read.items(task, 'defaults')]])
      }
      default:
        return this.#leaf(task, type, line, needs)
    }
  }

  /** What only holds others has no node; its own words go with the list of what is left. */
  #group(task: SourceMap, inside: () => Ends): Ends {
    const id = this.#read.text(task, 'id')
    const before = this.nodes.length
    const ends = inside()
    for (let at = before; at < this.nodes.length; at += 1) {
      const node = this.nodes[at]!
      if (id !== '' && !node.from.includes(' in ')) this.nodes[at] = { ...node, from: `${node.from} in ${id}` }
    }
    return ends
  }

  #dag(items: readonly SourceItem[], needs: Ends, depth: number): Ends {
    const read = this.#read
    const found = items.flatMap((item) => {
      const wrapper = read.asMap(item.value)
      const inner = wrapper === null ? null : lookup(wrapper, 'task')
      const task = resolve(inner?.value ?? null)
      if (wrapper === null || inner === null || task?.kind !== 'map') return []
      const before = read.texts(wrapper, 'dependsOn')
      return [{ id: read.peek(task, 'id'), item: inner, before, line: read.ledger.line(item.range.start) }]
    })
    const byId = new Map(found.map((each) => [each.id, each]))
    const ends = new Map<string, Ends>()
    const inUse = new Set<string>()
    const waitsFor = new Map([...byId].map(([id, { before }]) => [id, before.map(({ text }) => text)]))
    const leftOut = (id: string, at: number, why: 'circle' | 'unknown'): void =>
      read.ledger.leave(byId.get(id)!.before[at]!.part, why === 'circle' ? 'It closes a circle, in which no node could start.' : 'There is no task of this id.')
    for (const { key, needs: others } of inOrder(byId.keys(), waitsFor, leftOut)) {
      ends.set(key, this.#task(byId.get(key)!.item, orElse(others.flatMap((other) => ends.get(other) ?? []), needs), depth))
      for (const other of others) inUse.add(other)
    }
    return orElse([...ends].filter(([id]) => !inUse.has(id)).flatMap(([, last]) => last), needs)
  }

  /** A choice becomes a router before its ways. */
  #ways(task: SourceMap, type: string, line: number, needs: Ends, depth: number, asked: string, ways: readonly Way[]): Ends {
    const read = this.#read
    const real = ways.filter(([, items]) => items.length > 0)
    const at = this.nodes.length
    const ends = this.#leaf(task, type, line, needs, withText(`Decide (${asked})`, read.text(task, asked)))
    if (real.length === 0) return ends
    const routes: string[] = []
    const last = real.flatMap(([, items]) => {
      const first = this.nodes.length
      const end = this.chain(items, ends, depth + 1)
      const entry = this.nodes[first]
      if (entry !== undefined) routes.push(entry.id)
      return end
    })
    if (routes.length === 0) return ends
    const router = this.nodes[at]!
    const named = real.map(([name], index) => `${name}: ${routes[index] ?? ''}`).join(', ')
    this.nodes[at] = { ...router, routes, prompt: paragraphs(router.prompt, `Answer with the way to go. ${named}`) }
    read.ledger.remark(`${router.id}: only one way`, task.range.start, 'A router names a way; it stops nobody. To run only one, convert to a flow.')
    return real.length < ways.length ? [...last, ...ends] : last
  }

  #leaf(task: SourceMap, type: string, line: number, needs: Ends, work = ''): Ends {
    const read = this.#read
    const name = read.text(task, 'id')
    const id = this.#ids.claim(name, 'task')
    const description = read.text(task, 'description')
    const telling = TELLING.flatMap((key) => {
      const text = read.text(task, key)
      return text === '' ? [] : [withText(`${key[0]!.toUpperCase()}${key.slice(1)}`, text)]
    })
    const commands = [...read.texts(task, 'commands'), ...read.texts(task, 'beforeCommands')].map(({ text }) => text)
    const timeout = timeoutOf(read, task)
    this.nodes.push({
      id,
      from: `task ${name === '' ? id : name}`,
      line,
      needs,
      prompt: paragraphs(
        description === '' ? `Do the work of ${name === '' ? id : name}.` : description,
        type === '' ? '' : `It was a task of the type ${type}.`,
        work,
        ...telling,
        commands.length === 0 ? '' : withText('Commands', commands.join('\n')),
      ),
      ...(timeout === null ? {} : { timeout }),
    })
    return [id]
  }
}

type Way = readonly [name: string, items: readonly SourceItem[]]

function orElse(ids: readonly string[], otherwise: Ends): Ends {
  return ids.length === 0 ? otherwise : [...new Set(ids)]
}

/** `PT1H30M` as `1h30m`. */
function timeoutOf(read: Reading, task: SourceMap): string | null {
  const found = /^P(?:(\d{1,2})D)?(?:T(?:(\d{1,4})H)?(?:(\d{1,5})M)?(?:(\d{1,6})S)?)?$/.exec(read.peek(task, 'timeout'))
  const parts = found === null ? '' : ['d', 'h', 'm', 's'].map((unit, at) => (found[at + 1] === undefined || Number(found[at + 1]) === 0 ? '' : `${Number(found[at + 1])}${unit}`)).join('')
  if (parts === '') return null
  read.text(task, 'timeout')
  return parts
}
