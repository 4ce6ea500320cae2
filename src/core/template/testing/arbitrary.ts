import fc from 'fast-check'
import { templateFunctions } from '../functions/table.ts'
import { KEYWORDS } from '../token.ts'

/** Names that data has, among them those that objects have anyway. */
const NAMES = ['a', 'b', 'list', 'text', 'n', '__proto__', 'constructor', 'toString', 'length', 'é'] as const

const nasty = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('', '"', '\\', '","x":"', '\n', '\u2028', '\ud800', '{{.a}}', '}', ']', '\u0000', '0', 'false', 'null', '😀', '{"a":[1]}'),
)

const number = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constantFrom(0, 1, -1, 0.5, 1e21, 2 ** 53))

/** Any JSON value, with keys that tempt. */
export const json = fc.letrec((tie) => ({
  value: fc.oneof({ depthSize: 'small' }, fc.constant(null), fc.boolean(), number, nasty, tie('list'), tie('map')),
  list: fc.array(tie('value'), { maxLength: 4 }),
  map: fc.array(fc.tuple(fc.oneof(fc.constantFrom(...NAMES), nasty), tie('value')), { maxLength: 5 }).map((entries) => JSON.parse(`{${entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(',')}}`) as unknown),
})).value

export const anyText = nasty

const atom = fc.oneof(
  fc.constantFrom('.', '$', 'nil', 'true', '0', '1', '-1', '2.5', '1e9', '"a"', '"%s"', '"%q %d"', '"%*d"', '"%[2]v"', '`x`', "'c'", '$x', '$i'),
  fc.constantFrom(...NAMES).map((name) => `.${name}`),
  fc.tuple(fc.constantFrom(...NAMES), fc.constantFrom(...NAMES)).map(([a, b]) => `.${a}.${b}`),
)

/** Templates that mostly parse. */
export const template = fc.letrec<{ pipe: string; node: string; body: string }>((tie) => ({
  pipe: fc.oneof(
    { depthSize: 'small' },
    atom,
    fc.tuple(fc.constantFrom(...templateFunctions().map(({ name }) => name)), fc.array(atom, { maxLength: 3 })).map(([name, words]) => [name, ...words].join(' ')),
    fc.tuple(tie('pipe'), fc.constantFrom('len', 'not', 'printf "%q"', 'toJson', 'json', 'html', 'default "d"', 'join ","', 'fromJson', 'print')).map(([pipe, then]) => `${pipe} | ${then}`),
    fc.tuple(fc.constantFrom('eq', 'and', 'or', 'lt', 'index', 'slice', 'print'), tie('pipe'), tie('pipe')).map(([name, a, b]) => `${name} (${a}) (${b})`),
  ),
  node: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom('text ', ' ', '\n', '"', '{', '}', ',', '{{/* c */}}', '{{break}}', '{{continue}}', '{{template "t" .}}', '{{- template "t" -}}', '{{block "u" .}}u{{end}}'),
    tie('pipe').map((pipe) => `{{${pipe}}}`),
    tie('pipe').map((pipe) => `{{- ${pipe} -}}`),
    fc.tuple(fc.constantFrom('$x :=', '$x =', '$i :='), tie('pipe')).map(([set, pipe]) => `{{${set} ${pipe}}}`),
    fc.tuple(fc.constantFrom('if', 'with', 'range', 'range $i, $x :='), tie('pipe'), tie('body')).map(([word, pipe, body]) => `{{${word} ${pipe}}}${body}{{end}}`),
    fc.tuple(fc.constantFrom('if', 'with', 'range'), tie('pipe'), tie('body'), tie('body')).map(([word, pipe, body, other]) => `{{${word} ${pipe}}}${body}{{else}}${other}{{end}}`),
  ),
  body: fc.array(tie('node'), { maxLength: 4 }).map((nodes) => nodes.join('')),
})).body.chain((body) => fc.constantFrom('', '{{$x := .a}}{{$i := 0}}', '{{define "t"}}{{.}}{{$}}{{end}}', '{{define "t"}}{{range .}}{{template "t" .}}{{end}}{{end}}{{$x := 1}}{{$i := 2}}').map((head) => head + body))

/** Texts of the signs that templates are made of. */
export const debris = fc.array(fc.oneof(
  fc.constantFrom('{{', '}}', '{{-', ' -}}', '{{- ', '{{/*', '*/}}', ' ', '\n', '|', '(', ')', ':=', '=', ',', '"', '`', "'", '\\', '$', '.', '$x', '.a', '0x', '1e', '-', '{', '[', '}', '\u0000', '\ud800', '😀'),
  fc.constantFrom(...KEYWORDS), fc.constantFrom(...templateFunctions().map(({ name }) => name)),
), { maxLength: 30 }).chain((parts) => fc.constantFrom('', '{{').map((head) => head + parts.join('')))

/** The same, in the places of a JSON text. */
export const jsonTemplate = fc.tuple(fc.constantFrom(['{"a":"', '"}'], ['[', ']'], ['{"a":', '}'], ['{"a":[', ',null]}'], ['{"', '":1}'], ['["', '"]']), template).map(([[open, close], inside]) => open! + inside + close!)
