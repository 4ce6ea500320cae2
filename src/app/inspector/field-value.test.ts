import { describe, expect, it } from 'vitest'
import type { Field } from '../../core/index.ts'
import { readValue, sameValue, shownValue } from './field-value.ts'

const field = (type: Field['type'], more: Partial<Field> = {}): Field => ({ name: 'x', type, label: 'Max turns', help: '', ...more })

describe('a field of the form', () => {
  it('clears an optional text when it is emptied, and writes a required one as empty', () => {
    expect(readValue(field('text'), '  ')).toEqual({ ok: true, value: undefined })
    expect(readValue(field('multiline', { always: true }), '')).toEqual({ ok: true, value: '' })
  })

  it('does not write the space that is being typed', () => {
    expect(readValue(field('text'), 'two ')).toEqual({ ok: true, value: 'two' })
    expect(sameValue(field('text'), 'two ', 'two')).toBe(true)
    expect(sameValue(field('text'), 'two w', 'two')).toBe(false)
  })

  it('takes whole numbers and says so otherwise', () => {
    expect(readValue(field('integer'), '3')).toEqual({ ok: true, value: 3 })
    expect(readValue(field('integer'), '')).toEqual({ ok: true, value: undefined })
    expect(readValue(field('integer'), '2.5')).toEqual({ ok: false, reason: 'Max turns is a whole number, such as 3.' })
    expect(shownValue(field('integer'), 0)).toBe('')
  })

  it('takes durations when they are whole, and leaves alone what the file says', () => {
    expect(readValue(field('duration'), '1m30s')).toEqual({ ok: true, value: '1m30s' })
    expect(readValue(field('duration'), '')).toEqual({ ok: true, value: undefined })
    expect(readValue(field('duration'), '1m3').ok).toBe(false)
    expect(sameValue(field('duration'), '5 minutes', '5 minutes')).toBe(true)
    expect(sameValue(field('duration'), '5 minute', '5 minutes')).toBe(false)
  })

  it('reads a list by lines and commas, each entry once', () => {
    expect(readValue(field('list'), 'a, b\nb\n')).toEqual({ ok: true, value: ['a', 'b'] })
    expect(readValue(field('list'), ' , ')).toEqual({ ok: true, value: undefined })
  })

  it('leaves the default kind unwritten', () => {
    expect(readValue(field('enum', { default: 'agent' }), 'agent')).toEqual({ ok: true, value: undefined })
    expect(readValue(field('enum', { default: 'agent' }), 'critic')).toEqual({ ok: true, value: 'critic' })
  })
})
