import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { checkInput } from './check.ts'
import { templateCompletion } from './complete.ts'
import { TemplateError } from './error.ts'
import { templateTokens } from './highlight.ts'
import { MAX_RENDER_LENGTH } from './limits.ts'
import { templateVariables } from './reads.ts'
import { isJsonTemplate, renderInput, renderTemplate } from './render.ts'
import type { Range } from '../text/edit.ts'
import { anyText, debris, json, jsonTemplate, template } from './testing/arbitrary.ts'
import type { TemplateValue } from './value.ts'

/** More by `HEDDLE_CASES=100000 npx vitest run src/core/template/laws`. */
const CASES = Number(process.env['HEDDLE_CASES'] || 300)
const TIMEOUT = 60_000 + CASES * 50

const SOME = { a: 'x', b: [1, 2], list: ['y'], text: '"', n: 3, length: { a: 1 } }

const counts = new Map<string, number>()

function count(what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1)
}

type Outcome = { readonly output: string | null; readonly stage: 'parse' | 'exec' | null; readonly broken: readonly string[] }

/** A text or a TemplateError that points into the template; anything else is thrown on. */
function outcome(what: string, text: string, render: () => string): Outcome {
  try {
    const output = render()
    count(`${what}: rendered`)
    return { output, stage: null, broken: output.length > MAX_RENDER_LENGTH ? [`${what}: ${output.length} characters`] : [] }
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
    const { stage, range, message } = error
    count(`${what}: ${stage} error`)
    return { output: null, stage, broken: [...outside(text, range), ...message === '' ? [`${what}: no message`] : []] }
  }
}

/** What is wrong with a range in a text. */
function outside(text: string, { start, end }: Range): readonly string[] {
  return start >= 0 && start <= end && end <= text.length ? [] : [`${start} to ${end} is no range of ${text.length} characters`]
}

/** Renders a template both ways; gives what is wrong with the outcome. */
function broken(what: string, text: string, data: unknown): readonly string[] {
  const before = JSON.stringify(data)
  const plain = outcome(what, text, () => renderTemplate(text, data as TemplateValue, { now: 0 }))
  const input = outcome(`${what} as input`, text, () => renderInput(text, data as TemplateValue, { now: 0 }))
  if (input.output !== null && isJsonTemplate(text)) JSON.parse(input.output)
  return [
    ...plain.broken, ...input.broken,
    ...JSON.stringify(data) === before ? [] : ['the data was changed'],
    ...Object.keys(Object.prototype).length === 0 ? [] : ['the prototype of all objects was changed'],
  ]
}

/** Asks all that an editor asks of a template; gives what is wrong with the answers. */
function misread(what: string, text: string): readonly string[] {
  const found = checkInput(text, ['a', 'list'])
  const isSound = found.every(({ severity }) => severity !== 'error')
  count(`${what} checked: ${found.length === 0 ? 'clean' : 'with problems'}`)
  const offsets = Array.from({ length: 17 }, (_, part) => Math.floor((text.length * part) / 16))
  return [
    ...found.flatMap(({ range }) => outside(text, range!)),
    ...templateTokens(text).flatMap(({ range }) => outside(text, range)),
    ...templateVariables(text).filter(({ name, nameRange }) => text.slice(nameRange.start, nameRange.end) !== name).map(({ name }) => `${name} stands elsewhere`),
    ...offsets.flatMap((offset) => {
      const completion = templateCompletion(text, offset)
      return completion && (offset < completion.range.start || offset > completion.range.end) ? [`completion at ${offset} is for elsewhere`] : []
    }),
    // What no data makes JSON is not rendered with some.
    ...found.some(({ code }) => code === 'template/not-json') && outcome(`${what} that are no JSON`, text, () => renderInput(text, SOME, { now: 0 })).output !== null ? ['the check refused what is JSON'] : [],
    // What the check lets pass, no data makes a fault of the text.
    ...isSound && outcome(`${what} that are sound`, text, () => renderTemplate(text, {}, { now: 0 })).stage === 'parse' ? ['the check let a fault pass'] : [],
  ]
}

describe('whatever the template and the data', () => {
  it.each([['templates', template], ['templates in JSON', jsonTemplate], ['debris', debris], ['any text', anyText]] as const)('%s give a text or a TemplateError', (what, texts) => {
    fc.assert(fc.property(texts, json, (text, data) => {
      expect(broken(what, text, data)).toEqual([])
    }), { numRuns: CASES })
  }, TIMEOUT)

  it.each([['templates', template], ['templates in JSON', jsonTemplate], ['debris', debris]] as const)('%s can be checked, coloured and completed', (what, texts) => {
    fc.assert(fc.property(texts, (text) => {
      expect(misread(what, text)).toEqual([])
    }), { numRuns: CASES })
  }, TIMEOUT)
})

describe('an input filled in as JSON', () => {
  const values = fc.array(json, { minLength: 1, maxLength: 5 })

  /** How one value may be written, and whether it is then itself or its text. */
  const written = [
    { text: (name: string) => `{{.${name}}}`, gives: (value: unknown) => value },
    { text: (name: string) => `{{toJson .${name}}}`, gives: (value: unknown) => value },
    { text: (name: string) => `{{with $.${name}}}{{.}}{{else}}{{$.${name}}}{{end}}`, gives: (value: unknown) => value },
    { text: (name: string) => `"{{.${name}}}"`, gives: textOf },
    { text: (name: string) => `{{print .${name} ""}}`, gives: textOf },
    { text: (name: string) => `{{.${name} | printf "%q"}}`, gives: textOf },
    { text: (name: string) => `"<{{.${name}}}>"`, gives: (value: unknown) => `<${textOf(value)}>` },
  ] as const

  function textOf(value: unknown): string {
    return value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)
  }

  it('has the shape that is written, and holds the very values', () => {
    fc.assert(fc.property(values, fc.array(fc.nat(written.length - 1), { minLength: 5, maxLength: 5 }), fc.boolean(), (given, ways, isList) => {
      const data = Object.fromEntries(given.map((value, index) => [`v${index}`, value])) as TemplateValue
      // In a list nothing stands for what is missing: `toJson` writes null.
      const forms = given.map((value, index) => isList && value === null ? written[1] : written[ways[index]!]!)
      const parts = forms.map((form, index) => isList ? form.text(`v${index}`) : `"k${index}": ${form.text(`v${index}`)}`)
      const output = renderInput(isList ? `[${parts.join(', ')}]` : `{${parts.join(', ')}}`, data)
      const expected = forms.map((form, index) => form.gives(given[index]))
      // -0 is 0 in JSON, and halves of characters survive as escapes.
      const whole = JSON.parse(JSON.stringify(isList ? expected : Object.fromEntries(expected.map((value, index) => [`k${index}`, value])))) as unknown
      expect(JSON.parse(output)).toEqual(whole)
      count('filled: same shape')
    }), { numRuns: CASES })
  }, TIMEOUT)

  it('holds a name that data gives as that name, or is refused for having it already', () => {
    fc.assert(fc.property(anyText, anyText, (name, value) => {
      const text = '{"fixed":1,"{{.name}}":"{{.value}}"}'
      const { output } = outcome('names', text, () => renderInput(text, { name, value }))
      const entries = output === null ? null : Object.entries(JSON.parse(output) as object)
      expect(entries && new Map(entries)).toEqual(name === 'fixed' ? null : new Map<string, unknown>([['fixed', 1], [name, value]]))
    }), { numRuns: CASES })
  }, TIMEOUT)
})

afterAll(() => {
  const lines = [...counts].toSorted(([a], [b]) => a.localeCompare(b)).map(([what, n]) => `${String(n).padStart(8)}  ${what}`)
  const all = [...counts.values()].reduce((sum, n) => sum + n, 0)
  process.stdout.write(`laws of templates, ${CASES} cases each, ${all} inputs\n${lines.join('\n')}\n`)
})
