import { describe, expect, it } from 'vitest'
import { dag } from './dialect.ts'
import { mentions } from './mentions.ts'
import { open, problems } from './testing/open.ts'
import { run } from './testing/run.ts'

const rn = `name: rn
nodes:
  - {id: a, prompt: p}
  - {id: q, kind: router, needs: [a], routes: [b, c], prompt: p}
  - {id: b, needs: [q], prompt: "use {{ .a }}"}
  - {id: c, needs: [q, a], prompt: p}
`

describe('renaming', () => {
  it('takes every reference along', () => {
    expect(run(rn, [{ type: 'rename', node: 'a', to: 'alpha' }, { type: 'rename', node: 'b', to: ' beta ' }])).toBe(rn
      .replace('{id: a,', '{id: alpha,').replace('needs: [a]', 'needs: [alpha]').replace('[q, a]', '[q, alpha]')
      .replace('{id: b,', '{id: beta,').replace('[b, c]', '[beta, c]'))
  })

  it('refuses a name that is taken or blank', () => {
    expect(run(rn, { type: 'rename', node: 'c', to: 'a' })).toMatch(/^refused\/rule: The id `a` is already taken/)
    expect(run(rn, { type: 'rename', node: 'c', to: '  ' })).toMatch(/^refused\/rule: An id cannot be blank/)
    expect(run(rn, { type: 'rename', node: 'nobody', to: 'x' })).toMatch(/^refused\/rule: No node is called `nobody`/)
    expect(run('nodes:\n  - {id: cafe\u0301, prompt: p}\n  - {id: b, prompt: p}\n', { type: 'rename', node: 'b', to: 'caf\u00e9' })).toMatch(/already taken/)
  })

  it('changes nothing when the name is the same', () => {
    expect(run(rn, { type: 'rename', node: 'a', to: ' a ' })).toBe(rn)
  })

  it('quotes what a reader would take for something else', () => {
    expect(run('nodes:\n  - id: a\n    prompt: p\n  - id: b\n    needs: [a]\n    prompt: p\n', { type: 'rename', node: 'a', to: '007' }))
      .toBe('nodes:\n  - id: "007"\n    prompt: p\n  - id: b\n    needs: ["007"]\n    prompt: p\n')
  })

  it('leaves references to the node that keeps a doubled id', () => {
    const text = 'nodes:\n  - {id: a, prompt: p}\n  - {id: a, prompt: q}\n  - {id: b, needs: [a], prompt: r}\n'
    expect(run(text, { type: 'rename', node: 'a~2', to: 'c' })).toBe(text.replace('{id: a, prompt: q}', '{id: c, prompt: q}'))
  })

  it('names a node that has no id', () => {
    expect(run('nodes:\n  - prompt: p\n', { type: 'rename', node: '~1', to: 'x' })).toContain('id: x')
  })

  it('rewrites every spelling and every repetition', () => {
    expect(run('nodes:\n  - {id: a, prompt: p}\n  - {id: b, needs: [a, " a ", a], prompt: p}\n  - {id: c, needs: a, prompt: p}\n', { type: 'rename', node: 'a', to: 'x' }))
      .toBe('nodes:\n  - {id: x, prompt: p}\n  - {id: b, needs: [x, "x", x], prompt: p}\n  - {id: c, needs: x, prompt: p}\n')
  })

  it('lists the prompts that mention the old id', () => {
    const reading = open('nodes:\n  - {id: a, prompt: "a b a-b ab a."}\n  - {id: b, prompt: "use {{ .a }}, not ba"}\n  - {id: c, prompt: "abc", output_format: "like a"}\n')
    expect(mentions(reading, 'a')).toEqual([{ node: 'a', field: 'prompt', count: 2 }, { node: 'b', field: 'prompt', count: 1 }, { node: 'c', field: 'output_format', count: 1 }])
    expect(mentions(open('nodes:\n  - {id: 第三步, prompt: 见第三步的结果}\n'), '第三步')).toHaveLength(1)
    expect(mentions(reading, ' ')).toEqual([])
  })
})

describe('removing', () => {
  const del = `name: del
nodes:
  - {id: a, prompt: p}
  - {id: b, needs: [a], prompt: p}
  - {id: c, needs: [b], prompt: p}
  - {id: r, kind: router, needs: [a], routes: [b, c], prompt: p}
`

  it('takes the references away with the node', () => {
    expect(run(del, { type: 'remove', nodes: ['b'] })).toBe(del.replace('  - {id: b, needs: [a], prompt: p}\n', '').replace('needs: [b]', 'needs: []').replace('[b, c]', '[c]'))
  })

  it('leaves a router without routes to be seen, and keeps its kind', () => {
    const after = run(del, { type: 'remove', nodes: ['b', 'c'] })
    expect(problems(after).map(({ code, node }) => `${code} ${node}`)).toEqual(['router/no-routes r'])
    expect(after).toContain('kind: router')
  })

  it('takes the key of a block list away with its last entry', () => {
    expect(run('nodes:\n  - id: a\n    prompt: p\n  - id: b\n    needs:\n      - a\n    prompt: p\n', { type: 'remove', nodes: ['a'] })).toBe('nodes:\n  - id: b\n    prompt: p\n')
  })

  it('keeps references while another node has the id', () => {
    const text = 'nodes:\n  - {id: a, prompt: p}\n  - {id: a, prompt: q}\n  - {id: b, needs: [a], prompt: r}\n'
    expect(run(text, { type: 'remove', nodes: ['a'] })).toBe('nodes:\n  - {id: a, prompt: q}\n  - {id: b, needs: [a], prompt: r}\n')
    expect(run(text, { type: 'remove', nodes: ['a', 'a~2'] })).toBe('nodes:\n  - {id: b, needs: [], prompt: r}\n')
  })

  it('of a ghost removes what names it', () => {
    expect(run('nodes:\n  - {id: a, needs: [zz], routes: [zz, b], kind: router, prompt: p}\n  - {id: b, prompt: p}\n', { type: 'remove', nodes: ['zz'] }))
      .toBe('nodes:\n  - {id: a, needs: [], routes: [b], kind: router, prompt: p}\n  - {id: b, prompt: p}\n')
  })

  it('of all nodes leaves the rest of the file', () => {
    const text = '# top\nname: x\nnodes:\n  - id: a\n    prompt: p\n# end\n'
    expect(problems(run(text, { type: 'remove', nodes: ['a'] })).map(({ code }) => code)).toEqual(['definition/no-nodes'])
    expect(run(text, { type: 'remove', nodes: ['a'] })).toContain('# top\nname: x\n')
  })

  it('refuses what is not there', () => {
    expect(run(del, { type: 'remove', nodes: ['a', 'nobody'] })).toMatch(/^refused\/rule: No node is called `nobody`/)
  })
})

describe('connecting', () => {
  it('adds a need at the end', () => {
    expect(run(rn, { type: 'connect', from: 'b', to: 'c' })).toBe(rn.replace('[q, a]', '[q, a, b]'))
    expect(run('nodes:\n  - id: a\n    prompt: p\n  - id: b\n    prompt: p\n', { type: 'connect', from: 'a', to: 'b', kind: 'need' }))
      .toMatch(/id: b\n {4}(prompt: p\n {4})?needs: \[a\]\n/)
  })

  it('makes a list of a need that stands alone', () => {
    expect(run('nodes:\n  - {id: a, prompt: p}\n  - {id: b, prompt: p}\n  - id: c\n    needs: a\n    prompt: p\n', { type: 'connect', from: 'b', to: 'c' })).toContain('needs: [a, b]\n')
  })

  it('adds a route to a router only', () => {
    expect(run(rn, { type: 'connect', from: 'q', to: 'a', kind: 'route' })).toBe(rn.replace('[b, c]', '[b, c, a]'))
    expect(run(rn, { type: 'connect', from: 'a', to: 'b', kind: 'route' })).toMatch(/Only a router has routes/)
    expect(run(rn, { type: 'connect', from: 'q', to: 'q', kind: 'route' })).toMatch(/cannot route to itself/)
    expect(run(rn, { type: 'connect', from: 'q', to: 'b', kind: 'route' })).toMatch(/already routes to `b`/)
  })

  it('refuses what could never start, and names the cycle', () => {
    expect(run(rn, { type: 'connect', from: 'b', to: 'a' })).toMatch(/cycle that can never start: a -> q -> b -> a/)
    expect(run(rn, { type: 'connect', from: 'a', to: 'a' })).toMatch(/cannot need itself/)
    expect(run(rn, { type: 'connect', from: 'a', to: 'c' })).toMatch(/already needs `a`/)
    expect(run(rn, { type: 'connect', from: 'a', to: 'nobody' })).toMatch(/No node is called `nobody`/)
    expect(run(rn, { type: 'connect', from: 'a', to: 'b', kind: 'flow' })).toMatch(/needs and routes only/)
  })

  it('says the same while hovering', () => {
    const reading = open(rn)
    expect(dag.refuseEdge(reading, 'a', 'b')).toBeNull()
    expect(dag.refuseEdge(reading, 'b', 'a')).toContain('a -> q -> b -> a')
    expect(dag.refuseEdge(reading, 'q', 'a', 'route')).toBeNull()
  })

  it('refuses to name a node that has no id of its own', () => {
    const text = 'nodes:\n  - {prompt: p}\n  - {id: a, prompt: p}\n  - {id: a, prompt: p}\n  - {id: b, prompt: p}\n'
    expect(run(text, { type: 'connect', from: '~1', to: 'b' })).toMatch(/has no id/)
    expect(run(text, { type: 'connect', from: 'a~3', to: 'b' })).toMatch(/Two nodes have the id `a`/)
  })
})

describe('disconnecting', () => {
  it('removes every occurrence, and only that', () => {
    const text = 'nodes:\n  - {id: a, prompt: p}\n  - id: b\n    needs:\n      - a # one\n      # about zz\n      - zz # two\n      - "a" # three\n    prompt: p\n'
    expect(run(text, { type: 'disconnect', from: 'a', to: 'b' })).toBe('nodes:\n  - {id: a, prompt: p}\n  - id: b\n    needs:\n      # about zz\n      - zz # two\n    prompt: p\n')
  })

  it('works for ghosts and for a need that stands alone', () => {
    const text = 'nodes:\n  - {id: b, needs: [zz, yy], prompt: p}\n  - id: c\n    needs: b\n    prompt: p\n'
    expect(run(text, [{ type: 'disconnect', from: 'zz', to: 'b' }, { type: 'disconnect', from: 'b', to: 'c' }])).toBe('nodes:\n  - {id: b, needs: [yy], prompt: p}\n  - id: c\n    prompt: p\n')
  })

  it('tells a need from a route', () => {
    const text = 'nodes:\n  - {id: r, kind: router, routes: [b], prompt: p}\n  - {id: b, needs: [r], prompt: p}\n'
    expect(run(text, { type: 'disconnect', from: 'r', to: 'b', kind: 'route' })).toBe(text.replace('routes: [b]', 'routes: []'))
    expect(run(text, { type: 'disconnect', from: 'r', to: 'b' })).toBe(text.replace('needs: [r]', 'needs: []'))
  })

  it('refuses an edge that is not there', () => {
    expect(run(rn, { type: 'disconnect', from: 'b', to: 'c' })).toMatch(/No edge leads from `b` to `c`/)
  })
})

describe('setting fields', () => {
  const text = 'nodes:\n  - prompt: \'It\'\'s ready\'\n    id: "one"\n    kind: Verifier\n  - needs:\n    - one\n    id: two\n    prompt: "tab\\there"\nname: \'q\'\n'

  it('adds one line after the last key that comes before it', () => {
    expect(run(text, { type: 'setField', node: 'two', field: 'max_turns', value: 2 })).toBe(text.replace('"tab\\there"\n', '"tab\\there"\n    max_turns: 2\n'))
  })

  it('clears a field with undefined, or with nothing in it, but never writes that a prompt is gone', () => {
    expect(run(text, { type: 'setField', node: 'one', field: 'kind', value: undefined })).toBe(text.replace('    kind: Verifier\n', ''))
    expect(run(text, { type: 'setField', node: 'one', field: 'kind', value: '' })).toBe(text.replace('    kind: Verifier\n', ''))
    expect(run(text, { type: 'setField', node: 'one', field: 'prompt', value: '' })).toBe(text.replace("'It''s ready'", "''"))
    expect(run(text, { type: 'setField', node: 'one', field: 'agent', value: '' })).toBe(text)
  })

  it('quotes text that a comment or a type would change', () => {
    const after = run('nodes:\n  - id: b\n    prompt: color\n', { type: 'setField', node: 'b', field: 'prompt', value: 'Fix issue #12 and close it' })
    expect(after).toBe('nodes:\n  - id: b\n    prompt: "Fix issue #12 and close it"\n')
  })

  it('renames with references when the field is the id', () => {
    expect(run(text, { type: 'setField', node: 'one', field: 'id', value: 'uno' })).toBe(text.replace('"one"', '"uno"').replace('- one', '- uno'))
  })

  it('touches only the entries of a list that come or go', () => {
    const list = 'nodes:\n  - {id: a, prompt: p}\n  - id: c\n    needs:\n      # first\n      - 007 # keep\n      - "b" # goes\n      - a\n    prompt: p\n'
    expect(run(list, { type: 'setField', node: 'c', field: 'needs', value: ['007', 'a', 'x'] }))
      .toBe(list.replace('      - "b" # goes\n', '').replace('      - a\n', '      - a\n      - x\n'))
    expect(run(list, { type: 'setField', node: 'c', field: 'needs', value: ['x', '007', 'y', 'b', 'a'] })).toContain('- x\n      # first\n      - 007 # keep\n')
    expect(run(list, { type: 'setField', node: 'c', field: ['needs', 1], value: undefined })).toBe(list.replace('      - "b" # goes\n', ''))
    expect(run(list, { type: 'setField', node: 'c', field: 'needs', value: [] })).toBe('nodes:\n  - {id: a, prompt: p}\n  - id: c\n    prompt: p\n')
    expect(open(run(list, { type: 'setField', node: 'c', field: 'needs', value: ['a', 'b', '007'] })).model.nodes[1]?.needs).toEqual(['a', 'b', '007'])
  })

  it('keeps fields that nobody knows, and sets them too', () => {
    const unknown = 'nodes:\n  - id: a\n    prompt: p\n    x-owner: docs\n'
    expect(run(unknown, { type: 'setField', node: 'a', field: 'prompt', value: 'q' })).toBe(unknown.replace('prompt: p', 'prompt: q'))
    expect(run(unknown, { type: 'setField', node: 'a', field: 'x-owner', value: 'team' })).toBe(unknown.replace('docs', 'team'))
    expect(run(unknown, { type: 'setField', node: 'a', field: 'x-owner', value: undefined })).toBe(unknown.replace('    x-owner: docs\n', ''))
  })

  it('refuses values of another type', () => {
    for (const [field, value] of [['max_turns', 'two'], ['max_turns', 2.5], ['prompt', { a: 1 }], ['needs', [1]], ['needs', { a: 1 }], ['prompt', ['x']]] as const) {
      expect(run(text, { type: 'setField', node: 'one', field, value }), `${field} ${JSON.stringify(value)}`).toMatch(/^refused\/rule/)
    }
    expect(run(text, { type: 'setField', node: 'one', field: ['prompt', 0], value: 'x' })).toMatch(/has no parts/)
  })

  it('refuses what comes by a merge key or an alias, with the reason', () => {
    const merged = 'x: &base\n  kind: critic\n  needs: [b]\ny: &of JSON\nnodes:\n  - id: a\n    <<: *base\n    prompt: p\n    output_format: *of\n  - {id: b, prompt: p}\n'
    expect(run(merged, { type: 'setField', node: 'a', field: 'kind', value: 'verifier' })).toMatch(/^refused\/merge-key: `kind` comes in by a merge key/)
    expect(run(merged, { type: 'setField', node: 'a', field: 'kind', value: undefined })).toMatch(/^refused\/merge-key/)
    expect(run(merged, { type: 'disconnect', from: 'b', to: 'a' })).toMatch(/^refused\/merge-key/)
    expect(run(merged, { type: 'setField', node: 'a', field: 'output_format', value: 'x' })).toMatch(/^refused\/alias/)
    expect(run(merged, { type: 'rename', node: 'b', to: 'c' })).toMatch(/^refused\//)
    expect(run(merged, { type: 'setField', node: 'a', field: 'prompt', value: 'q' })).toBe(merged.replace('prompt: p\n    output', 'prompt: q\n    output'))
  })
})

describe('the document', () => {
  it('changes its description in place', () => {
    const text = 'name: triage\ndescription: old words\n\nnodes:\n  - id: ask   # keep\n    prompt: "Sort {{ .trigger }} by risk"\n\n  - id: reply\n    needs: [ask]\n    prompt: \'Answer with {{ .ask }}\'\n'
    expect(run(text, { type: 'setDocument', field: 'description', value: 'new words' })).toBe(text.replace('old words', 'new words'))
    expect(run(text, { type: 'setDocument', field: 'description', value: undefined })).toBe(text.replace('description: old words\n', ''))
    expect(run(text.replace('description: old words\n', ''), { type: 'setDocument', field: 'description', value: 'old words' })).toBe(text)
    expect(run(text, { type: 'setDocument', field: 'nodes', value: [] })).toMatch(/^refused\/rule/)
  })

  it('takes nodes into an empty file, below its comments', () => {
    const text = '# TODO: describe the flow\n\n# - collect\n'
    const after = run(text, { type: 'add', node: { id: 'a', prompt: 'p' } })
    expect(after.startsWith(text.trimEnd())).toBe(true)
    expect(open(after).model.nodes.map(({ id, prompt }) => `${id} ${prompt}`)).toEqual(['a p'])
    for (const empty of ['', '  \n\n', 'nodes:\n', 'nodes: []\n', 'null\n', '{}\n', 'name: x\n']) {
      const after = run(empty, { type: 'add', node: { id: 'a', prompt: 'p' } })
      expect([empty, open(after).model.nodes.length]).toEqual([empty, 1])
    }
  })
})

describe('adding', () => {
  const text = 'name: x\nnodes:\n  - id: a\n    prompt: p\n  # - id: b\n  #   needs: [a]\n  #   prompt: later\n\n# todo: add a checker\n'

  it('puts the node after the last item, before the comments at its column, and removing it gives the same bytes', () => {
    const after = run(text, { type: 'add', node: { needs: ['a'], prompt: 'q', id: 'c', kind: '', routes: [], 'x-owner': 'docs' } })
    expect(after).toBe(text.replace('    prompt: p\n', '    prompt: p\n  - id: c\n    prompt: q\n    needs: [a]\n    x-owner: docs\n'))
    expect(run(after, { type: 'remove', nodes: ['c'] })).toBe(text)
  })

  it('puts it after another one', () => {
    expect(open(run(rn, { type: 'add', node: { id: 'new', prompt: 'p' }, after: 'a' })).model.nodes.map(({ id }) => id)).toEqual(['a', 'new', 'q', 'b', 'c'])
  })

  it('quotes words that older readers take for something else', () => {
    const after = run('nodes:\n  - id: no\n    prompt: off\n  - id: yes\n    needs: [no]\n    agent: on\n    prompt: y\n', { type: 'add', node: { id: 'off', needs: ['yes'], prompt: 'n' } })
    expect(after).toContain('- id: "off"\n')
    expect(after).toContain('prompt: "n"\n')
    expect(after).toContain('- id: no\n    prompt: off\n')
  })

  it('refuses an id that is blank or taken, and values of another type', () => {
    expect(run(rn, { type: 'add', node: { id: ' ', prompt: 'p' } })).toMatch(/needs an id/)
    expect(run(rn, { type: 'add', node: { id: 'a', prompt: 'p' } })).toMatch(/already taken/)
    expect(run(rn, { type: 'add', node: { id: 'new', prompt: { a: 1 } } })).toMatch(/must be text/)
    expect(run(rn, { type: 'add', node: { id: 'new', prompt: 'p' }, after: 'nobody' })).toMatch(/No node is called/)
    expect(run('nodes: {a: 1}\n', { type: 'add', node: { id: 'new', prompt: 'p' } })).toMatch(/not a list/)
  })

  it('works in JSON', () => {
    const json = '{\n  "name": "x",\n  "nodes": [\n    { "id": "a", "prompt": "p" }\n  ]\n}\n'
    const after = run(json, { type: 'add', node: { id: 'b', prompt: 'q', needs: ['a'] } }, 'json')
    expect(open(after, 'json').model.nodes[1]).toMatchObject({ id: 'b', prompt: 'q', needs: ['a'] })
    expect(run(after, { type: 'remove', nodes: ['b'] }, 'json')).toBe(json)
  })
})

describe('notes and order', () => {
  const text = 'nodes:\n  # about a\n  - id: a\n    prompt: p\n  - id: b\n    prompt: p\n  # about c\n  - id: c\n    prompt: p\n'

  it('sets and removes the comment above a node', () => {
    expect(run(text, { type: 'setComment', node: 'b', text: 'about b\nand more' })).toBe(text.replace('  - id: b', '  # about b\n  # and more\n  - id: b'))
    expect(run(text, { type: 'setComment', node: 'a', text: undefined })).toBe(text.replace('  # about a\n', ''))
    expect(run('{"nodes": [{"id": "a", "prompt": "p"}]}', { type: 'setComment', node: 'a', text: 'x' }, 'json')).toMatch(/JSON has no comments/)
  })

  it('moves a node with its comment', () => {
    expect(run(text, { type: 'moveNode', node: 'c', before: 'a' })).toBe('nodes:\n  # about c\n  - id: c\n    prompt: p\n  # about a\n  - id: a\n    prompt: p\n  - id: b\n    prompt: p\n')
    expect(open(run(text, { type: 'moveNode', node: 'a' })).model.nodes.map(({ id }) => id)).toEqual(['b', 'c', 'a'])
    expect(open(run(text, { type: 'moveNode', node: 'a', before: 'c' })).model.nodes.map(({ id }) => id)).toEqual(['b', 'a', 'c'])
    expect(run(text, { type: 'moveNode', node: 'b', before: 'b' })).toBe(text)
    expect(run(text, { type: 'moveNode', node: 'a', before: 'b' })).toBe(text)
  })
})

describe('setting a list', () => {
  it('keeps the order that is asked for where entries stand twice', () => {
    const text = 'nodes:\n  - id: a\n    tools:\n      - no\n      - read\n      - no\n    prompt: p\n'
    const after = run(text, { type: 'setField', node: 'a', field: 'tools', value: ['no', 'search', 'read'] })
    expect(open(after).model.nodes[0]!.tools).toEqual(['no', 'search', 'read'])
    expect(after).toBe(text.replace('      - read', '      - search\n      - read'))
  })
})
