import { lookup } from '../../source/find.ts'
import type { SourceItem, SourceMap } from '../../source/tree.ts'
import { Ledger, Reading, type Reasons } from './ledger.ts'
import { numbered, paragraphs, withText } from './prompt.ts'
import { Ids, type Sketch, type SketchNode } from './sketch.ts'

const WHY: { readonly [key: string]: string } = {
  on: 'Nothing starts a workflow but a person, the command line or a call of the server.',
  'run-name': 'A run has the name of its workflow.',
  permissions: 'Heddle has no token of GitHub; effects are approved when a run starts.',
  env: 'A dag sets no environment. Write what matters into the prompt.',
  defaults: 'A dag has no defaults for its nodes.',
  concurrency: 'Runs of one workflow do not wait for each other.',
  'runs-on': 'Nodes run where Heddle runs.',
  environment: 'There are no deployment environments. Approvals are asked when a run starts.',
  outputs: 'A node gives its whole result to the nodes that need it.',
  strategy: 'A dag has no matrix. Add a node for each case, or ask for all of them in one prompt.',
  'continue-on-error': 'A node that fails stops those that need it.',
  container: 'Nodes run where Heddle runs.',
  services: 'Heddle starts no services.',
  secrets: 'Secrets do not belong in a workflow file. Tools read theirs from the environment.',
  with: 'Inputs of an action have no place in a dag. Write what matters into the prompt.',
  shell: 'The commands are text for a model now.',
  'working-directory': 'The commands are text for a model now.',
  if: 'A dag runs every node; to run only one way, convert to a flow.',
}

const reasons: Reasons = (path) => {
  const key = path.at(-1)
  return typeof key === 'string' && Object.hasOwn(WHY, key) ? WHY[key]! : null
}

export function isGitHub(root: SourceMap): boolean {
  const jobs = lookup(root, 'jobs')?.value
  return jobs?.kind === 'map' && lookup(root, 'workflows') === null && lookup(root, 'orbs') === null
}

/** Jobs become nodes, `needs` become needs; what the steps do becomes the prompt. */
export function sketchGitHub(root: SourceMap, ledger: Ledger): Sketch {
  const read = new Reading(ledger)
  ledger.open(root)
  const jobs = read.map(root, 'jobs')
  const ids = new Ids()
  const byJob = new Map<string, string>()
  const found = (jobs === null ? [] : read.entries(jobs)).flatMap((entry) => {
    const job = read.asMap(entry.value)
    if (job === null) {
      ledger.leave(entry, 'It is no job: a job is a map.')
      return []
    }
    const id = ids.claim(entry.name!, 'job')
    byJob.set(entry.name!, id)
    return [{ id, name: entry.name!, job, line: ledger.line(entry.range.start) }]
  })
  const nodes = found.map(({ id, name, job, line }): SketchNode => {
    const needs = read.texts(job, 'needs').flatMap(({ text, part }) => {
      const need = byJob.get(text)
      if (need === undefined) ledger.leave(part, 'There is no job of this name.')
      return need ?? []
    })
    const timeout = timeoutOf(read, job)
    return { id, from: `jobs.${name}`, line, prompt: promptOf(read, name, job), needs, ...(timeout === null ? {} : { timeout }) }
  })
  if (/\$\{\{/.test(nodes.map(({ prompt }) => prompt).join('\n'))) ledger.remark('${{ … }}', 0, 'Expressions stand in the prompts as they were written. Nothing fills them in.')
  const name = read.text(root, 'name')
  return { name, description: '', nodes, notCarriedOver: ledger.rest(reasons) }
}

function promptOf(read: Reading, name: string, job: SourceMap): string {
  const title = read.text(job, 'name')
  const uses = read.text(job, 'uses')
  const steps = read.items(job, 'steps').flatMap((item) => stepOf(read, item))
  return paragraphs(
    title === '' ? `Do the work of the job ${name}.` : title,
    uses === '' ? '' : `It called the workflow ${uses}.`,
    steps.length === 0 ? '' : `It had these steps:\n${numbered(steps)}`,
  )
}

function stepOf(read: Reading, item: SourceItem): string[] {
  const step = read.asMap(item.value)
  if (step === null) return []
  const name = read.text(step, 'name')
  const run = read.text(step, 'run')
  const uses = read.text(step, 'uses')
  const id = read.text(step, 'id')
  const title = [name === '' ? (run === '' ? '' : 'Run') : name, uses === '' ? '' : `(${uses})`, id === '' || id.toLowerCase() === name.toLowerCase() ? '' : `[${id}]`].filter((part) => part !== '').join(' ')
  return [withText(title === '' ? 'A step without a command' : title, run)]
}

function timeoutOf(read: Reading, job: SourceMap): string | null {
  const minutes = read.peek(job, 'timeout-minutes')
  if (!/^[1-9]\d{0,3}$/.test(minutes)) {
    read.leave(job, 'timeout-minutes', 'It is no whole number of minutes.')
    return null
  }
  read.text(job, 'timeout-minutes')
  return `${minutes}m`
}
