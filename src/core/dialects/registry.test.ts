import { describe, expect, it } from 'vitest'
import { readSource } from '../source/read.ts'
import { parseDefinition } from './definitions.ts'
import { dialectFor, dialectNamed, dialectOf, dialects, problemsOf } from './registry.ts'

const of = (text: string): string => dialectOf(readSource(text, 'yaml'))

describe('the dialect of a file', () => {
  it.each([
    ['nodes: []', 'dag'], ['name: x', 'dag'], ['', 'dag'], ['hello', 'dag'], ['- a', 'dag'],
    ['nodes: []\nedges: []', 'flow'], ['edges:', 'flow'], ['x: &x {edges: []}\n<<: *x\nnodes: []', 'flow'],
    ['workflow: {steps: []}', 'steps'], ['workflow:', 'steps'], ['workflow: {nodes: [], steps: []}', 'flow'],
    ['workflow: {format: 1, steps: []}', 'toolflow'], ['workflow: {format: 2, steps: []}', 'toolflow'], ['nodes: []\nworkflow: {nodes: []}', 'flow'],
  ])('of %j is %s', (text, name) => {
    expect(of(text)).toBe(name)
  })

  it('that cannot be run yet is said in words, and nothing is drawn', () => {
    const source = readSource('name: x\nworkflow:\n  format: 1\n', 'yaml')
    const dialect = dialectFor(source)
    const reading = dialect.read(source)
    const [problem, ...rest] = problemsOf(dialect, reading)
    expect(rest).toEqual([])
    expect(problem).toMatchObject({ code: 'definition/unsupported-dialect', severity: 'error', range: { start: 0, end: 7 } })
    expect(problem?.message).toContain('`workflow.format`')
    expect(dialect.project(reading)).toEqual({ nodes: [], edges: [], levels: [] })
    expect(dialect.operations(reading, { type: 'remove', nodes: ['a'] })).toMatchObject({ ok: false })
    expect(dialect.refuseEdge(reading, 'a', 'b')).not.toBeNull()
    expect(parseDefinition('workflow: {format: 1}', 'yaml').diagnostics.map(({ code }) => code)).toEqual(['definition/unsupported-dialect'])
  })

  it('is offered only when it can be run, with the kinds of its palette', () => {
    expect(dialects.map(({ name }) => name)).toEqual(['dag', 'steps', 'flow'])
    expect(dialectNamed('dag').palette.map(({ label, hint }) => `${label}: ${hint}`)).toEqual([
      'Agent: Does a piece of work', 'Verifier: Says whether it is right', 'Critic: Says what to improve', 'Router: Names which way to go',
    ])
  })
})
