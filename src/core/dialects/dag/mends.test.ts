import { describe, expect, it } from 'vitest'
import { problemsOf } from '../registry.ts'
import { readSource } from '../../source/read.ts'
import type { Format } from '../../source/tree.ts'
import { applyEdits } from '../../text/apply.ts'
import { mendAll } from '../../language/mend.ts'
import { dag } from './dialect.ts'

function problems(text: string, format: Format) {
  return problemsOf(dag, dag.read(readSource(text, format)))
}

/** What the fixes of a problem make of the text, by title. Each must take the problem away. */
function mended(text: string, code: string, format: Format = 'yaml'): { [title: string]: string } {
  const found = problems(text, format).find((problem) => problem.code === code)
  expect(found?.code).toBe(code)
  const results = (found?.fixes ?? []).map(({ title, edits }) => [title, applyEdits(text, edits)] as const)
  for (const [, after] of results) expect(problems(after, format).map((problem) => problem.code)).not.toContain(code)
  return Object.fromEntries(results)
}

describe('fixes', () => {
  it('add a first node to a file without any', () => {
    expect(mended('name: x', 'definition/no-nodes')).toEqual({ 'Add a first node': 'name: x\nnodes:\n  - id: agent\n    prompt: ""\n' })
    expect(mended('nodes: []\nname: x\n', 'definition/no-nodes')).toEqual({ 'Add a first node': 'nodes:\n  - id: agent\n    prompt: ""\nname: x\n' })
    expect(mended('nodes:\n', 'definition/no-nodes')).toEqual({ 'Add a first node': 'nodes:\n  - id: agent\n    prompt: ""\n' })
    expect(mended('', 'definition/no-nodes')).toEqual({ 'Add a first node': 'nodes:\n  - id: agent\n    prompt: ""\n' })
    expect(mended('{}', 'definition/no-nodes', 'json')).toEqual({})
  })

  it('make a router without routes an agent', () => {
    expect(mended('nodes:\n  - id: a\n    kind: router\n    prompt: p\n', 'router/no-routes')).toEqual({ 'Change to agent': 'nodes:\n  - id: a\n    kind: agent\n    prompt: p\n' })
  })

  it('take a time limit away that cannot be one, or shorten it', () => {
    const file = (timeout: string): string => `nodes:\n  - id: a\n    prompt: p\n    timeout: ${timeout}  # soon\n    model: m\n`
    expect(mended(file('0s'), 'timeout/not-a-duration')).toEqual({ 'Remove timeout': file('').replace(/ {4}timeout.*\n/, '') })
    expect(Object.keys(mended(file('900h'), 'timeout/not-a-duration'))).toEqual(['Change to 24d', 'Remove timeout'])
    expect(mended(file('30'), 'timeout/not-a-duration')).toEqual({ 'Change to 30s': file('30s') })
  })

  it('of one reading go together: each gives an id of its own, the same every time', () => {
    const files = {
      'node/duplicate-id': 'nodes:\n  - id: b\n    prompt: p\n  - id: b\n    prompt: p\n  - id: b\n    prompt: p\n  - id: b_3\n    prompt: p\n',
      'node/missing-id': 'nodes:\n  - prompt: p\n  - id: agent\n    prompt: p\n  - prompt: p\n  - id:\n    prompt: p\n',
    }
    for (const [code, text] of Object.entries(files)) {
      const found = problems(text, 'yaml')
      const all = mendAll(found, found.find((problem) => problem.code === code)!)!
      expect(all.count).toBeGreaterThan(1)
      expect(problems(applyEdits(text, all.edits), 'yaml')).toEqual([])
      expect(problems(text, 'yaml')).toEqual(found)
    }
  })

  it('take characters out of an id that cannot be seen', () => {
    expect(mended('nodes:\n  - id: "a\u200bb\u200b"\n    prompt: p\n', 'text/invisible-character')).toEqual({ 'Change to ab': 'nodes:\n  - id: ab\n    prompt: p\n' })
    expect(mended('nodes:\n  - id: "a\u200b"\n    prompt: p\n  - id: a\n    prompt: p\n', 'text/invisible-character')).toEqual({})
  })
})
