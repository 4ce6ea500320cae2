import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyEdits } from '../../text/apply.ts'
import { renderInput } from '../render.ts'
import { anyText } from '../testing/arbitrary.ts'
import { contentOf, quoteContent } from './content.ts'
import { readArguments, type Arguments } from './read.ts'
import { removeArgument, renameArgument, setArgument } from './write.ts'

function read(text: string): Arguments {
  const found = readArguments(text)
  if (!found.ok) throw new Error(`${found.kind}: ${found.reason}`)
  return found
}

const shownList = (text: string) => read(text).list.map(({ name, text: value }) => `${name} = ${value}`)

function set(text: string, name: string, value: string, order: readonly string[] = ['a', 'b', 'c'], after?: string | null): string {
  const made = setArgument(read(text), name, value, { order, ...(after !== undefined && { after }) })
  return made.ok ? applyEdits(text, made.edits) : `refused: ${made.reason}`
}

function remove(text: string, name: string): string {
  const made = removeArgument(read(text), name)
  return made.ok ? applyEdits(text, made.edits) : `refused: ${made.reason}`
}

describe('the arguments of an input', () => {
  it.each([
    ['', []],
    ['{}', []],
    ['{"a": 1, "b": "x"}', ['a = 1', 'b = "x"']],
    ['{"a": {{ .n }}, "b": "to {{ .who }}, {{ index .x "k" }}"}', ['a = {{ .n }}', 'b = "to {{ .who }}, {{ index .x "k" }}"']],
    ['{"a": {"in": [1, {{.x}}, "},"]} , "b":2 }', ['a = {"in": [1, {{.x}}, "},"]}', 'b = 2']],
    ['{"a": [{{range .list}}"{{.}}",{{end}}null], "b": true}', ['a = [{{range .list}}"{{.}}",{{end}}null]', 'b = true']],
    ['{"a": {{if .x}}1{{else}}[2, 3]{{end}}, "b": "{{if .y}}, {{end}}"}', ['a = {{if .x}}1{{else}}[2, 3]{{end}}', 'b = "{{if .y}}, {{end}}"']],
    ['{{- /* note */ -}} {{$v := .x}}{"a": {{$v}}}', ['a = {{$v}}']],
    ['{"a": {{- .x -}} , "b": 1}', ['a = {{- .x -}}', 'b = 1']],
    ['{\n  "a": "\\"q\\"",\n  "b": null\n}\n', ['a = "\\"q\\""', 'b = null']],
  ])('are told apart in %j', (text, wanted) => {
    expect(shownList(text)).toEqual(wanted)
  })

  it.each([
    ['About {{ .x }}', 'text', 'plain text'],
    ['{{ .x | toJson }}', 'text', 'plain text'],
    ['[1]', 'text', 'a list'],
    ['{"a": 1,}', 'broken', 'a name in double quotes'],
    ['{"a": {{ .x }', 'broken', 'not closed'],
    ['{"a": 1, "a": 2}', 'broken', 'given twice'],
    ['{{ if .x }}{"a": 1}{{ end }}', 'text', ''],
    ['{"{{.k}}": 1}', 'varied', 'depends on a template'],
    ['{ {{range .x}}"a": 1,{{end}} "b": 2}', 'varied', 'depends on a template'],
    ['{"a": 1 {{if .x}}, "b": 2{{end}}}', 'varied', 'depends on a template'],
    ['{"a": "x{{if .x}}", "b": "y{{end}}"}', 'varied', 'depends on a template'],
  ])('are not told apart in %j', (text, kind, reason) => {
    expect(readArguments(text)).toMatchObject({ ok: false, kind, reason: expect.stringContaining(reason) as string })
  })
})

describe('setting an argument', () => {
  it.each([
    ['', 'a', '1', '{"a": 1}'],
    ['{}', 'a', '1', '{"a": 1}'],
    ['{"a": 1, "b": 2}', 'a', '10', '{"a": 10, "b": 2}'],
    ['{"a":1,"c":2}', 'b', '{{.x}}', '{"a":1,"b":{{.x}},"c":2}'],
    ['{"b": 2}', 'a', '1', '{"a": 1, "b": 2}'],
    ['{\n  "a": 1\n}', 'b', '"x"', '{\n  "a": 1,\n  "b": "x"\n}'],
    ['{\n  "a": 1,\n  "c": 1\n}', 'b', '"x"', '{\n  "a": 1,\n  "b": "x",\n  "c": 1\n}'],
    ['{"x": 1}', 'b', '2', '{"x": 1, "b": 2}'],
    ['{ {{/* "q": 1 */}} }', 'a', '1', '{ {{/* "q": 1 */}} "a": 1 }'],
    ['{\n  {{/* none yet */}}\n}', 'a', '1', '{\n  {{/* none yet */}}\n  "a": 1\n}'],
    ['{ {{$v := .x}} }', 'a', '{{$v}}', '{ {{$v := .x}} "a": {{$v}} }'],
  ])('%j, %s, %s', (text, name, value, wanted) => {
    expect(set(text, name, value)).toBe(wanted)
  })

  it('puts one back where it stood', () => {
    expect(set('{"c": 3, "b": 2}', 'a', '1', ['a', 'b', 'c'], 'c')).toBe('{"c": 3, "a": 1, "b": 2}')
    expect(set('{"c": 3, "b": 2}', 'b', '1', ['a', 'b', 'c'], null)).toBe('{"c": 3, "b": 1}')
  })

  it.each([
    ['{"a": 1}', '1, "b": 2'],
    ['{"a": 1, "b": "x"}', '"'],
    ['{"a": 1, "b": 2}', '{{if .x}}1'],
    ['{"a": 1, "b": 2}', '1}'],
    ['{"a": 1}', '{{.x}} {{.y}}'],
    ['{"a": 1}', ''],
  ])('of %j refuses %j', (text, value) => {
    expect(set(text, 'a', value)).toContain('refused')
  })

  it('takes one out with its comma, and the last one with all space', () => {
    expect(remove('{"a": 1, "b": 2}', 'a')).toBe('{"b": 2}')
    expect(remove('{"a": 1 , "b": 2 }', 'b')).toBe('{"a": 1 }')
    expect(remove('{\n  "a": 1\n}', 'a')).toBe('{}')
    expect(remove('{"a": 1, "b": {{$v := 1}}{{$v}}, "c": {{$v}}}', 'b')).toContain('refused')
  })

  it.each([
    ['{ {{/* the query */}} "a": 1 }', 'a', '{ {{/* the query */}} }'],
    ['{"a": 1{{/* why */}}}', 'a', '{ {{/* why */}}}'],
    ['{"a": 1, {{/* about b */}} "b": 2}', 'a', '{ {{/* about b */}} "b": 2}'],
    ['{"a": 1,{{/* about b */}}"b": 2}', 'a', '{ {{/* about b */}}"b": 2}'],
    ['{\n  "a": 1,\n  {{/* about b */}}\n  "b": 2\n}', 'a', '{\n  {{/* about b */}}\n  "b": 2\n}'],
    ['{"a": 1 {{/* x, y */}}, "b": 2}', 'a', '{ {{/* x, y */}} "b": 2}'],
    ['{"a": 1, {{/* about b */}} "b": 2}', 'b', '{"a": 1 {{/* about b */}}}'],
    ['{"a": 1, {{/* 1 */}} "b": 2 {{- /* 2 */ -}} , "c": 3}', 'b', '{"a": 1, {{/* 1 */}} {{- /* 2 */ -}}  "c": 3}'],
    ['{"a": 1, {{$v := 1}} "b": 2, "c": {{$v}}}', 'b', '{"a": 1, {{$v := 1}} "c": {{$v}}}'],
  ])('leaves what stands beside it in %j without %s', (text, name, wanted) => {
    expect(remove(text, name)).toBe(wanted)
  })

  it('renames one', () => {
    const text = '{"pth": "x", "b": 1}'
    const made = renameArgument(read(text), 'pth', 'path')
    expect(made.ok && applyEdits(text, made.edits)).toBe('{"path": "x", "b": 1}')
    expect(renameArgument(read(text), 'pth', 'b')).toEqual({ ok: false, reason: '`b` is given already.' })
    expect(renameArgument(read(text), 'path', 'c')).toEqual({ ok: false, reason: '`path` is not given.' })
  })
})

describe('a text in quotes', () => {
  it.each([
    ['"a"', 'a'],
    ['""', ''],
    ['"say \\"hi\\" to {{ index .x "k" }}\\n"', 'say "hi" to {{ index .x "k" }}\n'],
    ['"{{- .x }} é\\u00e9"', '{{- .x }} éé'],
  ])('%s is typed as %j', (value, content) => {
    expect(contentOf(value)).toBe(content)
  })

  it.each(['1', '{{ .x }}', '"a" "b"', '"', '"\\u007b\\u007b.x}}"', '"{\\u007b"'])('%s cannot be typed', (value) => {
    expect(contentOf(value)).toBeNull()
  })

  it('is what was typed, whatever that is', () => {
    fc.assert(fc.property(anyText, fc.constantFrom('{{ .a }}', '{{ printf "%s" .b }}', '{{/* c */}}', ''), anyText, (before, action, after) => {
      fc.pre(!`${before}${after}`.includes('{') && !`${before}${after}`.includes('}'))
      const content = before + action + after
      const value = quoteContent(content)
      expect(value === null ? null : contentOf(value)).toBe(content)
    }), { numRuns: 300 })
  })
})

/** Inputs as people write them: several arguments, with values and space of all sorts. */
const value = fc.oneof(
  fc.constantFrom('1', '-2.5', 'true', 'null', '"x"', '""', '"a, b: {c}"', '"say {{ .a }}"', '{{ .a }}', '{{ .list | toJson }}', '[1, {{ .a }}]', '{"in": {"b": "{{ .b }}"}}', '"{{if .a}}, \\"{{end}}"', '{{if .a}}1{{else}}"}"{{end}}', '[{{range .list}}{{.}},{{end}}0]'),
  fc.jsonValue({ maxDepth: 2 }).map((json) => JSON.stringify(json)).filter((text) => !text.includes('{{') && !text.includes('}}')),
)
const names = ['a', 'b', 'path', 'x y', '"', 'é', '__proto__']
const space = fc.constantFrom('', ' ', '\n  ', '\t', ' {{/* c, "a": 1 */}}', '\n  {{- /* } */ -}}\n')
const input = fc.tuple(fc.uniqueArray(fc.tuple(fc.constantFrom(...names), value, space, space, space), { selector: ([name]) => name, maxLength: 5 }), space).map(([entries, end]) =>
  `{${entries.map(([name, text, before, around, after]) => `${before}${JSON.stringify(name)}${around}:${around}${text}${after}`).join(',')}${end}}`)

/** The comments of a text, but for those within an entry. */
function comments(text: string, but?: Arguments['list'][number]): readonly string[] {
  return [...text.matchAll(/\{\{-? ?\/\*.*?\*\/ ?-?\}\}/g)].flatMap(([comment], at, all) => (but && all[at]!.index >= but.nameRange.start && all[at]!.index < but.range.end ? [] : [comment]))
}

const data = { a: 'it "is"\\', b: 7, list: [1, 'two', [true]] }

describe('laws of arguments', () => {
  it('what is set is read back, all others keep their bytes, and the result still renders as JSON', () => {
    fc.assert(fc.property(input, fc.constantFrom(...names), value, (text, name, written) => {
      const before = read(text)
      const made = setArgument(before, name, written, { order: names })
      if (!made.ok) throw new Error(made.reason)
      const after = read(applyEdits(text, made.edits))
      expect(after.list.find((argument) => argument.name === name)?.text).toBe(written)
      const others = (list: Arguments['list']) => list.filter((argument) => argument.name !== name).map((argument) => [argument.name, argument.text])
      expect(others(after.list)).toEqual(others(before.list))
      expect(comments(after.text)).toEqual(comments(text))
      expect(made.edits.length).toBeLessThanOrEqual(1)
      expect(() => JSON.parse(renderInput(after.text, data)) as unknown).not.toThrow()
    }), { numRuns: 300 })
  })

  it('taken out again it leaves the text as it was', () => {
    fc.assert(fc.property(input, fc.constantFrom(...names), value, (text, name, written) => {
      const before = read(text)
      fc.pre((before.list.length > 0 || /^\{\}$|\{\{/.test(text)) && !before.list.some((argument) => argument.name === name))
      const made = setArgument(before, name, written, { order: names })
      if (!made.ok) throw new Error(made.reason)
      expect(remove(applyEdits(text, made.edits), name)).toBe(text)
    }), { numRuns: 300 })
  })

  it('removing one keeps the bytes of all others', () => {
    fc.assert(fc.property(input, fc.constantFrom(...names), (text, name) => {
      const before = read(text)
      const made = removeArgument(before, name)
      if (!made.ok) throw new Error(made.reason)
      const after = read(applyEdits(text, made.edits))
      expect(after.list.map((argument) => [argument.name, argument.text])).toEqual(before.list.filter((argument) => argument.name !== name).map((argument) => [argument.name, argument.text]))
      expect(comments(after.text)).toEqual(comments(text, before.list.find((argument) => argument.name === name)))
    }), { numRuns: 300 })
  })

  it('never throws, whatever the text and the value are', () => {
    fc.assert(fc.property(fc.oneof(anyText, input), anyText, (text, written) => {
      const found = readArguments(text)
      if (!found.ok) return
      expect(typeof setArgument(found, 'a', written, { order: ['a'] }).ok).toBe('boolean')
      expect(typeof removeArgument(found, 'a').ok).toBe('boolean')
    }), { numRuns: 300 })
  })
})
