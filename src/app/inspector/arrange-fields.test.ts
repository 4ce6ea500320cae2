import { describe, expect, it } from 'vitest'
import type { Field } from '../../core/index.ts'
import { arrangeFields, isDefault } from './arrange-fields.ts'

const field = (name: string, more: Partial<Field> = {}): Field => ({ name, type: 'text', label: name, help: '', ...more })
const fields = [
  field('kind', { type: 'enum', default: 'agent' }),
  field('agent'),
  field('prompt', { required: true }),
  field('needs', { type: 'references', default: [], edges: { kind: 'need', leads: 'in' } }),
  field('routes', { type: 'references', default: [], kinds: ['router'], edges: { kind: 'route', leads: 'out' } }),
  field('turns', { type: 'integer', default: 0 }),
]
const names = (list: readonly Field[]) => list.map(({ name }) => name)

describe('the rows of a form', () => {
  it('have what is required first, and offer what is not set by name', () => {
    const { rows, more } = arrangeFields(fields, {}, ['agent'], new Set())
    expect(names(rows)).toEqual(['prompt', 'kind', 'needs'])
    expect(names(more)).toEqual(['agent', 'turns'])
  })

  it('show what is set, and what was asked for', () => {
    const { rows, more } = arrangeFields(fields, { turns: 3 }, ['agent'], new Set(['agent']))
    expect(names(rows)).toEqual(['prompt', 'kind', 'agent', 'needs', 'turns'])
    expect(more).toEqual([])
  })

  it('leave out fields of other kinds unless they hold something', () => {
    expect(names(arrangeFields(fields, {}, ['router'], new Set()).rows)).toContain('routes')
    expect(names(arrangeFields(fields, {}, ['router', 'agent'], new Set()).rows)).not.toContain('routes')
    expect(names(arrangeFields(fields, { routes: ['a'] }, ['agent'], new Set()).rows)).toContain('routes')
  })

  it('take a written default for none', () => {
    expect(isDefault(field('turns', { type: 'integer', default: 0 }), 0)).toBe(true)
    expect(isDefault(field('turns', { type: 'integer', default: 0 }), 1)).toBe(false)
    expect(isDefault(field('needs', { default: [] }), [])).toBe(true)
    expect(isDefault(field('agent'), '')).toBe(true)
  })
})
