import { describe, expect, it } from 'vitest'
import { flow } from '../dialects/flow/dialect.ts'
import { analyse } from '../document/analyse.ts'
import { applyCommand } from '../document/apply.ts'
import { openDocument } from '../document/open.ts'
import { complete } from './complete.ts'
import { renamingAt } from './rename.ts'

const TEXT = 'workflow:\n  entry: a\n  nodes:\n    - id: a\n      tool: t\n      output: x\n    - id: b\n      tool: t\n      input: "{{.x}}"\n  edges:\n    - from: a\n      to: b\n'

function labels(text: string, at: string): string[] {
  const view = analyse(openDocument({ text: TEXT, format: 'yaml' })).view
  return complete(text, 'yaml', text.indexOf(at) + at.length, { dialect: flow as Parameters<typeof complete>[3]['dialect'], view }).map(({ label }) => label)
}

describe('writing a flow', () => {
  it('is offered the nodes, and the end where an edge may lead to it', () => {
    expect(labels(`${TEXT}    - from: `, 'to: b\n    - from: ')).toEqual(['a', 'b'])
    expect(labels(`${TEXT}    - from: b\n      to: `, 'from: b\n      to: ')).toEqual(['a', 'b', 'end'])
    expect(labels(TEXT.replace('entry: a', 'entry: '), 'entry: ')).toEqual(['a', 'b'])
    expect(labels(`${TEXT}    - from: b\n      `, 'from: b\n      ')).toEqual(['to', 'if', 'max_iterations'])
  })

  it('renames a node by any edge that names it', () => {
    const document = openDocument({ text: TEXT, format: 'yaml' })
    const renaming = renamingAt(analyse(document), TEXT.indexOf('to: b') + 4)
    const done = renaming.ok ? applyCommand(document, renaming.value.command('c')) : renaming
    expect(done.ok && done.value.text).toBe(TEXT.replace('id: b', 'id: c').replace('to: b', 'to: c'))
  })
})
