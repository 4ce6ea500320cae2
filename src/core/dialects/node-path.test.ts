import { describe, expect, it } from 'vitest'
import { isWithin, nodeFieldOf, nodeIndexOf, partAt, pathOfNode } from './node-path.ts'

const steps = ['workflow', 'steps']
const deep = { nodesPath: () => steps, nodesPaths: [steps] }

describe('paths of nodes', () => {
  it('are said by the dialect, not by one name for all', () => {
    expect(pathOfNode(deep, null, 2)).toEqual(['workflow', 'steps', 2])
    expect(nodeIndexOf(deep, ['workflow', 'steps', 2, 'args', 'id'])).toBe(2)
    expect(nodeFieldOf(deep, ['workflow', 'steps', 2, 'args', 'id'])).toBe('args')
  })

  it('lead into no node when they stop at the list or go elsewhere', () => {
    expect(nodeIndexOf(deep, ['workflow', 'steps'])).toBeUndefined()
    expect(nodeIndexOf(deep, ['nodes', 2, 'id'])).toBeUndefined()
    expect(nodeFieldOf(deep, ['workflow', 'inputs', 2, 'id'])).toBeUndefined()
    expect(nodeFieldOf(deep, ['workflow', 'steps', 2])).toBeUndefined()
  })

  it('hold what they lead into', () => {
    expect(isWithin(['a', 1, 'b'], ['a', 1])).toBe(true)
    expect(isWithin(['a'], ['a', 1])).toBe(false)
    expect(isWithin(['a', 12], ['a', 1])).toBe(false)
  })

  it('find parts of a model, and nothing that every object has', () => {
    expect(partAt({ workflow: { steps: [{ id: 'a' }] } }, ['workflow', 'steps', 0, 'id'])).toBe('a')
    expect(partAt({ nodes: [] }, ['nodes', 0])).toBeUndefined()
    expect(partAt({}, ['constructor'])).toBeUndefined()
    expect(partAt(null, ['nodes'])).toBeUndefined()
  })
})
