import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DagDefinition } from '../../dialects/dag/definition.ts'
import { parseDefinition } from '../../dialects/definitions.ts'
import { readSource } from '../../source/read.ts'
import type { SourceNode } from '../../source/tree.ts'
import { readDepends } from './depends.ts'
import { importText, type Imported } from './import.ts'
import { ARGO } from './testing/argo.ts'
import { GITHUB, manyJobs } from './testing/github.ts'
import { KESTRA } from './testing/kestra.ts'

function imported(name: string, text: string): Imported {
  const [result] = importText(name, text)
  if (!result?.ok) throw new Error(result?.message ?? 'nothing')
  return result.value
}

const messages = (text: string, name = 'x.yaml') => importText(name, text).map((result) => (result.ok ? `${result.value.kind}: ${result.value.nodes.join(' ')}` : result.message))
/** What an import made: always a `dag`. */
function dagIn(text: string): DagDefinition {
  const read = parseDefinition(text, 'yaml')
  if (read.dialect !== 'dag') throw new Error(`a dag was wanted, not ${read.dialect}`)
  return read.definition
}

const graph = ({ text }: Imported) => Object.fromEntries(dagIn(text).nodes.map(({ id, needs }) => [id, needs.join(' ')]))
const left = ({ notCarriedOver }: Imported) => notCarriedOver.map(({ what }) => what)

const FILES = [...Object.entries(GITHUB), ...Object.entries(ARGO).filter(([name]) => name !== 'two.yaml'), ...Object.entries(KESTRA)]

/** Every scalar of a text: its path as it is listed, and its words. Aliases are judged where they are written. */
function leaves(node: SourceNode | null, path = ''): { readonly path: string; readonly text: string }[] {
  if (node === null || node.kind === 'alias') return []
  if (node.kind === 'scalar') return [{ path, text: node.text }]
  if (node.kind === 'list') return node.items.flatMap((item, at) => leaves(item.value, `${path}[${at}]`))
  return node.entries.flatMap((entry) => {
    const plain = /^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(entry.name!)
    return leaves(entry.value, plain ? (path === '' ? entry.name! : `${path}.${entry.name!}`) : `${path}[${JSON.stringify(entry.name)}]`)
  })
}

const isUnder = (path: string, whole: string) => path === whole || path.startsWith(`${whole}.`) || path.startsWith(`${whole}[`)
const squeezed = (text: string) => text.normalize('NFC').replace(/[\p{C}\p{Z}\s]+/gu, '')

describe('importing', () => {
  it.each(FILES)('makes a valid skeleton of %s', (name, text) => {
    const result = imported(name, text)
    const { diagnostics } = parseDefinition(result.text, 'yaml')
    const definition = dagIn(result.text)
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(definition.nodes.map(({ id }) => id)).toEqual(result.nodes)
    for (const { what, why, line } of result.notCarriedOver) expect([what !== '', why.endsWith('.'), line > 0 && line <= text.split('\n').length]).toEqual([true, true, true])
    // The file itself remembers what stayed behind.
    for (const { line } of result.notCarriedOver) expect(result.text).toContain(`(line ${line}): `)
  })

  it.each(FILES)('carries over or lists every value of %s', (name, text) => {
    const result = imported(name, text)
    const { name: called, description = '', nodes } = dagIn(result.text)
    const inWords = squeezed([called, description, ...nodes.flatMap((node) => Object.values(node).flat())].join(' '))
    const lost = leaves(readSource(text, 'yaml').root).filter(({ path, text: words }) => {
      if (left(result).some((what) => isUnder(path, what))) return false
      // What says what kind of file it is, and what names a part of it, is carried by the skeleton itself.
      if (/^(apiVersion|kind)$|\.(entrypoint|template|dependencies\[\d+\]|name|depends|timeout|activeDeadlineSeconds|type|id|dependsOn\[\d+\])$|\.needs(\[\d+\])?$|timeout-minutes$|^metadata\.generateName$|\[\d+\]\.name$/.test(path)) return false
      return !inWords.includes(squeezed(words))
    })
    expect(lost).toEqual([])
  })

  it('lists whatever else is added, wherever it is added', () => {
    const places = FILES.map(([name, text]) => ({ name, lines: text.split('\n') }))
    fc.assert(fc.property(fc.nat(), fc.nat(), (which, where) => {
      const { name, lines } = places[which % places.length]!
      const keys = lines.flatMap((line, at) => (/^ *(?:- )?[\w-]+:/.test(line) && !/[|>][-+\d]*$|&/.test(lines[at - 1] ?? '') ? [at] : []))
      const at = keys[where % keys.length]!
      const margin = /^ */.exec(lines[at]!)![0] + (/^ *- /.test(lines[at]!) ? '  ' : '')
      const text = (/^ *- /.test(lines[at]!) ? [...lines.slice(0, at + 1), `${margin}zz-added: {deep: [1]}`, ...lines.slice(at + 1)] : [...lines.slice(0, at), `${margin}zz-added: {deep: [1]}`, ...lines.slice(at)]).join('\n')
      const source = readSource(text, 'yaml')
      fc.pre(!source.diagnostics.some(({ severity }) => severity === 'error'))
      fc.pre(leaves(source.root).some(({ path }) => path.includes('zz-added')))
      const result = imported(name, text)
      const added = leaves(source.root).filter(({ path }) => path.includes('zz-added'))
      for (const { path } of added) expect(left(result).some((what) => isUnder(path, what))).toBe(true)
    }), { numRuns: 150 })
  })
})

describe('GitHub Actions', () => {
  it('turns jobs into nodes and needs into needs', () => {
    const result = imported('ci.yml', GITHUB['ci.yml']!)
    expect(result).toMatchObject({ kind: 'github-actions', dialect: 'dag', file: 'CI.yaml', nodes: ['lint', 'test', 'build', 'publish'] })
    expect(graph(result)).toEqual({ lint: '', test: 'lint', build: 'lint', publish: 'test build' })
    expect(left(result)).toEqual(expect.arrayContaining(['on', 'env', 'permissions', 'jobs.test.strategy', 'jobs.test.services', 'jobs.publish.if', 'jobs.lint.steps[1].with', 'jobs.lint.steps[4].env', 'jobs.publish.needs[2]', '${{ … }}']))
    expect(result.text).toContain('  # jobs.lint, line 28\n  - id: lint\n')
    expect(result.text).toContain('    timeout: 10m\n')
    const prompt = dagIn(result.text).nodes[0]!.prompt
    expect(prompt).toBe('Lint and format\n\nIt had these steps:\n1. (actions/checkout@v4)\n2. Set up Node (actions/setup-node@v4)\n3. Run: npm ci\n4. Check the format: npm run format:check\n5. Lint:\n   npm run lint -- --max-warnings 0\n   npm run types')
  })

  it('reads anchors and merge keys where they are used', () => {
    const result = imported('release.yaml', GITHUB['release.yaml']!)
    expect(graph(result)).toEqual({ plan: '', images: 'plan', 'deploy-staging': 'plan images', smoke: 'deploy-staging', rollback: 'smoke' })
    const { nodes } = dagIn(result.text)
    expect(nodes[0]).toMatchObject({ timeout: '30m' })
    expect(nodes[1]!.prompt).toContain('./scripts/plan.sh')
    expect(left(result)).toContain('x-setup.runs-on')
    expect(left(result).filter((what) => what.includes('timeout'))).toEqual([])
  })

  it('survives names that mean something to a program', () => {
    const result = imported('hostile.yml', GITHUB['hostile.yml']!)
    expect(result.nodes).toEqual(['__proto__', 'constructor', 'toString', 'two-words-and-more'])
    expect(left(result)).toEqual(expect.arrayContaining(['__proto__ needs __proto__', 'constructor needs __proto__', 'jobs.nothing', 'jobs.number', 'jobs.toString.timeout-minutes', 'jobs.toString.steps[0]', 'jobs.toString.steps[2].run', 'jobs.constructor.steps']))
  })

  it('takes thousands of jobs', () => {
    const result = imported('many.yml', manyJobs(3000))
    expect(result.nodes).toHaveLength(3000)
    expect(graph(result)['job-2999']).toBe('job-2998')
  })
})

describe('Argo Workflows', () => {
  it('turns the tasks of a dag into nodes', () => {
    const result = imported('diamond.yaml', ARGO['diamond.yaml']!)
    expect(result).toMatchObject({ kind: 'argo', file: 'dag-diamond.yaml' })
    expect(graph(result)).toEqual({ A: '', B: 'A', C: 'A', D: 'B C A', E: 'B C' })
    expect(left(result)).toEqual(expect.arrayContaining(['spec.arguments', 'spec.templates[0].dag.tasks[2].when', 'spec.templates[0].dag.tasks[3].depends', 'spec.templates[0].dag.tasks[3].withItems', 'spec.templates[1].retryStrategy', 'spec.templates[3]']))
    expect(left(result)).not.toContain('spec.templates[0].dag.tasks[4].depends')
    expect(dagIn(result.text).nodes[2]).toMatchObject({ timeout: '90s', prompt: 'Do the work of C.\n\nTemplate: transform.\n\nIt ran in the image python:3.12.\n\nIt ran this script with python:\n   import json\n   print(json.dumps({"ok": True}))' })
  })

  it('writes out steps, templates within templates, and what runs by the clock', () => {
    const result = imported('ml.yaml', ARGO['ml.yaml']!)
    expect(graph(result)).toEqual({
      fetch: '', clean: 'fetch', profile: 'fetch', 'train-split': 'clean profile', 'train-fit': 'train-split', 'train-evaluate': 'train-fit train-split', 'sign-off': 'train-evaluate', publish: 'sign-off',
    })
    expect(left(result)).toEqual(expect.arrayContaining(['spec.schedule', 'spec.workflowSpec.onExit', 'spec.workflowSpec.templates[4].suspend', 'spec.workflowSpec.templates[5]']))
  })

  it('ends where templates start each other, and breaks circles', () => {
    const result = imported('recursive.yaml', ARGO['recursive.yaml']!)
    expect(result.nodes).toEqual(['toss', 'again', 'circle-y', 'circle-z', 'circle-x'])
    expect(result.notCarriedOver.map(({ what, why }) => `${what}: ${why}`)).toEqual(expect.arrayContaining(['y depends on x: It closes a circle, in which no node could start.', 'y depends on gone: There is no task of this name.']))
  })

  it('ends where templates double and hold no work', () => {
    const doubling = Array.from({ length: 28 }, (_, at) => `    - name: t${at}\n      steps:\n        - - {name: a, template: t${at + 1}}\n          - {name: b, template: t${at + 1}}\n`).join('')
    const result = imported('x.yaml', `apiVersion: argoproj.io/v1alpha1\nkind: Workflow\nspec:\n  entrypoint: t0\n  templates:\n${doubling}    - name: t28\n      steps: []\n`)
    expect(result.nodes.length).toBeGreaterThan(0)
    expect(result.nodes.length).toBeLessThan(100)
    expect(result.text).toContain('which may go on for long')
    expect(result.text).toContain('would grow without end')
  })

  it('cuts names out of long runs of dashes', () => {
    const dashes = '-'.repeat(200_000)
    const argo = (name: string) => `apiVersion: argoproj.io/v1alpha1\nkind: Workflow\n${name}spec:\n  entrypoint: "${dashes}x"\n  templates:\n    - {name: "${dashes}x", container: {image: x}}\n`
    expect(imported(`a${dashes}x.yaml`, argo(`metadata: {generateName: "a${dashes}"}\n`))).toMatchObject({ file: 'a.yaml', nodes: ['x'] })
    expect(imported(`${dashes}x`, argo('')).file).toBe('x.yaml')
  })

  it('follows chains of thousands, and draws no more ways than can be followed', () => {
    const head = 'apiVersion: argoproj.io/v1alpha1\nkind: Workflow\nspec:\n  entrypoint: m\n  templates:\n    - name: m\n'
    const chain = Array.from({ length: 9_000 }, (_, at) => `          - {name: t${at}, template: w, dependencies: [t${at + 1}]}\n`).join('')
    expect(imported('x.yaml', `${head}      dag:\n        tasks:\n${chain}`).nodes).toHaveLength(9_000)
    const group = (name: string) => `        - [${Array.from({ length: 500 }, (_, at) => `{name: ${name}${at}, template: w}`).join(', ')}]\n`
    expect(importText('x.yaml', `${head}      steps:\n${group('a')}${group('b')}`)).toEqual([{ ok: false, message: expect.stringContaining('more than can be drawn') as string }])
  })

  it('writes out templates as long as there is room for their nodes', () => {
    const pairs = Array.from({ length: 900 }, (_, at) => `    - name: t${at}\n      steps:\n        - - {name: a, template: work}\n          - {name: b, template: work}\n`).join('')
    const calls = Array.from({ length: 900 }, (_, at) => `          - {name: c${at}, template: t${at}}\n`).join('')
    const result = imported('x.yaml', `apiVersion: argoproj.io/v1alpha1\nkind: Workflow\nspec:\n  entrypoint: main\n  templates:\n    - name: main\n      dag:\n        tasks:\n${calls}${pairs}    - name: work\n      container: {image: x}\n`)
    expect(result.nodes).toHaveLength(1800)
  })

  it('gives a result for each document of a file, with lines of the whole file', () => {
    expect(messages(ARGO['two.yaml']!)).toEqual(['argo: 主', 'This is a Kubernetes resource of the kind ConfigMap. Heddle reads its own files and those of GitHub Actions, Argo and Kestra.'])
    const [first] = importText('two.yaml', ARGO['two.yaml']!)
    expect(first?.ok === true && first.value.text).toContain('# task 主, line 10')
  })

  it('reads expressions over tasks as far as a need can say them', () => {
    expect(readDepends('a && b.Succeeded')).toEqual({ names: ['a', 'b'], exact: true })
    expect(readDepends('(a || !b) && c.Failed')).toEqual({ names: ['a', 'b', 'c'], exact: false })
    expect(readDepends('a & b')).toEqual({ names: ['a', 'b'], exact: false })
    expect(readDepends('')).toEqual({ names: [], exact: true })
  })
})

describe('Kestra', () => {
  it('ends where groups double through aliases and hold no work', () => {
    const group = (at: number) => `x${at}: &g${at}\n  - {id: a, type: Parallel, tasks: *g${at - 1}}\n  - {id: b, type: Parallel, tasks: *g${at - 1}}\n`
    const groups = Array.from({ length: 13 }, (_, at) => group(at + 1)).join('')
    const result = imported('x.yaml', `id: a\nnamespace: n\nx0: &g0 []\n${groups}tasks:\n  - {id: work, type: Log, message: m}\n  - {id: p, type: Parallel, tasks: *g13}\n`)
    expect(result.nodes).toEqual(['work'])
    expect(result.text).toContain('would grow without end')
  })

  it('puts tasks one after the other, branches side by side, and a router before a choice', () => {
    const result = imported('etl.yaml', KESTRA['etl.yaml']!)
    expect(graph(result)).toEqual({ download: '', check: 'download', load: 'download', decide: 'check load', report: 'decide', alert: 'decide', stop: 'alert', done: 'report stop' })
    const { nodes, description } = dagIn(result.text)
    expect(description).toBe('Loads the orders of the day,\nchecks them and tells the team.')
    expect(nodes[3]).toMatchObject({ kind: 'router', routes: ['report', 'alert'] })
    expect(nodes.map(({ timeout }) => timeout ?? '')).toEqual(['10m', '', '1d2h', '', '', '', '', ''])
    expect(left(result)).toEqual(expect.arrayContaining(['namespace', 'inputs', 'triggers', 'errors', 'tasks[0].retry', 'tasks[1].tasks[0].env', 'decide: only one way', 'tasks[3].disabled', '{{ … }}']))
  })

  it('follows a Dag, a Switch and what is nested in them', () => {
    const result = imported('graph.yml', KESTRA['graph.yml']!)
    expect(graph(result)).toEqual({ t1: '', t2: 't1', inner: 't1', t4: 't2 inner', route: 't4', first: 'route', 第二步: 'route', other: 'route', ask: 'first 第二步 other' })
    expect(left(result)).toEqual(expect.arrayContaining(['tasks[0].tasks[2].task.values', 'tasks[0].tasks[2].dependsOn[1]', 'tasks[2].onResume']))
  })
})

describe('what else comes in', () => {
  it('takes a workflow of Heddle as it is, comments and all', () => {
    const text = '# mine\r\nname: x\r\nnodes:\r\n  - id: a # first\r\n    prompt: p\r\n'
    expect(imported('flow.yml', text)).toMatchObject({ kind: 'heddle', file: 'flow.yml', text, nodes: ['a'], fault: null })
    expect(imported('', '{"name": "from json", "nodes": []}')).toMatchObject({ kind: 'heddle', file: 'from-json.json' })
    expect(imported('wrong.json', text)).toMatchObject({ file: 'wrong.yaml' })
    expect(imported('agent.yaml', 'workflow:\n  steps:\n    - id: a\n')).toMatchObject({ kind: 'heddle', dialect: 'steps' })
  })

  it('puts nodes without a workflow into one', () => {
    expect(imported('', '- id: a # keep\n  prompt: p\n')).toMatchObject({ file: 'imported.yaml', text: 'nodes:\n- id: a # keep\n  prompt: p\n', nodes: ['a'] })
    expect(imported('n.yaml', 'id: a\nprompt: p\n').nodes).toEqual(['a'])
  })

  it('takes a broken workflow of Heddle to be mended, and says what is wrong', () => {
    const result = imported('b.yaml', 'name: x\nnodes:\n  - id: a\n   prompt: p\n')
    expect(result.text).toContain('   prompt: p')
    expect(result.fault).toMatch(/^Line 4: /)
  })

  it('names what it knows by sight, and says of the rest what is missing', () => {
    expect(messages('{"nodes": [], "connections": {}}')[0]).toMatch(/^This is an n8n workflow/)
    expect(messages('[{"id": "1", "type": "inject", "wires": []}]')[0]).toMatch(/^This is a Node-RED flow/)
    expect(messages('{"dependencies": ["."], "graphs": {"agent": "./a.py:graph"}}')[0]).toMatch(/LangGraph/)
    expect(messages('stages: [build]\nbuild:\n  script: make\n')[0]).toMatch(/GitLab/)
    expect(messages('a: 1\nb: 2\n')[0]).toContain('it begins with a, b')
    expect(messages('just words')[0]).toContain('one text')
    expect(messages('- 1\n- 2\n')[0]).toContain('not one of nodes')
    expect(messages('')[0]).toBe('There is nothing in this file.')
    expect(messages('jobs: {}\non: push\n')[0]).toContain('nothing to do in it')
    expect(messages('{{- if .Values.on }}\napiVersion: argoproj.io/v1alpha1\n{{- end }}\n')[0]).toContain('render it first')
    expect(messages('apiVersion: argoproj.io/v1alpha1\nkind: Workflow\nspec: {workflowTemplateRef: {name: x}}\n')[0]).toContain('no templates of its own')
    expect(messages('jobs:\n  a: [\n')[0]).toMatch(/^This does not parse. Line/)
  })

  it('never throws, whatever comes in', () => {
    const word = fc.constantFrom('jobs:', 'on: push', '  a:', '    steps:', '      - run: x', 'tasks:', '- id: a', '  type: x.Parallel', 'namespace: n', 'nodes:', '---', '...', '{', '[', '"', '*a', '&a', '<<: *a', 'apiVersion: argoproj.io/v1', 'kind: Workflow', 'spec:', '  templates:', '  - name: x', '    dag:', '')
    fc.assert(fc.property(fc.array(word, { maxLength: 14 }), (lines) => {
      for (const result of importText('x.yaml', lines.join('\n'))) expect(result.ok ? result.value.text : result.message).not.toBe('')
    }), { numRuns: 300 })
  })
})
