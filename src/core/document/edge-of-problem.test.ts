import { describe, expect, it } from 'vitest'
import { analyse } from './analyse.ts'
import { edgesOfProblems } from './edge-of-problem.ts'
import { openDocument } from './open.ts'

const FLOW = `workflow:
  nodes:
    - { id: a, tool: echo }
    - { id: b, tool: echo }
    - { id: c, tool: }
  edges:
    - { from: a, to: b }
    - { from: a, to: c }
    - { from: b, to: a, if: '{{ .oops( }}', max_iterations: 3 }
    - { from: b, to: nowhere, max_iterations: none }
    - { from: gone, to: b }
`

function found(text: string): readonly (readonly [string, string])[] {
  const analysis = analyse(openDocument({ text, format: 'yaml' }))
  return [...edgesOfProblems(analysis)].map(([{ code }, edge]) => [edge, code] as const)
}

describe('the edge of a problem', () => {
  it('is the one that the problem stands in, whatever its ends are', () => {
    const problems = found(FLOW)
    expect(problems).toContainEqual(['flow:a>c', 'edge/after-unconditional'])
    expect(problems).toContainEqual(['flow:a>b', 'edge/loop-budget'])
    expect(problems).toContainEqual(['flow:b>nowhere', 'edge/unknown-to'])
    expect(problems).toContainEqual(['flow:gone>b', 'edge/unknown-from'])
    expect(problems.filter(([edge]) => edge === 'flow:b>a').map(([, code]) => code)).toContain('template/syntax')
  })

  it('is a whole edge that holds what cannot be read, or a key that nobody knows', () => {
    const problems = found(`workflow:
  nodes:
    - { id: a, tool: echo }
    - { id: b, tool: echo }
  edges:
    - { from: a, to: b, max_iterations: lots }
    - { from: b, to: a, iff: '{{.x}}', max_iterations: 2 }
`)
    expect(problems).toContainEqual(['flow:a>b', 'flow/not-an-integer'])
    expect(problems).toContainEqual(['flow:b>a', 'field/unknown'])
  })

  it('is the same however the id of its node is composed', () => {
    const problems = found(`workflow:
  nodes:
    - { id: "${'é'.normalize('NFD')}", tool: echo }
    - { id: b, tool: echo }
  edges:
    - { from: "${'é'.normalize('NFD')}", to: b, if: '{{ .oops( }}' }
`)
    expect(problems).toContainEqual([`flow:${'é'.normalize('NFC')}>b`, 'template/syntax'])
  })

  it('is none for a problem of a node', () => {
    expect(found(FLOW).map(([, code]) => code)).not.toContain('node/missing-work')
    expect(found('nodes:\n  - { id: a }\n  - { id: b, prompt: p, needs: [a] }\n')).toEqual([])
  })

  it('is the need, or the route, whose name is at fault', () => {
    expect(found('nodes:\n  - { id: a, prompt: p }\n  - { id: b, prompt: p, needs: [a, zz] }\n')).toEqual([['need:zz>b', 'needs/unknown']])
  })

  it('is not told while the text does not parse', () => {
    const before = analyse(openDocument({ text: FLOW, format: 'yaml' }))
    expect(edgesOfProblems({ ...before, stale: true }).size).toBe(0)
  })
})
