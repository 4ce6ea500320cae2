import { describe, expect, it } from 'vitest'
import { filled } from './testing/attempt.ts'
import type { TemplateValue } from './value.ts'

function fills(rows: readonly (readonly [template: string, output: string, data?: TemplateValue])[]): void {
  it.each(rows.map(([template, output, data]) => ({ template, output, data })))('$template', ({ template, output, data }) => {
    expect(filled(template, data ?? {})).toBe(output)
  })
}

const NASTY = 'a"b\\c\n\u2028\u0007","admin":true,"x":"{{.x}}'

describe('an input in JSON', () => {
  it.each(['"{{.x}}"', '{{.x}}', '{{.x | printf "%q"}}', '{{toJson .x}}', '{{printf "%s" .x}}', '{{print .x}}', '"{{print .x}}"'])('holds a text as it is, written as %s', (action) => {
    for (const x of [NASTY, '', '1', 'null', '"', '\\', '\ud800', '😀\u0000', '}'.repeat(9)]) {
      expect(JSON.parse(filled(`{"q": ${action}, "n": [1]}`, { x }))).toEqual({ q: x, n: [1] })
    }
  })

  it('takes what %q writes as JSON, though Go quotes in another way, and keeps every digit', () => {
    const trigger = 'bell\u0007 zero\u200b 😀 \u{e0001}\v'
    const template = '{"t": {{.trigger | printf "%q"}}, "id": {{.found.id}}, "big": {{.found.big}}}'
    const output = filled(template, { trigger, found: { id: 12345678, big: 9007199254740993n } })
    expect(output).toContain('"id": 12345678, "big": 9007199254740993}')
    expect(JSON.parse(output)).toMatchObject({ t: trigger })
  })

  describe('takes values of every kind', () => {
    const data = { n: 2.5, t: true, o: { b: [1, 'x"y'], a: null }, s: 'a"b', no: null }
    fills([
      ['{"a":{{.n}},"b":{{.t}},"c":{{.o}},"d":{{.s}},"e":{{.no}},"f":{{.missing}}}', '{"a":2.5,"b":true,"c":{"b":[1,"x\\"y"],"a":null},"d":"a\\"b","e":null,"f":null}', data],
      ['{"a":"{{.n}}","b":"{{.o}}","c":"<{{.missing}}>"}', '{"a":"2.5","b":"{\\"b\\":[1,\\"x\\\\\\"y\\"],\\"a\\":null}","c":"<>"}', data],
      ['[{{.missing}}]', '[]', data],
      ['[1{{.missing}}]', '[1]', data],
      ['[{{toJson .missing}},{{printf "%q" .missing}}]', '[null,""]', data],
      ['{ {{.s}}: {"{{.s}}": 1} }', '{ "a\\"b": {"a\\"b": 1} }', data],
      ['[{{len .s}},{{eq .n 2.5}},{{printf "%.2f" .n}},{{printf "%d" 7}},{{printf "%5.1f" .n}},{{printf "%v" .o}},{{printf "%t" .t}}]', '[3,true,2.50,7,2.5,{"b":[1,"x\\"y"],"a":null},true]', data],
      ['[{{printf "%s!" .s}},{{printf "%03d" 7}},{{printf "%x" 16}},{{js .s}},{{join "," .o.b}}]', '["a\\"b!","007","10","a\\\\\\"b","1,x\\"y"]', data],
    ])
  })

  describe('is put together by structure', () => {
    fills([
      ['{"l":[{{range $i, $e := .l}}{{if $i}}, {{end}}{"n": {{$e}} }{{end}}]}', '{"l":[{"n": "a" }, {"n": "b" }]}', { l: ['a', 'b'] }],
      ['{{/* note */}}{{define "v"}}{{.}}{{end}}\n{{$x := .x}}{"a": {{template "v" $x}}}', '\n{"a": "q\\""}', { x: 'q"' }],
      ['{"a": {{if .x}}{{.x}}{{else}}"none"{{end}}, "b": "{{with .x}}{{.}}{{end}}"}', '{"a": "none", "b": ""}'],
      [' \n [ 1 ]\n', ' \n [ 1 ]\n'],
      ['{"a":{{.x -}} }', '{"a":1}', { x: 1 }],
    ])
  })

  describe('that breaks is an error where it breaks', () => {
    fills([
      ['{"a":{{.x}} 5}', 'exec: 5: The filled-in JSON is broken: `5` cannot stand here: `,` or `}` belongs here.'],
      ['{"a":{{.x}}5}', 'exec: 5: The filled-in JSON is broken: `5` cannot stand here: `,` or `}` belongs here.'],
      ['{"a":1{{.x}}}', 'exec: {{.x}}: The filled-in JSON is broken: A value follows another one without a comma between them.', { x: 2 }],
      ['{"a":-{{.x}}}', 'exec: {{.x}}: The filled-in JSON is broken: A value follows another one without a comma between them.', { x: 2 }],
      ['[{{.x}}{{.x}}]', 'exec: {{.x}}: The filled-in JSON is broken: A value cannot stand here: `,` or `]` belongs here.', { x: 2 }],
      ['{"a":"\\{{.x}}"}', 'exec: {{.x}}: The filled-in JSON is broken: A `\\` stands in front of this value and would change its first character. Write `\\\\`, or remove it.', { x: 'n' }],
      ['{"a":"\\u00{{.x}}"}', 'exec: {{.x}}: The filled-in JSON is broken: A `\\` stands in front of this value and would change its first character. Write `\\\\`, or remove it.', { x: '41' }],
      ['{"role":1,"{{.x}}":2}', 'exec: "{{.x}}": The filled-in JSON is broken: The object has the name `role` already. Give this entry another one.', { x: 'role' }],
      ['{"role":1,"r\\u006fl{{.x}}":2}', 'exec: "r\\u006fl{{.x}}": The filled-in JSON is broken: The object has the name `role` already. Give this entry another one.', { x: 'e' }],
      ['{ {{.x}}: 1}', 'exec: {{.x}}: The filled-in JSON is broken: The name of an entry must be a text.', { x: 3 }],
      ['{"a": [1}', 'exec: }: The filled-in JSON is broken: `}` cannot stand here: `,` or `]` belongs here.'],
      ['{"a": {{.x}}', 'exec: {: The filled-in JSON is broken: The object that begins here is not closed. Write `}` where it ends.'],
      ['[notes] for {{.x}}', 'exec: notes: The filled-in JSON is broken: `notes` is no value of JSON. A text stands in double quotes.'],
      ['{"a": 01}', 'exec: 01: The filled-in JSON is broken: `01` is no value of JSON. A text stands in double quotes.'],
      ['{"a": "b\nc"}', 'exec: \n: The filled-in JSON is broken: A line ends inside a text in quotes. Write `\\n` for it.'],
      ['{"a": "b}', 'exec: ": The filled-in JSON is broken: A text that begins here is not closed. Write `"` where it ends.'],
      ['{"a": "\\x"}', 'exec: x: The filled-in JSON is broken: `\\x` is no escape of JSON. Write `\\\\` for the sign itself.'],
      ['{"a":1,}', 'exec: }: The filled-in JSON is broken: `}` cannot stand here: a name in double quotes belongs here.'],
      ['[1{{.missing}}2]', 'exec: 2: The filled-in JSON is broken: `2` cannot stand here: `,` or `]` belongs here.'],
      ['{} {{.x}}', 'exec: {{.x}}: The filled-in JSON is broken: A value cannot stand here: nothing more belongs here.', { x: 1 }],
    ])
  })
})

describe('any other input is text', () => {
  fills([
    ['{{.x}}', 'a"b', { x: 'a"b' }],
    ['to: {"a": "{{.x}}"}', 'to: {"a": "a"b"}', { x: 'a"b' }],
    ['  {{.x}}{"a":', '  1{"a":', { x: 1 }],
    ['', ''],
  ])
})
