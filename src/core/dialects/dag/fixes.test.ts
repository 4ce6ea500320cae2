import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Format } from '../../source/tree.ts'
import { applyEdits } from '../../text/apply.ts'
import { open, problems } from './testing/open.ts'

/** The text after a fix, by its title. */
function mended(text: string, title: string, format: Format = 'yaml'): string {
  const fixes = problems(text, format).flatMap((problem) => problem.fixes ?? [])
  const fix = fixes.find((one) => one.title === title)
  if (!fix) throw new Error(`no "${title}" among ${fixes.map((one) => one.title).join(', ')}`)
  return applyEdits(text, fix.edits)
}

describe('fixes', () => {
  const flow = 'nodes:\n  - {id: issues, prompt: p}\n  - {id: draft, needs: [issues, isues, isues], prompt: p} # last\n'

  it('change a reference to what was meant', () => {
    expect(mended('nodes:\n  - {id: issues, prompt: p}\n  - id: draft\n    needs: isues # why\n    prompt: p\n', 'Change to issues')).toContain('needs: issues # why')
  })

  it('remove a reference wherever it is written', () => {
    expect(mended(flow, 'Remove it from needs')).toBe(flow.replace(', isues, isues', ''))
  })

  it('add the missing node after the last one', () => {
    expect(mended('nodes:\n  - id: a\n    needs: [zz]\n    prompt: |\n      text\n\n# end\n', 'Add a node called zz')).toBe(
      'nodes:\n  - id: a\n    needs: [zz]\n    prompt: |\n      text\n  - id: zz\n    prompt: ""\n\n# end\n')
    expect(mended(flow, 'Add a node called isues')).toBe(`${flow}  - id: isues\n    prompt: ""\n`)
  })

  it('remove an item of a block list with its line, and the key with the last one', () => {
    const text = 'nodes:\r\n  - id: a\r\n    needs:\r\n      - zz # gone\r\n      - b\r\n    prompt: p\r\n  - id: b\r\n    needs:\r\n    - yy\r\n    prompt: p'
    expect(mended(text, 'Remove it from needs')).toBe(text.replace('      - zz # gone\r\n', ''))
    expect(mended(text.replace('      - zz # gone\r\n', ''), 'Remove it from needs')).toBe(text.replace('      - zz # gone\r\n', '').replace('    needs:\r\n    - yy\r\n', ''))
  })

  it('empty a flow list to brackets', () => {
    expect(mended('nodes:\n  - {id: a, needs: [ a ], prompt: p}\n', 'Remove it from needs')).toBe('nodes:\n  - {id: a, needs: [], prompt: p}\n')
  })

  it('make a router, or remove the routes', () => {
    const text = 'nodes:\n  - id: a\n    prompt: p\n    routes: [b]\n  - {id: b, prompt: p}\n'
    expect(mended(text, 'Make it a router')).toBe(text.replace('id: a\n', 'id: a\n    kind: router\n'))
    expect(mended(text, 'Remove its routes')).toBe(text.replace('    routes: [b]\n', ''))
  })

  it('give ids that are free', () => {
    expect(mended('nodes:\n  - id: a\n    prompt: p\n  - id: a\n    prompt: p\n', 'Change to a_2')).toContain('id: a_2')
    expect(mended('nodes:\n  - id: agent\n    prompt: p\n  - prompt: p\n', 'Call it agent_2')).toContain('  - prompt: p\n    id: agent_2\n')
    expect(mended('nodes:\n  - id:\n    prompt: p\n', 'Call it agent')).toBe('nodes:\n  - id: agent\n    prompt: p\n')
  })

  it('do not touch what others read through an alias', () => {
    const found = problems('x: &list [zz]\nnodes:\n  - {id: a, prompt: p, needs: *list}\n')
    expect(found.find(({ code }) => code === 'needs/unknown')?.fixes?.map(({ title }) => title)).toEqual(['Add a node called zz'])
  })

  it('leave a text that parses, and one problem of the kind fewer', () => {
    const id = fc.constantFrom('a', 'b', 'c', 'no', '007', 'x y', 'é', 'a: b', '# x')
    const node = fc.record({ id, needs: fc.array(id, { maxLength: 3 }), routes: fc.array(id, { maxLength: 2 }), kind: fc.constantFrom('agent', 'routr', 'router'), prompt: fc.constantFrom('p', 'line\nline') }, { requiredKeys: ['needs'] })
    const quoted = (value: unknown): string => JSON.stringify(value)
    const block = (one: object): string => Object.entries(one)
      .map(([key, value], at) => `${at === 0 ? '  - ' : '    '}${key}:${Array.isArray(value) && value.length > 0 ? value.map((each) => `\n      - ${quoted(each)}`).join('') : ` ${quoted(value)}`}\n`).join('')
    const text = fc.tuple(fc.array(node, { minLength: 1, maxLength: 5 }), fc.constantFrom('block', 'flow', 'json')).map(([nodes, style]): [string, Format] => {
      if (style === 'json') return [JSON.stringify({ nodes }, null, 2), 'json']
      return [`nodes:\n${nodes.map((one) => (style === 'block' ? block(one) : `  - ${quoted(one)}\n`)).join('')}`, 'yaml']
    })
    fc.assert(fc.property(text, ([before, format]) => {
      for (const problem of problems(before, format)) {
        for (const fix of problem.fixes ?? []) {
          const after = applyEdits(before, fix.edits)
          expect(() => open(after, format), `${fix.title}\n${before}\n=>\n${after}`).not.toThrow()
          const same = (text: string): number => problems(text, format).filter(({ code }) => code === problem.code).length
          expect(same(after), `${problem.code}: ${fix.title}\n${before}\n=>\n${after}`).toBeLessThan(same(before))
        }
      }
    }), { numRuns: 40 })
  })
})
