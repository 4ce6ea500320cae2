import { describe, expect, it } from 'vitest'
import type { Plan } from '../../src/core/index.ts'
import { ownToolsOf, placeOwnTools } from './own-tools.ts'

const walk: Plan = { kind: 'walk', dialect: 'steps', name: 'w', nodes: [], edges: [], entry: '', max_node_executions: null, tools: ['./tools.ts', '../lib/more.ts', 'std::fs', 'mcp::files'] }

describe('the tools that a file names as its own', () => {
  it('are told from the workspace, wherever the file lies', () => {
    expect(ownToolsOf(placeOwnTools(walk, 'w.yaml'))).toEqual(['./tools.ts', '../lib/more.ts', 'std::fs', 'mcp::files'])
    expect(ownToolsOf(placeOwnTools(walk, 'agents/report/w.yaml'))).toEqual(['./agents/report/tools.ts', './agents/lib/more.ts', 'std::fs', 'mcp::files'])
  })

  it('are none in a plan that names none', () => {
    const { tools: _, ...bare } = walk
    expect(placeOwnTools(bare, 'a/w.yaml')).toBe(bare)
    expect(ownToolsOf(bare)).toEqual([])
  })
})
