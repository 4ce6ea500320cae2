import { describe, expect, it } from 'vitest'
import type { Json } from '../../diagnostic.ts'
import { parametersOf, type Parameter } from './parameters.ts'
import { shownArgument, typedArgument } from './typed.ts'

describe('the parameters of a schema', () => {
  it('are its properties in their order, with type, help, default and choices', () => {
    const { list, others } = parametersOf({
      type: 'object',
      properties: {
        path: { type: 'string', description: 'the file' },
        mode: { enum: ['replace', 'append'], default: 'replace' },
        lines: { type: ['integer', 'null'] },
        tags: { type: 'array', items: { type: 'string' } },
        body: {},
        to: { anyOf: [{ type: 'null' }, { $ref: '#/$defs/address' }] },
        either: { type: ['string', 'number'] },
      },
      required: ['path'],
      additionalProperties: false,
      $defs: { address: { type: 'object', title: 'an address' } },
    })
    expect(others).toBe('refused')
    expect(list.map(({ name, type, word, help, required }) => [name, type, word, help, required])).toEqual([
      ['path', 'text', 'text', 'the file', true],
      ['mode', 'text', 'choice', '', false],
      ['lines', 'integer', 'whole number', '', false],
      ['tags', 'list', 'list of texts', '', false],
      ['body', 'any', 'any value', '', false],
      ['to', 'map', 'object', 'an address', false],
      ['either', 'any', 'text or number', '', false],
    ])
    expect(list[1]).toMatchObject({ default: 'replace', values: ['replace', 'append'] })
  })

  it('come from all parts of a schema, and from none that lead in a circle', () => {
    expect(parametersOf({ allOf: [{ $ref: '#/$defs/a' }, { properties: { b: { const: 1 } }, required: ['b'] }], $defs: { a: { properties: { a: { $ref: '#/$defs/a' } } } } }).list.map(({ name, required }) => [name, required])).toEqual([['a', false], ['b', true]])
    expect(parametersOf({ $ref: '#' })).toEqual({ list: [], others: 'allowed' })
    expect(parametersOf({ properties: { a: {} } }).others).toBe('unsaid')
    expect(parametersOf({ properties: { a: {} }, additionalProperties: { type: 'string' } }).others).toBe('allowed')
  })

  it('are given when every form asks for them, not when one does', () => {
    const { list, others } = parametersOf({ properties: { a: {}, b: {}, c: {} }, required: ['c'], anyOf: [{ required: ['a'] }, { required: ['b'] }] })
    expect(list.map(({ name, required }) => [name, required])).toEqual([['a', false], ['b', false], ['c', true]])
    expect(others).toBe('unsaid')
    expect(parametersOf({ properties: { a: {} }, anyOf: [{ required: ['a'] }, { type: 'null' }] }).list[0]?.required).toBe(true)
  })

  it('may be others when one of several forms names more', () => {
    const forms = [{ properties: { path: {} }, additionalProperties: false }, { properties: { url: {} } }]
    expect(parametersOf({ properties: { action: {} }, oneOf: forms })).toMatchObject({ list: [{ name: 'action' }], others: 'allowed' })
    expect(parametersOf({ properties: { action: {} }, anyOf: [{ $ref: '#/$defs/a' }, {}], $defs: { a: { oneOf: forms } } }).others).toBe('allowed')
    expect(parametersOf({ properties: { action: {} }, oneOf: forms, unevaluatedProperties: false }).others).toBe('allowed')
    expect(parametersOf({ properties: { action: {} }, oneOf: forms, additionalProperties: false }).others).toBe('refused')
    expect(parametersOf({ properties: { action: {} }, oneOf: [forms[0]!] })).toMatchObject({ list: [{ name: 'action' }, { name: 'path' }], others: 'refused' })
  })

  it.each<[Json, Partial<Parameter>]>([
    [{ anyOf: [{ const: 'a' }, { const: 'b' }, { type: 'null' }] }, { type: 'text', word: 'choice', values: ['a', 'b'] }],
    [{ oneOf: [{ enum: ['a', 1] }, { $ref: '#/$defs/off' }] }, { type: 'any', word: 'choice', values: ['a', 1, false] }],
    [{ anyOf: [{ const: 'auto' }, { type: 'number' }] }, { type: 'any', word: 'text or number' }],
    [{ anyOf: [{ const: 0 }, { type: 'number' }] }, { type: 'number', word: 'number' }],
    [{ anyOf: [{ type: 'number' }, {}] }, { type: 'any', word: 'any value' }],
    [{ anyOf: [{ type: 'array', items: { type: 'string' } }, { anyOf: [{ type: 'string' }, { type: 'boolean' }] }] }, { type: 'any', word: 'list of texts or text or true or false' }],
    [{ type: 'string', anyOf: [{ format: 'date' }, { format: 'time' }] }, { type: 'text', word: 'text' }],
    [{ anyOf: [{ type: 'string', description: 'only of a text', default: 'x' }, { type: 'number' }] }, { help: '', type: 'any' }],
  ])('take what any of their forms takes: %j', (property, wanted) => {
    const { list } = parametersOf({ properties: { p: property }, $defs: { off: { const: false } } })
    expect(list[0]).toMatchObject(wanted)
    expect([list[0]?.values, list[0]?.default]).toEqual([wanted.values, undefined])
  })

  it('of a schema that leads back to itself many times are read once', () => {
    let visits = 0
    const counted = (schema: { readonly [key: string]: Json }) => new Proxy(schema, { get: (target, key) => {
      if (key === 'properties') visits += 1
      return target[key as string]
    } })
    const again = (kind: string) => counted({ properties: { a: { type: 'string' } }, [kind]: Array.from({ length: 30 }, () => ({ $ref: '#' })) })
    expect(parametersOf(again('allOf')).list.map(({ name, type }) => [name, type])).toEqual([['a', 'text']])
    expect(parametersOf(again('anyOf')).list.map(({ name, type }) => [name, type])).toEqual([['a', 'text']])
    const forms = { anyOf: Array.from({ length: 30 }, () => ({ $ref: '#/$defs/p' })), type: 'string' }
    expect(parametersOf({ properties: { a: { $ref: '#/$defs/p' } }, $defs: { p: forms } }).list[0]?.type).toBe('text')
    expect(visits).toBeLessThan(200)
  })
})

const parameter = (schema: Json, required = false): Parameter => parametersOf({ properties: { p: schema }, ...(required && { required: ['p'] }) }).list[0]!

function typed(schema: Json, text: string, before: string | null = null, required = false): string | null {
  const read = typedArgument(parameter(schema, required), text, before)
  return read.ok ? read.value : `refused: ${read.reason}`
}

const text = { type: 'string' }

describe('what is typed for an argument', () => {
  it.each<[string, Json, string, string | null]>([
    ['a text', text, 'say "hi"', '"say \\"hi\\""'],
    ['a text with an action', text, 'to {{ index .x "k" }}', '"to {{ index .x "k" }}"'],
    ['a number', { type: 'number' }, ' 2.5 ', '2.5'],
    ['a template for a number', { type: 'integer' }, '{{ .n }}', '{{ .n }}'],
    ['a template for a list', { type: 'array' }, '[1, {{ .n }}]', '[1, {{ .n }}]'],
    ['a template for an object', { type: 'object' }, '{{ .o | toJson }}', '{{ .o | toJson }}'],
    ['a truth value', { type: 'boolean' }, 'true', 'true'],
    ['a choice', { enum: ['a', 'b'] }, 'b', '"b"'],
    ['a choice of numbers', { enum: [1, 2] }, '2', '2'],
    ['a template for a choice', { enum: ['a', 'b'] }, '{{ .x }}', '"{{ .x }}"'],
    ['any value that is JSON', {}, '[1]', '[1]'],
    ['any value that is none', {}, 'hello {{ .x }}', '"hello {{ .x }}"'],
    ['any value that is an action', {}, '{{ .x }}', '{{ .x }}'],
    ['nothing', { type: 'number' }, ' ', null],
    ['no text', text, '', null],
  ])('is %s', (_what, schema, typing, wanted) => {
    expect(typed(schema, typing)).toBe(wanted)
  })

  it.each<[Json, string, string]>([
    [{ type: 'number' }, '1x', 'a number'],
    [{ type: 'integer' }, '1.5', 'a whole number'],
    [{ type: 'boolean' }, 'yes', '`true` or `false`'],
    [{ type: 'array' }, '{}', 'a list in JSON'],
    [{ type: 'object' }, '{"a": ', 'an object in JSON'],
    [{ enum: ['a', 'b'] }, 'c', 'one of `a`, `b`'],
    [{}, '{"a": 1', 'not closed'],
    [text, '{{ .x', 'not closed'],
    [{ type: 'number' }, '{{ .x }}, "b": 1', 'One value'],
    [{ type: 'number' }, '{{if .x}}1', 'end'],
  ])('for %j is not %j', (schema, typing, reason) => {
    expect(typed(schema, typing)).toContain('refused')
    expect(typed(schema, typing)).toContain(reason)
  })

  it('an emptied text that must be given is the empty text', () => {
    expect(typed(text, '', '"x"', true)).toBe('""')
  })

  it('an action that stood bare stays so while it is alone', () => {
    expect(typed(text, '{{ .ab }}', '{{ .a }}')).toBe('{{ .ab }}')
    expect(typed(text, '{{ .ab }} x', '{{ .a }}')).toBe('"{{ .ab }} x"')
    expect(typed(text, '{{ .ab }}', '"{{ .a }}"')).toBe('"{{ .ab }}"')
    expect(typed(text, '{{ .a }}', '3')).toBe('"{{ .a }}"')
  })

  it.each<[Json, string]>([
    [text, '"a {{ .x }}"'], [text, '{{ .x }}'], [text, '"\\u007b\\u007b"'], [{ type: 'number' }, '3'], [{ type: 'number' }, '"3"'],
    [{}, '"3"'], [{}, '3'], [{}, '"{{ .x }}"'], [{}, '{{ .x }}'], [{}, '"hello"'], [{}, '""'], [{}, '"{"'], [{ type: 'object' }, '{"a": {{ .x }}}'],
  ])('of %j, %s is shown so that typing what is shown changes nothing', (schema, value) => {
    const again = typedArgument(parameter(schema), shownArgument(parameter(schema), value), value)
    // A value of the wrong type is shown as it is, and only a right one can be written over it.
    expect(again.ok ? again.value : value).toBe(value)
  })
})
