import { describe, expect, it } from 'vitest'
import { planOf, projectGraph } from '../definitions.ts'
import { projectDag } from './project.ts'
import { open } from './testing/open.ts'

describe('the view of a dag', () => {
  it('holds nodes by kind, edges in order, and levels', () => {
    const view = projectDag(open('nodes:\n  - {id: d, kind: Verifier, needs: [c, b], prompt: "one\\n\\n  two\\nthree\\nfour"}\n  - {id: b, needs: [a], prompt: p}\n  - {id: c, kind: router, needs: [a], routes: [d, b], prompt: p}\n  - {id: a, kind: judge, prompt: p}\n'))
    expect(view.nodes.map(({ key, kind, index }) => `${index} ${key} ${kind}`)).toEqual(['0 d verifier', '1 b agent', '2 c router', '3 a agent'])
    expect(view.nodes[0]?.summary).toBe('one\ntwo\nthree')
    expect(view.edges.map(({ key }) => key)).toEqual(['need:c>d', 'need:b>d', 'need:a>b', 'need:a>c', 'route:c>d', 'route:c>b'])
    expect(view.levels).toEqual([['a'], ['b', 'c'], ['d']])
  })

  it('draws unknown names as ghosts with broken edges, once each', () => {
    const view = projectGraph({ nodes: [{ id: 'c', needs: ['b', 'zz'], prompt: 'p' }, { id: 'r', kind: 'router', needs: ['zz'], routes: ['b', 'c'], prompt: 'p' }] })
    expect(view.nodes.filter(({ ghost }) => ghost).map(({ key, index }) => [key, index])).toEqual([['b', -1], ['zz', -1]])
    expect(view.edges.map(({ key, broken }) => `${key}${broken ? ' broken' : ''}`)).toEqual(['need:b>c broken', 'need:zz>c broken', 'need:zz>r broken', 'route:r>b broken', 'route:r>c'])
    expect(view.levels).toEqual([['c', 'r']])
  })

  it('gives doubled and missing ids keys of their own, whatever else is there', () => {
    const ids = ['a', 'a', '', 'a~2', '', 'a']
    const view = projectGraph({ nodes: ids.map((id) => ({ id, prompt: 'p', needs: ['~3', 'a'] })) })
    const keys = view.nodes.map(({ key }) => key)
    expect(keys).toEqual(['a', 'a~2~', '~3', 'a~2', '~5', 'a~6', '~3~'])
    expect(view.nodes.map(({ id }) => id)).toEqual([...ids, '~3'])
    expect(new Set(view.edges.map(({ key }) => key)).size).toBe(view.edges.length)
    expect(view.edges.filter(({ to }) => to === 'a~6').map(({ from }) => from)).toEqual(['~3~', 'a'])
  })

  it('knows one node under both ways to write its id', () => {
    const view = projectGraph({ nodes: [{ id: 'cafe\u0301', prompt: 'p' }, { id: 'b', needs: ['caf\u00e9'], prompt: 'p' }] })
    expect(view.edges).toEqual([{ key: 'need:caf\u00e9>b', kind: 'need', from: 'caf\u00e9', to: 'b' }])
    expect(view.nodes[0]).toMatchObject({ key: 'caf\u00e9', id: 'cafe\u0301' })
  })

  it('keeps edge keys apart where ids hold the signs between them', () => {
    const view = projectGraph({ nodes: [{ id: 'a', prompt: 'p' }, { id: 'a>b', prompt: 'p' }, { id: 'b>c', needs: ['a'], prompt: 'p' }, { id: 'c', needs: ['a>b'], prompt: 'p' }] })
    expect(view.edges.map(({ key }) => key)).toEqual(['need:a>b>c', 'need:a>b>c#2'])
  })

  it('reads the comment directly above a node as its note', () => {
    const view = projectDag(open('nodes:\r\n  # first line\r\n  #second\r\n  - id: a\r\n    prompt: p\r\n  # far\r\n\r\n  - id: b\r\n    # inside\r\n    prompt: p\r\n    # deeper\r\n  - id: c\r\n    prompt: p\r\n# left\r\n  - id: d\r\n    prompt: p\r\n'))
    expect(view.nodes.map(({ note }) => note)).toEqual(['first line\nsecond', undefined, undefined, undefined])
    expect(projectDag(open('nodes:\n# own\n- id: a\n  prompt: p\n- {id: b, prompt: p}\n')).nodes.map(({ note }) => note)).toEqual(['own', undefined])
  })

  it('leaves out of the levels what can never start', () => {
    expect(projectGraph({ nodes: [{ id: 'a', needs: ['b'], prompt: 'p' }, { id: 'b', needs: ['a'], prompt: 'p' }, { id: 'c', prompt: 'p' }] }).levels).toEqual([['c']])
  })

  it('never cuts a character in half', () => {
    const summary = projectGraph({ nodes: [{ id: 'a', prompt: `${'x'.repeat(278)}😀 and more` }] }).nodes[0]!.summary
    expect(summary).toBe(`${'x'.repeat(278)}…`)
  })
})

describe('the plan of a dag', () => {
  it('holds all that a run needs, in the order of the file', () => {
    expect(planOf({
      name: ' n ', nodes: [
        { id: 'b', needs: ['a', 'a'], kind: ' Router', routes: ['a'], prompt: ' p ', agent: 'x', max_turns: 3, output_format: 'JSON', model: 'openai:m', tools: ['read'], timeout: '1m30s' },
        { id: 'a', prompt: 'q' },
      ],
    })).toEqual({
      kind: 'levels', dialect: 'dag', name: 'n', nodes: [
        { id: 'b', needs: ['a'], timeout: 90_000, work: { type: 'prompt', kind: 'router', prompt: 'p', routes: ['a'], output_format: 'JSON', agent: 'x', max_turns: 3, model: 'openai:m', tools: ['read'] } },
        { id: 'a', needs: [], work: { type: 'prompt', kind: 'agent', prompt: 'q', routes: [], output_format: '', max_turns: 0, tools: [] } },
      ],
    })
  })
})
