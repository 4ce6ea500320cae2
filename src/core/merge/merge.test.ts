import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDag } from '../dialects/dag/testing/open.ts'
import { renderJson, renderYaml } from '../source/patch/render.ts'
import { applyEdits } from '../text/apply.ts'
import { editsBetween } from './edits.ts'
import { checkMerge, mergeTexts, mergeUnrelated, settle } from './merge.ts'

const BASE = `# How we answer.
name: triage
nodes:
  - id: read
    prompt: Read the report.

  # Keep it short.
  - id: sort
    kind: verifier
    needs: [read]
    prompt: |
      Sort it.
      Say PASS or FAIL.
    timeout: 5m
`

const line = fc.constantFrom('a', 'b', 'c', '', '  - id: x', '# note')
const text = fc.tuple(fc.array(line, { maxLength: 10 }), fc.constantFrom('\n', '\r\n'), fc.boolean()).map(([lines, end, mark]) => (mark ? '\uFEFF' : '') + lines.join(end))
const wild = fc.oneof(text, fc.string({ unit: fc.constantFrom('a', '\n', '\r', '\r\n', '\uFEFF', '第', '\u2028') }))

describe('merging texts', () => {
  it('takes the one side that changed, byte for byte', () => {
    fc.assert(fc.property(wild, wild, (base, other) => {
      expect(mergeTexts(base, base, other)).toMatchObject({ text: other, conflicts: 0 })
      expect(mergeTexts(base, other, base)).toMatchObject({ text: other, conflicts: 0 })
      expect(mergeTexts(base, other, other)).toMatchObject({ text: other, conflicts: 0 })
    }), { numRuns: 200 })
  })

  it('says what stood there before where one side changed it, or both did alike', () => {
    const lines = fc.array(line, { maxLength: 10 })
    fc.assert(fc.property(lines, lines, (before, after) => {
      const [base, other] = [before.join('\n'), after.join('\n')]
      for (const [mine, theirs] of [[base, other], [other, base], [other, other]] as const) {
        const { pieces } = mergeTexts(base, mine, theirs, 'yaml')
        expect(pieces.flatMap((piece) => (piece.kind === 'same' ? piece.lines : piece.base)).join('\n')).toBe(base)
      }
    }), { numRuns: 100 })
    const changed = BASE.replace('timeout: 5m', 'timeout: 1m')
    expect(mergeTexts(BASE, BASE, changed).pieces.filter(({ kind }) => kind !== 'same')).toEqual([{ kind: 'theirs', lines: ['    timeout: 1m'], base: ['    timeout: 5m'] }])
  })

  it('finds the same conflicts whoever merges', () => {
    fc.assert(fc.property(wild, wild, wild, (base, mine, theirs) => {
      const [here, there] = [mergeTexts(base, mine, theirs), mergeTexts(base, theirs, mine)]
      expect(there.conflicts).toBe(here.conflicts)
      const isSettled = here.conflicts === 0 && here.form.lineBreak === there.form.lineBreak && here.form.mark === there.form.mark
      expect(isSettled ? there.text : '').toBe(isSettled ? here.text : '')
    }), { numRuns: 300 })
  })

  it('gives a side whole when all conflicts are settled for it and the other changed nothing else', () => {
    fc.assert(fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), fc.array(line, { maxLength: 6 }), fc.array(line, { maxLength: 6 }), (base, mine, theirs) => {
      const between = (middle: readonly string[]) => ['<', ...middle, '>', ''].join('\n')
      const merge = mergeTexts(between(base), between(mine), between(theirs))
      const lines = (taken: string) => taken.split('\n')
      for (const own of lines(settle(merge, merge.pieces.map(() => 'both')))) expect([...lines(between(base)), ...lines(between(mine)), ...lines(between(theirs))]).toContain(own)
      expect(merge.text.startsWith('<\n') && merge.text.endsWith('>\n')).toBe(true)
    }), { numRuns: 200 })
  })

  it('keeps changes of both sides that lie apart', () => {
    const numbers = fc.array(fc.nat({ max: 29 }), { minLength: 1, maxLength: 6 })
    fc.assert(fc.property(numbers, numbers, (mine, theirs) => {
      const base = Array.from({ length: 30 }, (_, at) => `line ${at}`)
      const apart = theirs.filter((at) => !mine.some((own) => Math.abs(own - at) <= 1))
      const edited = (at: readonly number[], by: string) => base.map((each, index) => (at.includes(index) ? `${each} ${by}` : each))
      const merged = mergeTexts(base.join('\n'), edited(mine, 'mine').join('\n'), edited(apart, 'theirs').join('\n'))
      expect(merged.conflicts).toBe(0)
      expect(merged.text).toBe(base.map((each, at) => (mine.includes(at) ? `${each} mine` : apart.includes(at) ? `${each} theirs` : each)).join('\n'))
    }), { numRuns: 100 })
  })

  it('merges line ends and the byte order mark apart from the lines', () => {
    const mine = BASE.replace('Read the report.', 'Read all of it.')
    const theirs = `\uFEFF${BASE.replaceAll('\n', '\r\n')}`
    expect(mergeTexts(BASE, mine, theirs)).toMatchObject({ conflicts: 0, text: `\uFEFF${mine.replaceAll('\n', '\r\n')}` })
  })

  it('keeps mixed line ends where nobody changed them', () => {
    const base = 'a\r\nb\nc\rd\n'
    expect(mergeTexts(base, base.replace('a', 'A'), base.replace('d', 'D')).text).toBe('A\r\nb\nc\rD\n')
  })

  it('adds both nodes where both sides added one at the end, theirs first', () => {
    const mine = `${BASE}  - id: mine\n    prompt: M\n`
    const theirs = `${BASE}  # By them.\n  - id: theirs\n    prompt: T\n`
    expect(mergeTexts(BASE, mine, theirs).conflicts).toBe(1)
    const both = `${BASE}  # By them.\n  - id: theirs\n    prompt: T\n  - id: mine\n    prompt: M`
    expect(mergeTexts(BASE, mine, theirs, 'yaml')).toMatchObject({ conflicts: 0, by: 'nodes', text: `${both}\n` })
    expect(mergeTexts(BASE.trimEnd(), mine.trimEnd(), theirs.trimEnd(), 'yaml').text).toBe(both)
  })

  it('merges fields of one node that stand side by side', () => {
    const mine = BASE.replace('kind: verifier', 'kind: critic')
    const theirs = BASE.replace('needs: [read]', 'needs: [read]\n    model: openai:m')
    expect(mergeTexts(BASE, mine, theirs, 'yaml')).toMatchObject({ conflicts: 0, text: mine.replace('needs: [read]', 'needs: [read]\n    model: openai:m') })
    const timeout = BASE.replace('timeout: 5m', 'timeout: 9m')
    const prompt = BASE.replace('Say PASS or FAIL.', 'Say PASS.')
    expect(mergeTexts(BASE, timeout, prompt, 'yaml')).toMatchObject({ conflicts: 0, text: prompt.replace('timeout: 5m', 'timeout: 9m') })
  })

  it('merges nodes and fields of JSON, its commas where they belong', () => {
    const json = (...nodes: readonly { readonly [key: string]: string }[]) => `${JSON.stringify({ name: 'x', nodes }, null, 2)}\n`
    const a = { id: 'a', prompt: 'A', model: 'm' }
    const both = mergeTexts(json(a), json(a, { id: 'mine', prompt: 'M' }), json(a, { id: 'theirs', prompt: 'T' }), 'json')
    expect(both).toMatchObject({ conflicts: 0, by: 'nodes', text: json(a, { id: 'theirs', prompt: 'T' }, { id: 'mine', prompt: 'M' }) })
    const fields = mergeTexts(json(a), json({ ...a, prompt: 'M' }), json({ ...a, model: 'n', timeout: '5m' }), 'json')
    expect(fields).toMatchObject({ conflicts: 0, text: json({ ...a, prompt: 'M', model: 'n', timeout: '5m' }) })
    const gone = mergeTexts(json(a, { id: 'b', prompt: 'B' }), json(a), json(a, { id: 'b', prompt: 'B' }, { id: 'c', prompt: 'C' }), 'json')
    expect(gone).toMatchObject({ conflicts: 0, text: json(a, { id: 'c', prompt: 'C' }) })
  })

  it('gives a text that parses and keeps what both added, in either format, whichever side is taken', () => {
    const node = fc.record({ prompt: fc.constantFrom('p', 'q', 'r'), model: fc.constantFrom('m', 'n') }, { requiredKeys: ['prompt'] })
    const edit = fc.record({ drop: fc.nat({ max: 3 }), change: fc.nat({ max: 3 }), to: node, add: fc.option(node), at: fc.nat({ max: 4 }) })
    type Node = { readonly id: string; readonly prompt: string; readonly model?: string }
    fc.assert(fc.property(fc.array(node, { minLength: 1, maxLength: 4 }), edit, edit, fc.constantFrom('yaml' as const, 'json' as const), (nodes, one, other, format) => {
      const base: readonly Node[] = nodes.map((each, at) => ({ id: `n${at}`, ...each }))
      const edited = ({ drop, change, to, add, at }: typeof one, name: string): readonly Node[] => {
        const kept = base.filter((_, index) => index !== drop || base.length === 1).map((each) => (each.id === `n${change}` ? { id: each.id, ...to } : each))
        return add === null ? kept : kept.toSpliced(at, 0, { id: name, ...add })
      }
      const written = (list: readonly Node[]) => (format === 'json' ? renderJson({ name: 'x', nodes: list }) : renderYaml({ name: 'x', nodes: list }))
      const merge = mergeTexts(written(base), written(edited(one, 'mine')), written(edited(other, 'theirs')), format)
      for (const choice of ['mine', 'theirs'] as const) {
        const { definition, diagnostics } = parseDag(settle(merge, merge.pieces.map(() => choice)), format)
        const ids = definition.nodes.map(({ id }) => id)
        const isSound = merge.by === 'nodes' || merge.conflicts === 0
        expect(isSound ? diagnostics.filter(({ severity, code }) => severity === 'error' && code !== 'definition/no-nodes') : []).toEqual([])
        expect([isSound && one.add !== null && !ids.includes('mine'), isSound && other.add !== null && !ids.includes('theirs')]).toEqual([false, false])
      }
    }), { numRuns: 200 })
  })

  it('asks when both changed one field, and only there', () => {
    const mine = BASE.replace('Sort it.', 'Sort it by area.').replace('name: triage', 'name: mine')
    const theirs = BASE.replace('Sort it.', 'Sort it by weight.').replace('timeout: 5m', 'timeout: 1m')
    const merge = mergeTexts(BASE, mine, theirs, 'yaml')
    expect(merge.pieces.filter(({ kind }) => kind === 'conflict')).toEqual([{ kind: 'conflict', base: ['      Sort it.'], mine: ['      Sort it by area.'], theirs: ['      Sort it by weight.'] }])
    expect(settle(merge, ['theirs'])).toBe(theirs.replace('name: triage', 'name: mine'))
    expect(settle(merge, ['both'])).toContain('      Sort it by weight.\n      Sort it by area.\n')
  })

  it('asks when one side deleted the node that the other changed', () => {
    const mine = BASE.slice(0, BASE.indexOf('\n  # Keep it short.'))
    const theirs = BASE.replace('Sort it.', 'Sort it well.')
    const merge = mergeTexts(BASE, mine, theirs, 'yaml')
    expect(merge.conflicts).toBe(1)
    expect(settle(merge, ['mine'])).toBe(mine)
    expect(settle(merge, ['theirs'])).toBe(theirs)
  })

  it('keeps comments and nodes that one side moved while the other edited them', () => {
    const mine = 'nodes:\n  # b first\n  - id: b\n    prompt: B\n  - id: a\n    prompt: A\n'
    const base = 'nodes:\n  - id: a\n    prompt: A\n  # b first\n  - id: b\n    prompt: B\n'
    const theirs = base.replace('prompt: A', 'prompt: A, and more')
    const merge = mergeTexts(base, mine, theirs, 'yaml')
    expect(merge.conflicts).toBe(0)
    expect(merge.text).toBe('nodes:\n  # b first\n  - id: b\n    prompt: B\n  - id: a\n    prompt: A, and more\n')
  })

  it('makes a conflict of every difference where the text before both is not known', () => {
    fc.assert(fc.property(wild, wild, (mine, theirs) => {
      const merge = mergeUnrelated(mine, theirs)
      expect(merge.text).toBe(mine)
      expect(merge.pieces.every(({ kind }) => kind === 'same' || kind === 'conflict' || mine === theirs)).toBe(true)
    }), { numRuns: 200 })
    const merge = mergeUnrelated('a\nb\nc\n', 'a\nB\nc\nd\n')
    expect(settle(merge, ['theirs', 'theirs'])).toBe('a\nB\nc\nd\n')
  })

  it('says what a clean merge of lines broke', () => {
    const base = 'nodes:\n  - id: a\n    prompt: A\n  - id: b\n    prompt: B\n    # end\n'
    const mine = base.replace('nodes:\n', 'nodes:\n  - id: c\n    prompt: first\n')
    const theirs = `${base}  - id: c\n    prompt: last\n`
    const byLines = mergeTexts(base, mine, theirs)
    expect(byLines.conflicts).toBe(0)
    expect(checkMerge(byLines.text, mine, theirs, 'yaml').map(({ code }) => code)).toEqual(['node/duplicate-id'])
    // By nodes it is one node that both added: a person says which.
    expect(mergeTexts(base, mine, theirs, 'yaml')).toMatchObject({ conflicts: 1, by: 'nodes' })
    const need = base.replace('prompt: B', 'prompt: B\n    needs: [a]')
    const gone = base.replace('  - id: a\n    prompt: A\n', '')
    expect(checkMerge(mergeTexts(base, need, gone, 'yaml').text, need, gone, 'yaml').map(({ code }) => code)).toEqual(['needs/unknown'])
  })

  it('never throws on what does not parse, in either format', () => {
    fc.assert(fc.property(fc.array(fc.constantFrom('nodes:', '  - id: a', '    prompt: |', '- [', '{', '"', '    x', '  # c', '---', '<<: *a', ''), { maxLength: 8 }), fc.array(fc.constantFrom('nodes:', '  - id: a', '  - id: b', '    prompt: p', '"', ''), { maxLength: 8 }), fc.constantFrom('yaml' as const, 'json' as const), (one, other, format) => {
      const merge = mergeTexts('nodes:\n  - id: a\n    prompt: p\n', one.join('\n'), other.join('\n'), format)
      expect(merge.text).toBe(settle(merge, []))
    }), { numRuns: 200 })
  })

  it('merges JSON with long runs of blanks within its lines', () => {
    const json = (prompt: string, model: string) => `{\n  "nodes": [\n    {\n      "id": "a",\n      "prompt":${' '.repeat(300_000)}"${prompt}",\n      "model": "${model}"\n    }\n  ]\n}\n`
    expect(mergeTexts(json('p', 'm'), json('q', 'm'), json('p', 'n'), 'json')).toMatchObject({ conflicts: 0, by: 'nodes', text: json('q', 'n') })
  })

  it('merges 4 MB of 60,000 lines that both sides rewrote', () => {
    const base = Array.from({ length: 60_000 }, (_, at) => `line ${(at * 7919) % 500} ${'x'.repeat(50)}`)
    const mine = base.map((each, at) => (at % 3 === 0 ? `${each} mine` : each)).join('\n')
    const theirs = base.toReversed().join('\n')
    const merge = mergeTexts(base.join('\n'), mine, theirs)
    expect(merge.conflicts).toBeGreaterThan(0)
    expect(settle(merge, []).length).toBeGreaterThan(0)
  })

  it('leads from one text to the other by edits of the lines that differ', () => {
    fc.assert(fc.property(wild, wild, (before, after) => {
      expect(applyEdits(before, editsBetween(before, after))).toBe(after)
    }), { numRuns: 200 })
    expect(editsBetween('a\nb\nc\n', 'a\nB\nc\nd\n')).toEqual([{ range: { start: 2, end: 4 }, text: 'B\n' }, { range: { start: 6, end: 6 }, text: 'd\n' }])
  })
})
