import { describe, expect, it } from 'vitest'
import { steps } from './dialect.ts'
import { after, BRIEF, open, REPORT } from './testing/open.ts'

/** The lines that are new, and those that are gone. */
function difference(before: string, now: string): string[] {
  const [old, made] = [before.split('\n'), now.split('\n')]
  return [...old.filter((line) => !made.includes(line)).map((line) => `- ${line.trim()}`), ...made.filter((line) => !old.includes(line)).map((line) => `+ ${line.trim()}`)]
}

describe('a command on steps', () => {
  it('adds a step after another and takes it away again', () => {
    const added = after(BRIEF, { type: 'add', node: { id: 'check', tool: 'assert', if: '{{.search}}' }, after: 'gather' })
    expect(added).toContain("      output: search\n\n    - id: check\n      tool: assert\n      if: '{{.search}}'\n\n    - id: write\n")
    expect(after(added, { type: 'remove', nodes: ['check'] })).toBe(BRIEF)
    expect(after('workflow:\n', { type: 'add', node: { id: 'a', tool: 't' } })).toBe('workflow:\n  steps:\n    - id: a\n      tool: t\n')
    expect(after('name: x\n', { type: 'add', node: { id: 'a' } })).toContain('workflow:\n  steps:\n    - id: a\n      tool: ""\n')
    expect(after(BRIEF, { type: 'add', node: { id: 'write' } })).toContain('already taken')
  })

  it('renames a step and nothing else', () => {
    expect(difference(BRIEF, after(BRIEF, { type: 'rename', node: 'write', to: 'draft' }))).toEqual(['- - id: write', '+ - id: draft'])
    expect(after(BRIEF, { type: 'rename', node: 'write', to: 'gather' })).toContain('already taken')
  })

  it('moves a step, its comments with it', () => {
    const moved = after(BRIEF, { type: 'moveNode', node: 'publish', before: 'gather' })
    expect(open(moved).reading.model.workflow.steps.map(({ id }) => id)).toEqual(['publish', 'gather', 'write'])
    expect(moved).toContain('# skip when the brief is empty')
  })

  it('sets and clears fields', () => {
    expect(difference(BRIEF, after(BRIEF, { type: 'setField', node: 'gather', field: 'on_error', value: 'skip' }))).toEqual(['+ on_error: skip'])
    expect(difference(BRIEF, after(BRIEF, { type: 'setField', node: 'publish', field: 'if', value: undefined }))).toEqual(["- if: '{{.brief}}'          # skip when the brief is empty"])
    expect(after(BRIEF, { type: 'setField', node: 'publish', field: 'if', value: ['x'] })).toContain('must be text')
  })

  it('sets fields of the header, those of the model too', () => {
    expect(difference(REPORT, after(REPORT, { type: 'setDocument', field: 'model', value: 'gpt-5' }))).toEqual(['- model: gpt-4o', '+ model: gpt-5'])
    expect(difference(REPORT, after(REPORT, { type: 'setDocument', field: 'enabled', value: false }))).toEqual(['- enabled: true', '+ enabled: false'])
    expect(after('name: x\nworkflow:\n  steps: []\n', { type: 'setDocument', field: 'model', value: 'm' })).toBe('name: x\nllm:\n  model: m\nworkflow:\n  steps: []\n')
    expect(after('name: x\nllm:\n  model: m\nworkflow:\n  steps: []\n', { type: 'setDocument', field: 'model', value: undefined })).toBe('name: x\nworkflow:\n  steps: []\n')
    expect(after(REPORT, { type: 'setDocument', field: 'workflow', value: 1 })).toContain('one by one')
  })

  it('renames a variable where it is set and wherever it is read, and nothing else', () => {
    const text = `workflow:
  steps:
    - id: a
      tool: t
      output: old   # set here
    - id: b
      tool: t
      input: "{\\"\\u00e9\\": \\"{{.old}}\\/{{ .old.x }} old\\"}"
      if: >-
        {{ .old }}  and
        {{ index . "old" }}
`
    expect(after(text, { type: 'renameOutput', from: 'old', to: 'fresh' })).toBe(text.replaceAll('.old', '.fresh').replace('output: old', 'output: fresh').replace('"old"', '"fresh"'))
    expect(after(text, { type: 'renameOutput', from: 'old', to: 'trigger' })).toContain('reserved')
    expect(after(text, { type: 'renameOutput', from: 'old', to: 'a-b' })).toContain('letters, digits')
    expect(after(text, { type: 'renameOutput', from: 'trigger', to: 'x' })).toContain('No node sets')
    expect(after(BRIEF, { type: 'renameOutput', from: 'brief', to: 'search' })).toContain('already set by `gather`')
  })

  it('draws no edges, and says why', () => {
    const { reading } = open(BRIEF)
    expect(steps.refuseEdge(reading, 'gather', 'publish')).toContain('order of the file')
    expect(after(BRIEF, { type: 'connect', from: 'gather', to: 'publish' })).toContain('order of the file')
    expect(after(BRIEF, { type: 'disconnect', from: 'gather', to: 'write' })).toContain('order of the file')
  })

  it('puts a step between two that follow each other', () => {
    const { reading } = open(BRIEF)
    const between = steps.between(reading, { from: 'gather', to: 'write', kind: 'flow' }, { id: 'n', tool: 't' })
    expect(between).toEqual({ ok: true, value: [{ type: 'add', node: { id: 'n', tool: 't' }, after: 'gather' }] })
    expect(steps.between(reading, { from: 'gather', to: 'publish', kind: 'flow' }, { id: 'n' }).ok).toBe(false)
  })

  it('writes notes above steps', () => {
    const noted = after(BRIEF, { type: 'setComment', node: 'write', text: 'what\nand why' })
    expect(noted).toContain('    # what\n    # and why\n    - id: write\n')
    expect(steps.project(open(noted).reading).nodes[1]?.note).toBe('what\nand why')
    expect(after(noted, { type: 'setComment', node: 'write', text: undefined })).toBe(BRIEF)
  })

  it('does the same in JSON', () => {
    const json = '{"name": "x", "workflow": {"steps": [{"id": "a", "tool": "t", "output": "old"}, {"id": "b", "tool": "t", "input": "\\"{{.old}}\\""}]}}\n'
    expect(after(json, { type: 'renameOutput', from: 'old', to: 'new' }, 'json')).toBe(json.replaceAll('old', 'new'))
    expect(after(json, { type: 'remove', nodes: ['a'] }, 'json')).toBe('{"name": "x", "workflow": {"steps": [{"id": "b", "tool": "t", "input": "\\"{{.old}}\\""}]}}\n')
  })
})
