import { describe, expect, it } from 'vitest'
import { dialectNamed } from '../dialects/registry.ts'
import { analyse } from '../document/analyse.ts'
import { openDocument } from '../document/open.ts'
import type { Format } from '../source/tree.ts'
import { applyEdits } from '../text/apply.ts'
import { complete } from './complete.ts'
import type { Completion } from './completion.ts'

const KNOWN = 'nodes:\n  - id: collect\n    prompt: Collect.\n  - id: draft\n    needs: [collect]\n    prompt: Draft.\n  - id: on\n    kind: router\n    needs: [draft]\n'

/** What is offered at the `^`, with the view of a text that parsed before. */
function at(marked: string, format: Format = 'yaml', known = KNOWN) {
  const offset = marked.indexOf('^')
  const text = marked.replace('^', '')
  const { view } = analyse(openDocument({ text: known, format: 'yaml' }))
  const found = complete(text, format, offset, { dialect: dialectNamed('dag'), view, names: { agents: ['researcher'], models: ['openai:gpt-5-mini'] } })
  return {
    labels: found.map(({ label }) => label),
    /** The text after choosing one; the caret is the `^`. */
    choose(label: string): string {
      const { range, insert } = found.find((each: Completion) => each.label === label)!
      const caret = insert.stops[0]
      const put = caret ? `${insert.text.slice(0, caret.start)}^${insert.text.slice(caret.end)}` : `${insert.text}^`
      return applyEdits(text, [{ range, text: put }])
    },
    found,
  }
}

describe('completion of keys', () => {
  it('offers what is not there yet, the required first, what is of no use last', () => {
    const { labels } = at('nodes:\n  - id: collect\n    ^')
    expect(labels[0]).toBe('prompt')
    expect(labels).not.toContain('id')
    expect(labels.at(-1)).toBe('routes')
    expect(at('nodes:\n  - id: on\n    kind: router\n    ^').labels.indexOf('routes')).toBeLessThan(8)
    expect(at('name: x\n^').labels).toEqual(['nodes', 'description'])
  })

  it('writes the key with the beginning of its value, as deep as it stands', () => {
    expect(at('nodes:\n  - id: collect\n    pro^').choose('prompt')).toBe('nodes:\n  - id: collect\n    prompt: |\n      ^')
    expect(at('nodes:\n  - ne^').choose('needs')).toBe('nodes:\n  - needs: [^]')
    expect(at('nodes:\n  - needs:\n      - a\n  - ne^').choose('needs')).toBe('nodes:\n  - needs:\n      - a\n  - needs:\n      - ^')
    expect(at('nodes:\n  - id: a\n    ki^').choose('kind')).toBe('nodes:\n  - id: a\n    kind: ^')
    expect(at('^').choose('nodes')).toBe('nodes:\n  - ^')
    expect(at('nodes:\n  - id: a\n    ki^: critic').choose('kind')).toBe('nodes:\n  - id: a\n    kind^: critic')
    expect(at('{ "nodes": [{ "id": "a", "pro^" }] }', 'json').choose('prompt')).toBe('{ "nodes": [{ "id": "a", "prompt": "^" }] }')
    expect(at('{ "nodes": [{ ^"id": "a" }] }', 'json').choose('needs')).toBe('{ "nodes": [{ "needs": ["^"],"id": "a" }] }')
    expect(at('nodes:\n  - {id: a, ne^}').choose('needs')).toBe('nodes:\n  - {id: a, needs: [^]}')
  })

  it('finds a field by what other tools call it', () => {
    expect(at('nodes:\n  - id: a\n    depends^').found.find(({ label }) => label === 'needs')?.filter).toContain('depends_on')
  })
})

describe('completion of values', () => {
  it('offers kinds, agents and models with what they mean', () => {
    const { labels, found } = at('nodes:\n  - id: a\n    kind: ^')
    expect(labels).toEqual(['agent', 'verifier', 'critic', 'router'])
    expect(found[1]!.help()).toContain('PASS or FAIL')
    expect(at('nodes:\n  - agent: r^').choose('researcher')).toBe('nodes:\n  - agent: researcher^')
    expect(at('nodes:\n  - model: ^').choose('openai:gpt-5-mini')).toBe('nodes:\n  - model: openai:gpt-5-mini^')
    expect(at('nodes:\n  - timeout: ^').labels).toContain('5m')
  })

  it('offers ids that are not its own nor named already, those that would close a cycle last', () => {
    expect(at('nodes:\n  - id: collect\n    needs: [^').found.map(({ label, detail }) => [label, detail])).toEqual([['draft', 'needs collect itself'], ['on', 'needs collect itself']])
    expect(at('nodes:\n  - id: new\n    needs: [draft, ^]').labels).toEqual(['collect', 'on'])
    expect(at('nodes:\n  - id: new\n    needs:\n      - ^').labels).toEqual(['collect', 'draft', 'on'])
  })

  it('describes a node only when it is looked at', () => {
    const { view } = analyse(openDocument({ text: KNOWN, format: 'yaml' }))
    let asked = 0
    const counting = { ...view, get levels() { asked += 1; return view.levels } }
    const text = 'nodes:\n  - id: new\n    needs: ['
    const found = complete(text, 'yaml', text.length, { dialect: dialectNamed('dag'), view: counting })
    expect([found.length, asked]).toEqual([3, 0])
    expect(found.find(({ label }) => label === 'draft')?.help()).toBe('**draft** · agent · level 2\n\nDraft\\.\n\nAfter `collect` · Before `on`')
  })

  it('knows its own node in each way that a list is written', () => {
    const ways = ['needs: [^]', 'needs: ^', 'needs:\n      - ^', 'needs:\n    - ^', 'needs:\n      ^', 'needs: [\n      ^\n    ]', 'needs: [\n      draft, ^]', 'needs:\n      - draft\n      - ^']
    for (const way of ways) {
      for (const text of [`nodes:\n  - id: collect\n    ${way}`, `nodes:\n  - kind: agent\n    ${way}\n    id: collect\n  - id: x\n`]) {
        const { found } = at(text)
        const rest = way.includes('draft') ? ['on'] : ['draft', 'on']
        expect([text, found.filter(({ kind }) => kind === 'node').map(({ label, detail }) => [label, detail])]).toEqual([text, rest.map((id) => [id, 'needs collect itself'])])
      }
    }
  })

  it('writes an id in quotes where it needs some, and as a list where only its key stands', () => {
    expect(at('nodes:\n  - id: new\n    needs: [^]').choose('on')).toBe('nodes:\n  - id: new\n    needs: ["on"^]')
    expect(at('nodes:\n  - id: new\n    needs: ^').choose('draft')).toBe('nodes:\n  - id: new\n    needs: [draft]^')
    expect(at('nodes:\n  - id: new\n    needs:\n      ^').choose('draft')).toBe('nodes:\n  - id: new\n    needs:\n      - draft^')
    expect(at("nodes:\n  - id: new\n    needs: ['dr^']").choose('draft')).toBe("nodes:\n  - id: new\n    needs: ['draft'^]")
    expect(at('{"nodes":[{"id":"new","needs":["dr^"]}]}', 'json').choose('draft')).toBe('{"nodes":[{"id":"new","needs":["draft"^]}]}')
  })

  it('offers nothing in texts, comments and what is not known', () => {
    for (const text of ['nodes:\n  - prompt: Wri^', 'nodes:\n  - prompt: |\n      needs: ^', '# na^', 'x:\n  ki^', 'nodes:\n  - id: a^']) expect([text, at(text).labels]).toEqual([text, []])
  })
})

describe('completion of whole nodes', () => {
  it('writes one of a kind with an id that is free', () => {
    expect(at('nodes:\n  ^').choose('New verifier')).toBe('nodes:\n  - id: ^\n    kind: verifier\n    prompt: ')
    expect(at('nodes:\n  - ^').choose('New agent')).toBe('nodes:\n  - id: ^\n    prompt: ')
    expect(at('nodes:\n  ^', 'yaml', 'nodes:\n  - id: agent\n').found[0]!.insert.text).toContain('- id: agent_2')
    expect(at('{ "nodes": [^] }', 'json').choose('New agent')).toBe('{ "nodes": [{ "id": "^", "prompt": "" }] }')
  })
})
