import fc from 'fast-check'
import type { Field } from '../../../dialects/dialect.ts'
import type { Tree } from '../tree.ts'
import { someText } from '../words.ts'

/** What nodes put out, and templates read. */
export const VARIABLES = ['x', 'y', 'report', 'été'] as const

const TEMPLATES = [
  '{{.x}}', '{"q": "{{.y}}", "r": {{.report}}}', 'plain é "{{ .x }}"\n  {{.x.title}} and {{ index . "x" }}\n', "it's {{range .y}}{{.z}}{{$.x}}{{end}}",
  'x: {{.été}} # no comment', '{{if .x}}{{.y}}{{else}}{{.trigger}}{{end}}', '{"a": {{.x | toJson}},\n "b": "\\u00e9 {{.report.y}}"}\n', 'no variable', '{{.x', '{{- .report -}}\n\n\n',
] as const
const CONDITIONS = ['{{.x}}', '{{not .report.ok}}', '{{eq .y "a"}}', '{{and .x .été}}', 'yes'] as const

/** A value that a field may be given; `names` are ids of nodes. */
export function someValue(field: Field, names: readonly string[]): fc.Arbitrary<Tree> {
  const one = names.length === 0 ? fc.constant('a') : fc.constantFrom(...names)
  switch (field.type) {
    case 'text': return fc.constantFrom('reviewer', 'no', '1.0', 'a: b', 'openai:gpt-4o', '007', 'été', '# x', '0 7 * * 1-5', '2024-05-15')
    case 'multiline': return someText
    case 'enum': return fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...field.values!.map(({ value }) => value)) }, { weight: 1, arbitrary: fc.constant('odd') })
    case 'duration': return fc.constantFrom('30s', '1h30m')
    case 'reference': return one
    case 'template': return fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...TEMPLATES) }, { weight: 1, arbitrary: someText })
    case 'condition': return fc.constantFrom(...CONDITIONS)
    case 'variable': return field.name === 'output' ? fc.constantFrom(...VARIABLES) : fc.constantFrom('page', 'row')
    case 'references': return fc.uniqueArray(one, { minLength: 1, maxLength: 3 })
    case 'list': return fc.uniqueArray(fc.constantFrom('search', 'no', 'a b', 'std::fs.read', './tools.ts'), { minLength: 1, maxLength: 3 })
    case 'integer': return fc.integer({ min: 1, max: 40 })
    case 'boolean': return fc.boolean()
  }
}

/** A map of some of the fields; `often` of ten that each one is written. */
export function someFields(fields: readonly Field[], names: readonly string[], often: number): fc.Arbitrary<{ readonly [key: string]: Tree }> {
  const absent = { weight: 10 - often, arbitrary: fc.constant(undefined) }
  return fc.tuple(...fields.map((field) => fc.oneof(absent, { weight: often, arbitrary: someValue(field, names) }))).map((values) =>
    Object.fromEntries(fields.flatMap(({ name }, i): [string, Tree][] => (values[i] === undefined ? [] : [[name, values[i]]]))))
}

/** A template with a variable renamed, told from how templates are written and by no parser. */
export function renamedIn(template: string, from: string, to: string): string {
  return template.replaceAll(/\{\{(?:[^}]|\}(?!\}))*\}\}/g, (action) =>
    action.replaceAll(new RegExp(`(?<=[{ $(-]\\.)${from}(?![\\p{L}\\p{N}_])|(?<=index \\. ")${from}(?=")`, 'gu'), to))
}
