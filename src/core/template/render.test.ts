import { describe, expect, it } from 'vitest'
import { renderCondition, renderTemplate } from './render.ts'
import { rendered } from './testing/attempt.ts'
import type { TemplateValue } from './value.ts'

/** Rows of template, what it gives, and data if there is any. */
function gives(rows: readonly (readonly [template: string, output: string, data?: TemplateValue])[]): void {
  it.each(rows.map(([template, output, data]) => ({ template, output, data })))('$template', ({ template, output, data }) => {
    expect(rendered(template, data === undefined ? {} : data)).toBe(output)
  })
}

describe('what is missing is nothing, wherever it stands in a chain', () => {
  gives([
    ['to={{.fuond}} title={{.found.title}} n={{.found.meta.size}}', 'to= title= n=', { found: { title: null } }],
    ['{{.}}', '', null],
    ['{{.a.b.c}}|{{(index .a "b").c}}|{{index .a "x" 3 "y"}}', '||', { a: {} }],
    ['{{printf "%q %s %v %5d|" .x .x .x .x}}', '""        |'],
    ['{{print "a" .x 3 .x}}', 'a3'],
    ['{{println .x}}', '\n'],
    ['{{len .x}} {{slice .x 1 2}}{{html .x}}{{first .x}}{{last .x}}{{join "," .x}}', '0 '],
    ['{{eq .x ""}} {{eq .x nil}} {{eq .x .y}} {{eq .x 0}} {{ne .x 3}} {{eq .x false}}', 'true true true false true false'],
    ['{{lt .x 3}} {{gt .x 3}} {{le 3 .x}} {{lt .x "a"}} {{ge .x ""}}', 'false false false true true'],
    ['{{range .x}}a{{else}}b{{end}}{{with .x}}c{{else}}d{{end}}{{template "t" .x}}{{define "t"}}{{.y}}{{end}}', 'bd'],
    ['{{$x := .x}}{{$x}}{{$x.y}}|{{toJson .x}}|{{.x | default "d"}}', '|null|d'],
  ])
})

describe('values print as JSON has them', () => {
  gives([
    ['{{.}}', '{"b":1,"a":[true,null,"<&>"],"c":{}}', { b: 1, a: [true, null, '<&>'], c: {} }],
    ['{{.a}} {{.b}} {{.c}} {{.d}} {{.e}} {{.f}}', '12345678 0.1 1e+21 1e-7 -0.5 100000000000000000000', { a: 12345678, b: 0.1, c: 1e21, d: 1e-7, e: -0.5, f: 1e20 }],
    ['{{.id}} {{eq .id 9007199254740993}} {{lt .id 9007199254740994}} {{printf "%d %x" .id .id}}', '9007199254740993 true true 9007199254740993 20000000000001', { id: 9007199254740993n }],
    ['{{.}}', '{"2":1,"10":2,"1":[{}]}', new Map<string, TemplateValue>([['2', 1], ['10', 2], ['1', [new Map()]]])],
    ['{{fromJson .}}', '{"b":12345678901234567890,"10":1,"2":[0.5,null]}', '{"b": 12345678901234567890, "10": 1, "2": [0.5, null]}'],
    ['{{9223372036854775807}} {{-9223372036854775808}}', '9223372036854775807 -9223372036854775808'],
  ])
})

describe('numbers compare as numbers, whole or not', () => {
  gives([
    ['{{eq .a 1}} {{eq .a 1.0}} {{lt .a 1.5}} {{gt 2 .b}} {{le .b 1.5}}', 'true true true true true', { a: 1, b: 1.5 }],
    ['{{eq 1 2 3 1}} {{eq "a" "b" "a"}} {{eq true true}}', 'true true true'],
    ['{{lt "Z" "a"}} {{lt "\uffee" "😀"}} {{lt "a" "ab"}}', 'true true true'],
    ['{{eq 1 "1"}}', 'exec: eq 1 "1": A number cannot be compared with a text. Compare values of one kind; `print` makes a text of a number.'],
    ['{{eq .l .l}}', 'exec: eq .l .l: A list cannot be compared with another. Compare one of its parts, or its `len`.', { l: [] }],
    ['{{lt true false}}', 'exec: lt true false: True or false cannot be compared with another. Compare one of its parts, or its `len`.'],
  ])
})

describe('structure works as in Go', () => {
  gives([
    ['{{if .a}}1{{else if .b}}2{{else if .c}}3{{else}}4{{end}}', '3', { c: 'x' }],
    ['{{with .a}}1{{else with .b}}{{.}}{{else}}4{{end}}', 'b', { b: 'b' }],
    ['{{if $x := .a}}{{else if $y := 7}}{{$x}}{{$y}}{{end}}', '07', { a: 0 }],
    ['{{range $i := 3}}{{$i}}{{end}}{{range 2}}{{.}}{{end}}{{range 0}}x{{else}}-{{end}}{{range -1}}x{{else}}-{{end}}', '01201--'],
    ['{{range $k, $v := .}}{{$k}}={{$v}} {{end}}', '1=c 10=a 2=b \uffee=e 😀=d ', { '10': 'a', '2': 'b', '1': 'c', '😀': 'd', '\uffee': 'e' }],
    ['{{range $i, $row := .}}{{range $row}}{{if eq . 2}}{{continue}}{{end}}{{if eq . 4}}{{break}}{{end}}{{$i}}{{.}} {{end}};{{end}}', '01 03 ;15 ;', [[1, 2, 3, 4, 5], [5, 4]]],
    ['{{range .a}}{{range .b}}{{else}}{{break}}{{end}}x{{end}}', '', { a: [{}, {}] }],
    ['{{$x := 1}}{{range .}}{{$x = .}}{{$y := .}}{{end}}{{$x}}', '3', [1, 2, 3]],
    ['{{$x := 1}}{{if true}}{{$x := 2}}{{$x}}{{end}}{{$x}}', '21'],
    ['{{$x := 1}}{{with $x := 2}}{{$x}}{{end}}{{$x}}', '21'],
    ['{{$i := 9}}{{$x := 9}}{{range $i, $x = .}}{{end}}{{$i}}{{$x}}', '1b', ['a', 'b']],
    ['{{block "a" .x}}[{{.}}]{{end}}{{template "a" 2}}', '[1][2]', { x: 1 }],
    ['{{define "a"}}{{if gt . 0}}{{.}}{{template "a" (index (slice $.l 0) 0)}}{{end}}{{end}}', ''],
    ['{{define "a"}}{{$}}{{$x := 1}}{{end}}{{$x := 2}}{{template "a" 3}}{{$x}}', '32'],
    ['{{define "a"}} {{end}}{{define "a"}}x{{end}}{{template "a"}}', 'x'],
    ['{{template "a"}}{{define `a`}}raw{{end}}', 'raw'],
    ['{{and 1 0 .x.y.z}} {{or 0 "" 3 4}} {{and 1 2}} {{or 0 ""}}| {{1 | and 0}} {{and true (eq 1 1)}}', '0 3 2 | 0 true'],
    ['{{and false (index .l 9)}} {{or true (len 3)}}', 'false true', { l: [] }],
    ['{{if .no}}{{$x = 1}}{{end}}{{range $x = .l}}{{end}}', 'exec: $x: The variable `$x` is not declared here. Declare it with `:=`: `{{$x := …}}`.'],
    ['{{$x := and false ($y := 1)}}{{$y}}', 'exec: $y: The variable `$y` has no value yet: what declares it was not reached.'],
    ['{{(index .l 0).a.b}} {{$.l}}', '5 [{"a":{"b":5}}]', { l: [{ a: { b: 5 } }] }],
    ['{{range .l}}{{$.x}}{{end}}', '77', { l: [1, 2], x: 7 }],
    ['{{index .l 0 1}} {{index .m "a" "b"}} {{index "abc" 1}} {{index .m "none"}}', '2 3 98 ', { l: [[1, 2]], m: { a: { b: 3 } } }],
    ['{{slice "héllo" 0 3}} {{slice .l 1 2}} {{slice .l}} {{slice .l 0 1 2}}', 'hé [2] [1,2,3] [1]', { l: [1, 2, 3] }],
    ['{{len "日本"}} {{len "😀"}} {{len .}} {{len .l}}', '6 4 1 2', { l: [1, 2] }],
  ])
})

describe('the text of a template', () => {
  gives([
    ['a \n\t{{- 1 -}}\r\n b', 'a1b'],
    ['a {{- /* c\n */ -}} b{{/* d */}} e', 'ab e'],
    ['{{- 1}} {{1 -}} {{-3}} {{ -3 }} {{- -3 -}}', '1 1-3 -3-3'],
    ['{{"a\\tb\\x41\\101\\u00e9\\U0001F600\\xc3\\xa9\\xff\\"\\\\"}}', 'a\tbAAé😀é\ufffd"\\'],
    ["{{'a'}} {{'\\n'}} {{'\\''}} {{'é'}} {{'\\x41'}}", '97 10 39 233 65'],
    ['{{`a\\n"\n`}}', 'a\\n"\n'],
    ['{{0x1F}} {{0b101}} {{0o17}} {{017}} {{1_000}} {{0x1p4}} {{1e3}} {{.5}} {{+3}} {{-0x10}}', '31 5 15 15 1000 16 1000 0.5 3 -16'],
    ['{{\n.a\n|\nprintf\n"%s"\n}}', 'x', { a: 'x' }],
    ['} }} { {{"{{"}}', '} }} { {{'],
    ['{{.é}} {{._a1}} {{.日本}}', '1 2 3', { é: 1, _a1: 2, 日本: 3 }],
    ['', ''],
  ])
})

describe('functions', () => {
  gives([
    ['{{js "é\u2028\'\\"<\u{e0001}\u007f"}}', 'é\\u2028\\\'\\"\\u003C\\uE0001\u007f'],
    ['{{html "a\u0000<" 1 2}}', 'a\ufffd&lt;1 2'],
    ['{{urlquery "a b&é/😀~-_."}}', 'a+b%26%C3%A9%2F%F0%9F%98%80~-_.'],
    ['{{print 1 2 "a" 3 true nil}} {{println "a" 1}}', '1 2a3 true a 1\n'],
    ['{{join ", " .}} {{. | join "-"}} {{join . "+"}}', 'a, 1, {"x":[]} a-1-{"x":[]} a+1+{"x":[]}', ['a', 1, { x: [] }]],
    ['{{first .}} {{last .}} {{pluck "n" .}} {{pluck "n" (first .) (dict "n" "z")}}', '{"n":1} {} [1,2] [1,"z"]', [{ n: 1 }, { n: 2 }, {}]],
    ['{{dict "a" 1 "b" (dict "c" .x)}} {{(dict "a" 5).a}}', '{"a":1,"b":{"c":null}} 5'],
    ['{{"" | default "d"}} {{0 | default 5}} {{"v" | default "d"}}', 'd 5 v'],
    ['{{(fromJson "{\\"a\\":[1]}").a}} {{fromJson .o}} {{toJson "<a>"}} {{json .o}}', '[1] {"b":1} "<a>" {"b":1}', { o: { b: 1 } }],
    ['{{fromJson "{\\"a\\":}"}}', 'exec: fromJson "{\\"a\\":}": `fromJson` got a text that is not JSON, at character 6: a value belongs here.'],
  ])

  it('give the time that rendering is told, so that a replay gives the same', () => {
    expect(rendered('{{now}} {{today}}', {}, { now: Date.UTC(2026, 10, 30, 9, 15) })).toBe('2026-11-30T09:15:00Z 2026-11-30')
  })

  gives([
    ['{{not}}', 'exec: not: `not` takes 1 value and is given none: `not A`.'],
    ['{{lt 1 2 3}}', 'exec: lt 1 2 3: `lt` takes 2 values and is given 3: `lt A B`.'],
    ['{{now 1}}', 'exec: now 1: `now` takes no value and is given 1: `now`.'],
    ['{{eq 1}}', 'exec: eq 1: `eq` takes at least 2 values and is given 1: `eq A B…`.'],
    ['{{index .l 3}}', 'exec: index .l 3: An index is out of range: 3, of 0 to 1.', { l: [1, 2] }],
    ['{{index .l 0.5}}', 'exec: index .l 0.5: An index takes a whole number here; this is a fraction.', { l: [1, 2] }],
    ['{{.a.b}}', 'exec: b: `.b` cannot be read: `a` is a text, not an object. If it is JSON, read it with `fromJson`.', { a: 'x' }],
    ['{{.a 1}}', 'exec: .a 1: Only functions take values, and `.a` is none. Put a function in front, or separate the actions.'],
    ['{{1 | .a}}', 'exec: .a: Only functions take values, and `.a` is none. Put a function behind the `|`.'],
    ['{{range "abc"}}{{end}}', 'exec: "abc": A range goes over a list, an object or a whole number; this is a text. If it is JSON, read it with `fromJson`.'],
    ['{{template "nope"}}{{define "note"}}{{end}}', 'exec: "nope": No template `nope` is defined. Did you mean `note`?'],
    ['{{dict "a"}}', 'exec: dict "a": `dict` takes names and values in pairs: `dict "name" .value`. The last name has no value.'],
  ])
})

describe('a condition', () => {
  it.each([
    ['{{.nothing}}', false], ['  {{.nothing}} \n', false], ['{{.n}}', false], ['{{.ok}}', false], ['{{not .ok}}', true], [' 0 ', false], ['00', true], ['no', true], ['False', true], ['{{.l}}', true], ['{{.s}}', true],
  ])('%j is %j', (text, holds) => {
    expect(renderCondition(text, { n: 0, ok: false, l: [], s: 'x' })).toBe(holds)
  })

  it('that cannot be rendered is an error, never false', () => {
    expect(() => renderCondition('{{gt .s 3}}', { s: 'x' })).toThrow('A text cannot be compared with a number')
  })
})

describe('data', () => {
  it('is read by its own properties only', () => {
    expect(rendered('{{.constructor}}{{.toString}}{{.__proto__}}{{.__proto__.polluted}}{{.l.length}}', { l: {} })).toBe('')
    expect(rendered('{{.__proto__.a}} {{.constructor}} {{.}}', JSON.parse('{"__proto__":{"a":1},"constructor":"c"}') as TemplateValue)).toBe('1 c {"__proto__":{"a":1},"constructor":"c"}')
    expect(rendered('{{index . "__proto__"}}{{range $k, $v := .}}{{$k}}{{end}}{{len .}}', Object.create({ inherited: 1 }) as TemplateValue)).toBe('0')
    expect(rendered('{{(dict "__proto__" 1).__proto__}} {{(fromJson "{\\"__proto__\\":2}").__proto__}} {{.l.length}}', { l: new Map() })).toBe('1 2 ')
    expect(rendered('{{.l.length}}', { l: [1] })).toContain('is a list, not an object')
    expect(rendered('{{.f}}|{{.u}}|{{.n}}', { f: () => 1, u: undefined, n: Number.NaN } as unknown as TemplateValue)).toBe('||')
  })

  it('is not changed', () => {
    const data = Object.freeze({ list: Object.freeze([3, 1, 2]), map: Object.freeze({ b: 1, a: 2 }) })
    renderTemplate('{{range .map}}{{end}}{{$x := .list}}{{$x = slice $x 1}}{{join "," $x}}{{toJson .}}', data)
    expect(data).toEqual({ list: [3, 1, 2], map: { b: 1, a: 2 } })
  })
})
