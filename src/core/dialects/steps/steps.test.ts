import { describe, expect, it } from 'vitest'
import { readSource } from '../../source/read.ts'
import { renderInput } from '../../template/render.ts'
import { steps } from './dialect.ts'
import { planSteps } from './plan.ts'
import { BRIEF, open, REPORT, told } from './testing/open.ts'

const one = (fields: string): string => `workflow:\n  steps:\n    - ${fields.split('\n').join('\n      ')}\n`

describe('an agent file with steps', () => {
  it('is read, header and steps', () => {
    const { reading, problems } = open(REPORT)
    expect(problems).toEqual([])
    expect(reading.model).toEqual({
      id: 'report-writer', name: 'Report Writer', description: 'Run a repeatable reporting pipeline', trigger: 'channel', channels: ['http'],
      llm: { provider: 'openai', model: 'gpt-4o' }, system_prompt: 'Run the reporting workflow.', agents: [], tools: [], enabled: true,
      workflow: {
        steps: [
          { id: 'search', tool: 'web_search', input: '{"query":"{{.trigger}}"}', output: 'search_results', on_error: 'retry' },
          { id: 'summarize', tool: 'summarize_report', input: '{"search_results":{{.search_results}}}', output: 'report', on_error: 'abort' },
        ],
      },
    })
  })

  it('is drawn as one step after the other, each with its condition', () => {
    const view = steps.project(open(BRIEF).reading)
    expect(view.nodes.map(({ id, kind, condition, summary }) => [id, kind, condition, summary])).toEqual([
      ['gather', 'tool', undefined, 'web_search\n{"query":"{{.trigger}}"}'],
      ['write', 'tool', undefined, 'write_brief\n{"topic":"{{.trigger}}","search":{{.search}}}'],
      ['publish', 'tool', '{{.brief}}', 'post_brief\n{{.brief}}'],
    ])
    expect(view.edges.map(({ key, kind }) => [key, kind])).toEqual([['flow:gather>write', 'flow'], ['flow:write>publish', 'flow']])
    expect(view.levels).toEqual([])
  })

  it('is planned as a walk that takes each edge once', () => {
    const plan = planSteps(open(REPORT).reading.model)
    expect(plan).toEqual({
      kind: 'walk', dialect: 'steps', name: 'Report Writer', entry: 'search', max_node_executions: null, model: 'openai:gpt-4o',
      system_prompt: 'Run the reporting workflow.',
      nodes: [
        { id: 'search', needs: [], on_error: 'retry', input: '{"query":"{{.trigger}}"}', output: 'search_results', work: { type: 'tool', tool: 'web_search' } },
        { id: 'summarize', needs: [], on_error: 'abort', input: '{"search_results":{{.search_results}}}', output: 'report', work: { type: 'tool', tool: 'summarize_report' } },
      ],
      edges: [{ from: 'search', to: 'summarize', max_iterations: 1 }],
    })
    const [step] = planSteps(open(one('id: a\ntool: t\nprompt: Be {{.trigger}}\nif: "{{.trigger}}"')).reading.model).nodes
    expect(step).toEqual({ id: 'a', needs: [], on_error: 'abort', if: '{{.trigger}}', work: { type: 'tool', tool: 't', prompt: 'Be {{.trigger}}' } })
  })

  it('keeps templates as they are, space and line ends included', () => {
    const { reading } = open(one('id: " a "\ntool: " t "\ninput: |\n  {{.trigger}}\n\nif: "  "'))
    expect(reading.model.workflow.steps).toEqual([{ id: 'a', tool: 't', input: '{{.trigger}}\n' }])
    expect(renderInput(reading.model.workflow.steps[0]!.input!, { trigger: 'x' })).toBe('x\n')
  })

  it.each([
    ['tool: t', 'node/missing-id tool'],
    ['id: a', 'node/missing-tool a'],
    ['id: a\ntool: t\non_error: retyr', 'node/unknown-on-error retyr'],
    ['id: a\ntool: t\noutput: trigger', 'node/reserved-output trigger'],
    ['id: a\ntool: t\noutput: failure', 'node/reserved-output failure'],
    ['id: a\ntool: t\noutput: my-name', 'node/unreadable-output my-name'],
    ['id: a\ntool: t\ninputs: x', 'field/unknown inputs'],
    ['id: a\ntool: t\nwhen: x', 'field/unknown when'],
    ['id: a\ntool: t\ninput: {{.trigger}}', 'field/wrong-type {{.trigger}}'],
    ['id: a\ntool: t\ninput: "{{.triger}}"', 'template/unknown-variable triger'],
    ['id: a\ntool: t\ninput: "{{nope .trigger}}"', 'template/unknown-function nope'],
    ['id: a\ntool: t\ninput: "{{.trigger"', 'template/unclosed-action {{.trigger'],
    ["id: a\ntool: t\ninput: '{\"q\": {{.trigger}} {{.trigger}}}'", 'template/not-json {{.trigger}}'],
    ['id: a\ntool: t\nif: "{{end}}"', 'template/syntax {{end}}'],
    ['id: a\ntool: t\noutput: x\ninput: "{{.x}}"', 'template/unknown-variable x'],
  ])('%j has the problem %s', (fields, problem) => {
    expect(told(one(fields))).toEqual([problem])
  })

  it.each([
    ['workflow:\n', 'definition/no-nodes'],
    ['workflow:\n  steps: []\n', 'definition/no-nodes'],
    ['workflow: 3\n', 'field/wrong-type'],
    ['workflow:\n  steps: x\n', 'field/wrong-type'],
    ['workflow:\n  step: []\n', 'field/unknown definition/no-nodes'],
    ['workflow:\n  steps:\n    - x\n', 'field/wrong-type'],
    ['workflow:\n  steps: [{id: a, tool: t}, {id: a, tool: t}]\n', 'node/duplicate-id'],
  ])('%j has the problems %s', (text, codes) => {
    expect(open(text).problems.map(({ code }) => code).toSorted().join(' ')).toBe(codes.split(' ').toSorted().join(' '))
  })

  it('says of a variable that is set later by whom, and of one that none sets what it may be', () => {
    const { problems } = open(`workflow:\n  steps:\n    - {id: a, tool: t, input: "{{.later}} {{.trigge}}"}\n    - {id: b, tool: t, output: later}\n`)
    expect(problems.map(({ message, severity }) => [severity, message])).toEqual([
      ['warning', 'The variable `later` renders as nothing here: it is set by `b`, which cannot have run before this.'],
      ['warning', expect.stringContaining('Did you mean `trigger`?')],
    ])
  })

  it('knows at each template what can have been set before it', () => {
    const { reading } = open(BRIEF)
    const names = (index: number): unknown => steps.variablesAt(reading, ['workflow', 'steps', index, 'input'])
    expect(names(0)).toEqual([{ name: 'trigger', setBy: [] }])
    expect(names(2)).toEqual([{ name: 'brief', setBy: ['write'] }, { name: 'search', setBy: ['gather'] }, { name: 'trigger', setBy: [] }])
    expect(steps.variablesAt(reading, ['name'])).toBeNull()
  })

  it('names steps, tools and variables where they stand, through every way of quoting', () => {
    const text = `workflow:\n  steps:\n    - {id: a, tool: t, output: x}\n    - id: b\n      tool: t\n      input: "{\\"q\\": \\"\\u00e9{{.x}}\\"}"\n      if: >-\n        {{and\n        .x .trigger}}\n`
    const found = steps.occurrences(open(text).reading).map(({ kind, key, role, range }) => `${kind} ${key} ${role} ${text.slice(range.start, range.end)}`)
    expect(found).toEqual([
      'node a definition a', 'tools t reference t', 'node b definition b', 'tools t reference t',
      'variable x definition x', 'variable x reference x', 'variable trigger reference trigger', 'variable x reference x',
    ])
  })

  it('offers fixes that leave fewer problems', () => {
    for (const fields of ['tool: web.search', 'id: a\ntool: t\non_error: retyr', 'id: a\ntool: t\ninput: {{.trigger}}', 'id: a\ntool: t\ninput: "é\\u0041 {{.triger}}"', 'id: a\ntool: t\ninputs: x']) {
      const text = one(fields)
      const { problems: [problem] } = open(text)
      const [fix] = problem!.fixes ?? []
      const mended = fix!.edits.toReversed().reduce((whole, { range, text: put }) => whole.slice(0, range.start) + put + whole.slice(range.end), text)
      expect([fields, told(mended)]).toEqual([fields, []])
    }
    const [first] = open('name: x\nworkflow:\n').problems[0]!.fixes!
    expect(open('name: x\nworkflow:\n'.replace('workflow:', first!.edits[0]!.text)).problems.map(({ code }) => code)).toEqual(['node/missing-tool'])
  })

  it('says what may stand where', () => {
    expect(steps.shapeAt([])).toMatchObject({ type: 'map' })
    expect(steps.shapeAt(['workflow', 'steps'])).toMatchObject({ type: 'items', named: 'id' })
    expect(steps.shapeAt(['workflow', 'steps', 0, 'if'])).toMatchObject({ type: 'value', field: { type: 'condition' } })
    expect(steps.shapeAt(['llm', 'model'])).toMatchObject({ type: 'value' })
    expect(steps.shapeAt(['workflow', 'x'])).toBeNull()
    expect(readSource(BRIEF, 'yaml').diagnostics).toEqual([])
  })
})
