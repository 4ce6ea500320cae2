import { describe, expect, it } from 'vitest'
import { analyse, applyEdits, openDocument, type Diagnostic } from '../../src/core/index.ts'
import { parseTemplate } from '../../src/core/index.ts'
import type { ToolInfo } from '../tools/tool.ts'
import { argumentDiagnostics } from './argument-diagnostics.ts'

const write: ToolInfo = {
  name: 'write', module: 'std::fs', description: '', raises: [],
  input: {
    type: 'object', additionalProperties: false, required: ['path', 'content'],
    properties: { path: { type: 'string' }, content: { type: 'string' }, mode: { enum: ['replace', 'append'] }, times: { type: 'integer' }, tags: { type: 'array', items: { $ref: '#/$defs/tag' } } },
    $defs: { tag: { type: 'string' } },
  },
}

function file(step: string): string {
  return `name: w\nworkflow:\n  steps:\n    # keep me\n    - id: save   # and me\n      tool: write\n${step}      output: x\n`
}

function check(text: string, tool: ToolInfo = write): readonly Diagnostic[] {
  const analysis = analyse(openDocument({ text, format: 'yaml' }))
  const steps = (analysis.reading!.model as { workflow: { steps: readonly { input: string; prompt: string }[] } }).workflow.steps
  return argumentDiagnostics(analysis, { index: 0, id: 'save', work: { type: 'tool', tool: 'write', ...(steps[0]!.prompt && { prompt: steps[0]!.prompt }) }, input: steps[0]!.input ?? '' }, tool)
}

function shown(text: string, tool?: ToolInfo): readonly string[] {
  return check(text, tool).map(({ severity, message, path, range }) => `${severity} ${path.slice(3).join('.')} ${range ? text.slice(range.start, range.end) : ''}: ${message}`)
}

function mended(text: string, title: string, tool?: ToolInfo): string {
  const fix = check(text, tool).flatMap(({ fixes }) => fixes ?? []).find((each) => each.title === title)
  if (!fix) throw new Error(`no ${title} among ${check(text, tool).flatMap(({ fixes = [] }) => fixes.map((each) => each.title)).join(', ')}`)
  return applyEdits(text, fix.edits)
}

describe('the arguments of a tool, before templates are filled in', () => {
  it('are judged one by one: missing, unknown, and of the wrong type', () => {
    const text = file(`      input: '{"pth": "{{ .trigger }}", "mode": "apend", "times": "{{ .n }}", "tags": [1]}'\n`)
    expect(shown(text)).toEqual([
      'error input.path {: `write`: path is missing.',
      'error input.content {: `write`: content is missing.',
      'error input.pth "pth": `write`: pth is unknown; did you mean "path"?',
      'error input.mode "apend": `write`: mode must be one of "replace", "append".',
      'error input.times "{{ .n }}": `write`: times is a text, since it stands in quotes, and must be a whole number.',
      'error input.tags [1]: `write`: tags[0] must be a string.',
    ])
  })

  it('are told of as they are written when nothing is filled in', () => {
    const text = file(`      input: |\n        {\n          "path": 1,\n          "content": "x"\n        }\n`)
    expect(shown(text)).toEqual(['error input.path 1: `write`: path must be a string.'])
    expect(shown(file(''))).toEqual(['error input.path write: `write`: path is missing.', 'error input.content write: `write`: content is missing.'])
  })

  it('are no problem when they are whole, when a template decides which there are, and when the prompt of the node is one', () => {
    expect(shown(file(`      input: '{"path": "a", "content": {{ .x | toJson }}}'\n`))).toEqual([])
    expect(shown(file(`      input: '{{ .x | toJson }}'\n`))).toEqual([])
    expect(shown(file(`      prompt: "{{ .x }}"\n`), { ...write, input: { properties: { prompt: { type: 'string' } }, required: ['prompt'] } })).toEqual([])
  })

  it.each<[string, ToolInfo['input']]>([
    ['that some need others', { dependentRequired: { path: ['content'] } }],
    ['that some need others, in the older words', { $schema: 'http://json-schema.org/draft-07/schema#', dependencies: { path: ['content'] } }],
    ['how many there are', { minProperties: 2 }],
    ['that one decides which others there are', JSON.parse('{"if": {"properties": {"path": {"const": "a"}}}, "then": {"required": ["content"]}}') as ToolInfo['input']],
    ['what they are not without each other', { not: { required: ['path'], not: { required: ['content'] } } }],
    ['that others may not be there', { dependentSchemas: { path: { required: ['content'] } } }],
    ['which forms there are', { oneOf: [{ required: ['content'] }, { required: ['tags'] }] }],
    ['what is evaluated', { unevaluatedProperties: false }],
  ])('are not judged beside a template by a rule about all of them: %s', (_, rule) => {
    const tool: ToolInfo = { ...write, input: { type: 'object', properties: write.input.properties!, $defs: write.input.$defs!, ...rule } }
    const given = (tags: string) => shown(file(`      input: '{"path": "a", "content": "{{ .x }}", "tags": ${tags}}'\n`), tool)
    const wrong = given('[1]')
    expect(wrong).toEqual(['error input.tags [1]: `write`: tags[0] must be a string.'])
    expect(given('["t"]')).toEqual([])
  })

  it('may refer to each other, and are told of in the words of their types', () => {
    const tool: ToolInfo = {
      ...write,
      input: { type: 'object', properties: { a: { type: 'integer' }, b: { $ref: '#/properties/a' }, on: { type: 'boolean' }, options: { type: 'object' }, level: { enum: [1, 2] }, constructor: { type: 'string' } } },
    }
    expect(shown(file(`      input: '{"a": {{ .n }}, "b": "x", "constructor": 1}'\n`), tool)).toEqual(['error input.b "x": `write`: b must be an integer.', 'error input.constructor 1: `write`: constructor must be a string.'])
    expect(check(file(`      input: '{"on": "{{ .n }}", "options": "{{ .n }}", "level": "{{ .n }}"}'\n`), tool).map(({ message }) => message)).toEqual([
      '`write`: on is a text, since it stands in quotes, and must be true or false.',
      '`write`: options is a text, since it stands in quotes, and must be an object.',
      '`write`: level is a text, since it stands in quotes, and must be one of 1, 2.',
    ])
  })

  it('are not told of where the input is no text, which is told of the field: no fix replaces what stands there', () => {
    const map = file('      input:\n        path: a # why\n        content: x\n')
    expect(analyse(openDocument({ text: map, format: 'yaml' })).diagnostics.map(({ code, field }) => [code, field])).toEqual([['field/wrong-type', 'input']])
    expect(check(map)).toEqual([])
    expect(check(file('      input: [path, content]\n'))).toEqual([])
    expect(check(file('      input:\n'))).toHaveLength(2)
  })

  it('that a tool does not name are a warning where its schema says nothing of others', () => {
    const open: ToolInfo = { ...write, input: { type: 'object', properties: { path: { type: 'string' } } } }
    expect(shown(file(`      input: '{"pat": "{{ .x }}"}'\n`), open)).toEqual(['warning input.pat "pat": `write`: pat is unknown; did you mean "path"?'])
    expect(shown(file(`      input: '{"pat": "{{ .x }}"}'\n`), { ...open, input: { ...open.input, additionalProperties: true } })).toEqual([])
  })
})

describe('the fixes', () => {
  it('add what is missing in its place, touching nothing else', () => {
    const text = file(`      input: '{"content": "{{ .trigger }}"}' # why\n`)
    expect(mended(text, 'Add `path`')).toBe(text.replace('{"content"', '{"path": "", "content"'))
    expect(mended(file(''), 'Add all 2 that are missing')).toContain(`{"path": "", "content": ""}`)
  })

  it('rest on what is wrong, not on the words that say it', () => {
    const tool: ToolInfo = { ...write, input: { type: 'object', properties: { as: { const: 'is missing' }, is: { type: 'object', required: ['text'], additionalProperties: false } } } }
    expect(check(file(`      input: '{"as": "a", "is": {"texts": 1}}'\n`), tool).map(({ message, fixes }) => [message, fixes])).toEqual([
      ['`write`: as must be "is missing".', undefined],
      ['`write`: is.text is missing.', undefined],
      ['`write`: is.texts is unknown.', undefined],
    ])
  })

  it('are those of the first problems, where there are very many', () => {
    const names = Array.from({ length: 40 }, (_, at) => `p${at}`)
    const tool: ToolInfo = { ...write, input: { type: 'object', required: names, properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])), additionalProperties: false } }
    const all = check(file(`      input: '{"pp": "{{ .x }}"}'\n`), tool)
    expect(all).toHaveLength(41)
    expect(all.map(({ fixes }) => fixes?.length ?? 0)).toEqual([...Array<number>(10).fill(2), ...Array<number>(31).fill(0)])
  })

  it('keep the lines of a text over several lines', () => {
    const text = file('      input: |\n        {\n          "content": "{{ .trigger }}"\n        }\n')
    expect(mended(text, 'Add `path`')).toBe(file('      input: |\n        {\n          "path": "",\n          "content": "{{ .trigger }}"\n        }\n'))
  })

  it('rename and remove what is unknown, and take quotes away', () => {
    const text = file(`      input: "{\\"pth\\": \\"{{ .trigger }}\\", \\"content\\": \\"\\", \\"times\\": \\"{{ .n }}\\"}"\n`)
    expect(mended(text, 'Change to `path`')).toBe(text.replace('pth', 'path'))
    expect(mended(text, 'Remove `pth`')).toBe(text.replace('\\"pth\\": \\"{{ .trigger }}\\", ', ''))
    const bare = mended(text, 'Write it without quotes')
    expect(bare).toBe(text.replace('\\"{{ .n }}\\"', '{{ .n }}'))
    expect(parseTemplate(bare).problems).toEqual([])
  })
})
