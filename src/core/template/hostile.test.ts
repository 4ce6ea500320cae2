import { describe, expect, it } from 'vitest'
import { checkInput } from './check.ts'
import { templateCompletion } from './complete.ts'
import { MAX_RENDER_LENGTH, MAX_RENDER_STEPS, MAX_TEMPLATE_LENGTH, MAX_TEMPLATE_NESTING } from './limits.ts'
import { Meter } from './meter.ts'
import { parseTemplate } from './parse.ts'
import { PlainSink } from './sink.ts'
import { filled, rendered } from './testing/attempt.ts'
import { templateVariables } from './reads.ts'
import type { TemplateValue } from './value.ts'
import { Walk } from './walk.ts'

const LIST = Array.from({ length: 1_000 }, (_, index) => index)

/** The steps that a rendering took before it ended, however it ended. */
function stepsOf(text: string, data: TemplateValue): number {
  const meter = new Meter(0)
  try {
    new Walk(parseTemplate(text), meter, new PlainSink(meter)).run(data)
  } catch {
    // Counted all the same.
  }
  return meter.steps
}

describe('a template that would not end', () => {
  it.each([
    ['ranges in ranges', '{{range .l}}{{range $.l}}{{range $.l}}{{range $.l}}{{end}}{{end}}{{end}}{{end}}'],
    ['a range without end', '{{range 9223372036854775807}}{{end}}'],
    ['a range that gives text', '{{range 1000000000}}xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx{{end}}'],
    ['a text that doubles', '{{$x := "aaaaaaaaaaaaaaaa"}}{{range 1000}}{{$x = print $x $x}}{{end}}'],
    ['a text that doubles in a list', '{{$x := "a"}}{{range 1000}}{{$x = join $x (slice $.l 0 2)}}{{$x = printf "%s%s" $x $x}}{{end}}'],
    ['an object in itself', '{{$x := dict}}{{range 1000}}{{$x = dict "a" $x "b" $x}}{{end}}{{toJson $x}}'],
    ['an object in itself, wide', '{{$x := dict}}{{range 150}}{{$x = dict "a" $x "b" $x}}{{end}}{{$x}}'],
    ['calling itself', '{{define "t"}}{{template "t" .}}{{end}}{{template "t" .}}'],
    ['calling itself twice', '{{define "t"}}{{if lt (len .) 60}}{{template "t" (print . "x")}}{{template "t" (print . "y")}}{{end}}{{end}}{{template "t" ""}}'],
    ['two that call each other', '{{define "a"}}{{with .}}{{template "b" .}}{{end}}{{end}}{{define "b"}}{{range .}}{{template "a" $}}{{end}}{{end}}{{template "a" .l}}'],
    ['very wide numbers', '{{range .l}}{{printf "%999999d%999999d%999999d%999999d" 1 2 3 4}}{{end}}'],
    ['very wide numbers that are thrown away', '{{range .l}}{{$x := printf "%999999d" 1}}{{end}}'],
    ['very precise ones', '{{range .l}}{{$x := printf "%.999999f %.99999e" 5e-324 0.1}}{{end}}'],
    ['very small numbers', '{{range .l}}{{range $.l}}{{$x := printf "%.1f%.1e%g%.3g" 5e-324 5e-324 5e-324 5e-324}}{{end}}{{end}}'],
    ['formats of brackets', '{{$x := "%[%["}}{{range 15}}{{$x = print $x $x}}{{end}}{{range .l}}{{$y := printf $x 1}}{{end}}'],
    ['objects asked whether they are empty', '{{range .l}}{{range $.l}}{{if $.m}}{{end}}{{$x := not $.m}}{{end}}{{end}}'],
    ['a width from data', '{{range .l}}{{range $.l}}{{$x := printf "%*d" 1000000 1}}{{end}}{{end}}'],
    ['long texts compared', '{{$x := printf "%999999d" 1}}{{$y := printf "%999999d" 1}}{{range .l}}{{range $.l}}{{$z := eq $x $y}}{{end}}{{end}}'],
    ['long texts measured', '{{$x := printf "%999999d" 1}}{{range .l}}{{range $.l}}{{$z := len $x}}{{$z := index $x 5}}{{$z := slice $x 1 2}}{{end}}{{end}}'],
    ['long texts escaped', '{{$x := printf "%999999d" 1}}{{range .l}}{{$z := js $x}}{{$z := html $x}}{{$z := urlquery $x}}{{end}}'],
    ['long texts read', '{{$x := printf "[%999999d]" 1}}{{range .l}}{{$z := fromJson $x}}{{end}}'],
    ['objects sorted again and again', '{{range .l}}{{range $.l}}{{range $.m}}{{break}}{{end}}{{end}}{{end}}'],
    ['lists copied again and again', '{{range .l}}{{range $.l}}{{$x := slice $.l 1}}{{$x := pluck "a" $.o}}{{end}}{{end}}'],
  ])('is stopped: %s', (_, text) => {
    const data = { l: LIST, m: Object.fromEntries(LIST.map((n) => [`k${n}`, n])), o: LIST.map((a) => ({ a })) }
    expect(rendered(text, data)).toMatch(/^exec: [^]*stopped|^exec: [^]*nests deeper/)
    // One step over the bound, and at most the largest text that one call reads or writes.
    expect(stepsOf(text, data)).toBeLessThan(MAX_RENDER_STEPS + MAX_RENDER_LENGTH)
  })
})

describe('a template that nests', () => {
  it.each([
    ['parentheses', '{{' + '('.repeat(20_000) + '1' + ')'.repeat(20_000) + '}}'],
    ['parentheses that are open', '{{' + '('.repeat(20_000)],
    ['actions', '{{if 1}}'.repeat(20_000) + '{{end}}'.repeat(20_000)],
    ['actions that are open', '{{range .}}'.repeat(20_000)],
    ['definitions', '{{define "a"}}'.repeat(20_000)],
    ['ends', '{{end}}'.repeat(20_000)],
    ['elses', '{{if 1}}' + '{{else}}'.repeat(20_000) + '{{end}}'],
    ['braces', '{{'.repeat(40_000)],
    ['quotes', '{{"'.repeat(40_000)],
    ['quotes on lines of their own', '{{"\n'.repeat(40_000)],
    ['raw quotes', '{{`\n'.repeat(40_001)],
    ['comments', '{{/*'.repeat(40_000)],
    ['chains', '{{' + '.a'.repeat(40_000) + ' | '.repeat(1_000) + ' ?}}'],
  ])('is refused at once: %s', (_, text) => {
    expect(rendered(text)).toMatch(/^parse: /)
    expect(checkInput(text, ['a']).length).toBeLessThanOrEqual(51)
    templateCompletion(text, text.length >> 1)
    templateVariables(text)
  })

  it('may do so as deep as the limit', () => {
    const deep = MAX_TEMPLATE_NESTING
    expect(rendered('{{if 1}}'.repeat(deep) + 'x' + '{{end}}'.repeat(deep))).toBe('x')
    expect(rendered('{{' + '('.repeat(deep) + '1' + ')'.repeat(deep) + '}}')).toBe('1')
    expect(rendered('{{if 1}}{{else if 2}}' + '{{else if 0}}'.repeat(20_000) + '{{end}}')).toBe('')
  })
})

describe('a template that is long', () => {
  it('is read up to its limit', () => {
    expect(rendered('x'.repeat(MAX_TEMPLATE_LENGTH))).toHaveLength(MAX_TEMPLATE_LENGTH)
    expect(rendered(`${'x'.repeat(MAX_TEMPLATE_LENGTH)}y`)).toMatch(/^parse: [^]*Shorten it\.$/)
  })

  it('with many variables or chains is read and rendered', () => {
    expect(rendered('{{$x := 1}}{{$x}}'.repeat(20_000))).toBe('1'.repeat(20_000))
    expect(rendered('{{$y}}'.repeat(20_000))).toMatch(/^parse: /)
    expect(rendered(`{{.${'a.'.repeat(200_000)}a}}`)).toBe('')
    expect(rendered(`{{${'.x | print | '.repeat(20_000)}print}}`)).toMatch(/^exec: /)
  })
})

describe('data that is hostile', () => {
  it('is bounded in what it prints', () => {
    let deep: TemplateValue = 1
    for (let depth = 0; depth < 5_000; depth += 1) deep = [deep]
    expect(rendered('{{.}}', deep)).toMatch(/nests deeper than 200/)
    expect(rendered('{{printf "%d" .}}', deep)).toMatch(/^exec: /)
    expect(rendered('{{.}}', 'x'.repeat(MAX_RENDER_LENGTH + 1))).toMatch(/^exec: /)
    const loop: Record<string, TemplateValue> = {}
    loop['self'] = loop
    expect(rendered('{{.}}', loop)).toMatch(/nests deeper/)
    expect(rendered(`{{${'.self'.repeat(1_000)}.x}}|`, loop)).toBe('|')
    expect(rendered('{{fromJson .}}', '['.repeat(40_000))).toMatch(/nests deeper/)
    expect(rendered('{{len (fromJson .)}}', `"${'\\n'.repeat(500_000)}"`)).toBe('500000')
  })

  it('does not break out of JSON, however it is nested', () => {
    expect(filled(`${'['.repeat(300)}${']'.repeat(300)}`)).toMatch(/nests deeper/)
    expect(filled(`{"a":${'{{.x}}'.repeat(10)}}`, { x: '}' })).toMatch(/^exec: \{\{\.x\}\}/)
    expect(JSON.parse(filled('{"a":"{{range .l}}{{.}}{{end}}"}', { l: ['"', '\\', '"', '}'] }))).toEqual({ a: '"\\"}' })
  })
})
