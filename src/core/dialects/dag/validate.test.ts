import { describe, expect, it } from 'vitest'
import { validate } from '../definitions.ts'
import { noFixes } from './fixes.ts'
import { marks, open, problems } from './testing/open.ts'
import { checkRules } from './validate.ts'

const messages = (text: string): string[] => problems(text).map(({ node, message }) => `${node ?? '-'}: ${message}`)

describe('the rules of a dag', () => {
  it('are all checked at once, in file order, each at its node and field', () => {
    const text = `name: many
nodes:
  - {id: a, prompt: "  "}
  - {id: b, kind: Judge, prompt: p}
  - {id: c, kind: ROUTER, prompt: p}
  - {id: d, needs: [zz], routes: [yy], prompt: p, max_turns: -4}
`
    expect(marks(text)).toEqual([
      '3:21 node/missing-prompt a.prompt: "  "',
      '4:19 node/unknown-kind b.kind: Judge',
      '5:13 router/no-routes c.routes: kind',
      '6:21 needs/unknown d.needs: zz',
      '6:34 routes/not-a-router d.routes: [yy]',
      '6:35 routes/unknown d.routes: yy',
    ])
    expect(open(text).model.nodes[3]?.max_turns).toBe(0)
  })

  it('say what happened, then what to do', () => {
    expect(messages('nodes:\n  - {id: collect, prompt: p}\n  - {id: issues, prompt: p}\n  - {id: draft, needs: [collect, isues], prompt: p}\n  - {id: tone, kind: critc}\n')).toEqual([
      'draft: Needs `isues`, but no node has that id. Did you mean `issues`?',
      'tone: Has no prompt. Say what this step must do.',
      'tone: `critc` is not a kind: it must be one of `agent`, `verifier`, `critic` or `router`. Did you mean `critic`?',
    ])
  })

  it('accept the published example', () => {
    expect(problems(`name: release-notes
description: Write release notes from the last commits
nodes:
  - id: collect
    prompt: List the commits since the last tag and group them by area.
  - id: draft
    needs: [collect]
    prompt: Write release notes from the grouped commits.
    output_format: Markdown with one section per area.
  - id: check
    kind: verifier
    needs: [draft]
    prompt: Check the notes against the commit list. Say PASS or FAIL.
`)).toEqual([])
  })

  it('mark the id when the prompt is not written, and the key when it is empty', () => {
    expect(marks('nodes:\n  - id: a\n  - id: b\n    prompt:\n  - prompt: p\n  -\n')).toEqual([
      '2:9 node/missing-prompt a.prompt: a', '4:5 node/missing-prompt b.prompt: prompt', '5:5 node/missing-id id: prompt',
      '6:3 node/missing-id id: -', '6:3 node/missing-prompt prompt: -',
    ])
  })

  it('see through the two ways of Unicode to write one letter', () => {
    const text = 'nodes:\n  - {id: cafe\u0301, prompt: p}\n  - {id: b, needs: [caf\u00e9], prompt: q}\n  - {id: \u304c\u4f53, prompt: r}\n  - {id: \u304b\u3099\u4f53, prompt: s}\n'
    const found = problems(text)
    expect(found.map(({ code, path }) => [code, path])).toEqual([['node/duplicate-id', ['nodes', 3, 'id']]])
    expect(found[0]?.message).toContain('differ only in how Unicode composes')
    expect(found[0]?.related).toHaveLength(1)
  })

  it('name invisible characters, and the id that was meant', () => {
    const found = problems('nodes:\n  - {id: "draft\\u200b", prompt: p}\n  - {id: check, needs: [draft], prompt: q}\n')
    expect(found.map(({ code, severity }) => `${severity} ${code}`)).toEqual(['warning text/invisible-character', 'error needs/unknown'])
    expect(found[0]?.message).toContain('U+200B (zero width space) after `draft`')
    expect(found[1]?.message).toContain('Did you mean `draft\\u200b`?')
  })

  it.each(['第三步', 'a/b c', '👨‍👩‍👧', 'שלום', 'می‌خواهم', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'end', 'constructor', '__proto__', '# x', 'null'])('take %s for an id', (id) => {
    expect(validate({ name: 'x', nodes: [{ id, prompt: 'p' }, { id: 'b', needs: [id], prompt: 'p' }] })).toEqual([])
  })

  it('refuse half a character in an id', () => {
    expect(validate({ nodes: [{ id: 'a\ud800', prompt: 'p' }] }).map(({ code }) => code)).toEqual(['text/lone-surrogate'])
  })

  it('tell a router that routes to itself or nowhere', () => {
    expect(marks('nodes:\n  - {id: a, prompt: p}\n  - {id: r, kind: router, routes: [r, a, b], prompt: p}\n  - {id: s, kind: router, routes: [], prompt: p}\n')).toEqual([
      '3:36 router/self-route r.routes: r', '3:42 routes/unknown r.routes: b', '4:35 router/no-routes s.routes: []',
    ])
  })

  it('let a router route back to what it needs', () => {
    expect(problems('nodes:\n  - {id: a, prompt: p}\n  - {id: r, kind: router, needs: [a], routes: [a], prompt: p}\n')).toEqual([])
  })

  it.each([['30', 'has no unit'], ['soon', 'is not a duration'], ['0s', 'before it starts'], ['900d', 'longer than a run can wait'], ['5m1h', 'is not a duration'], ['-5s', 'is not a duration']])('refuse the timeout %s', (timeout, why) => {
    const found = validate({ nodes: [{ id: 'a', prompt: 'p', timeout }] })
    expect(found.map(({ code }) => code)).toEqual(['timeout/not-a-duration'])
    expect(found[0]?.message).toContain(why)
  })

  it.each(['500ms', '30s', '5m', '1h30m', '1.5h', ' 2D '])('take the timeout %s', (timeout) => {
    expect(validate({ nodes: [{ id: 'a', prompt: 'p', timeout }] })).toEqual([])
  })
})

describe('cycles', () => {
  it('are named whole, from the first member, with the lines of all and of no other', () => {
    const text = 'name: isl\nnodes:\n  - {id: ok, prompt: p}\n  - {id: x, needs: [z], prompt: p}\n  - {id: y, needs: [x], prompt: p}\n  - {id: z, needs: [y], prompt: p}\n'
    const found = problems(text)
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({ code: 'needs/cycle', node: 'x', message: 'Waits for itself: x -> y -> z -> x. Remove one of these needs.' })
    expect(found[0]?.related?.map(({ range, message }) => `${text.slice(range.start, range.end)} ${message}`)).toEqual(['z `x` needs `z`.', 'x `y` needs `x`.', 'y `z` needs `y`.'])
  })

  it('are not a need of the node itself', () => {
    expect(marks('nodes:\n  - {id: a, needs: [a], prompt: p}\n')).toEqual(['2:21 needs/self a.needs: a'])
  })

  it('are reported once for each knot', () => {
    const found = validate({ nodes: [{ id: 'a', prompt: 'p', needs: ['b'] }, { id: 'b', prompt: 'p', needs: ['a'] }, { id: 'c', prompt: 'p', needs: ['d'] }, { id: 'd', prompt: 'p', needs: ['c', 'a'] }] })
    expect(found.map(({ message }) => message)).toEqual(['Waits for itself: a -> b -> a. Remove one of these needs.', 'Waits for itself: c -> d -> c. Remove one of these needs.'])
  })

  it('are not seen in a diamond or a ladder', () => {
    expect(validate({ nodes: [{ id: 'd', prompt: 'p', needs: ['b', 'c'] }, { id: 'b', prompt: 'p', needs: ['a'] }, { id: 'c', prompt: 'p', needs: ['a', 'b'] }, { id: 'a', prompt: 'p' }] })).toEqual([])
    expect(validate({ nodes: Array.from({ length: 500 }, (_, at) => ({ id: `n${at}`, prompt: 'p', needs: [at - 1, at - 2].filter((one) => one >= 0).map((one) => `n${one}`) })) })).toEqual([])
  })

  it('of any length end, and what unknown names mean is looked for only so often', () => {
    const chain = Array.from({ length: 4_000 }, (_, at) => ({ id: `n${at}`, prompt: 'p', needs: [`n${(at + 1) % 4_000}`, `n${at}x`] }))
    const found = validate({ nodes: chain })
    expect(found).toHaveLength(4_001)
    const guesses = found.filter(({ message }) => message.includes('Did you mean')).length
    expect([guesses > 0, guesses < 200]).toEqual([true, true])
  })

  it('read a long list of unknown needs as often as it is long, not as often as its square', () => {
    const readsOf = (length: number): number => {
      let reads = 0
      const { model, origin } = open('nodes:\n  - {id: a, prompt: p, needs: [b]}\n')
      const needs = new Proxy(Array.from({ length }, (_, at) => `gone${at}`), {
        get: (target, key, receiver) => {
          if (typeof key === 'string' && /^\d+$/.test(key)) reads += 1
          return Reflect.get(target, key, receiver) as unknown
        },
      })
      checkRules({ model: { ...model, nodes: [{ ...model.nodes[0]!, needs }] }, origin, diagnostics: [] }, noFixes)
      return reads
    }
    expect(readsOf(2_000)).toBeLessThan(readsOf(1_000) * 2.5)
  })
})
