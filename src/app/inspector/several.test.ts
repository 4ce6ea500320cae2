import { describe, expect, it } from 'vitest'
import { dialectNamed, type Field } from '../../core/index.ts'
import type { FormNode, Values } from './node-of.ts'
import { changeNameForAll, commonFields, commonValue, namesIn, setForAll } from './several.ts'

const dag = dialectNamed('dag')
const field = (name: string): Field => dag.nodeFields.find((each) => each.name === name)!
const form = (id: string, values: Values = {}, kind: FormNode['node']['kind'] = 'agent'): FormNode => ({ node: { key: id, id, kind, summary: '', index: 0 }, values: { needs: [], ...values } })

describe('several nodes in one form', () => {
  const forms = [form('a', { model: 'x:1', needs: ['z'] }), form('b', { model: 'x:1', needs: ['z', 'a'] }), form('c', { model: 'x:2' })]

  it('have a value in common or several', () => {
    expect(commonValue(forms.slice(0, 2), field('model'))).toEqual({ same: true, value: 'x:1' })
    expect(commonValue(forms, field('model'))).toEqual({ same: false })
  })

  it('share the fields that all of their kinds have, and never their ids', () => {
    const names = (list: readonly FormNode[]) => commonFields(dag, list).map(({ name }) => name)
    expect(names(forms)).not.toContain('id')
    expect(names(forms)).not.toContain('routes')
    expect(names([form('r', {}, 'router')])).toContain('routes')
  })

  it('are set by one command for all', () => {
    expect(setForAll(forms, field('model'), 'y:3')).toEqual({
      type: 'batch',
      label: 'Change model of 3 nodes',
      commands: ['a', 'b', 'c'].map((node) => ({ type: 'setField', node, field: 'model', value: 'y:3' })),
    })
  })

  it('count the names in their lists', () => {
    expect(namesIn(forms, field('needs'))).toEqual([{ name: 'z', count: 2 }, { name: 'a', count: 1 }])
  })

  it('take a name where it is missing, as an edge, and none its own', () => {
    expect(changeNameForAll(forms, field('needs'), 'a', true, 'a')).toMatchObject({ commands: [{ type: 'connect', from: 'a', to: 'c', kind: 'need' }] })
    expect(changeNameForAll(forms, field('routes'), 'z', true, 'z')).toMatchObject({ commands: [{ from: 'a', to: 'z', kind: 'route' }, { from: 'b' }, { from: 'c' }] })
  })

  it('lose a name where they have it', () => {
    expect(changeNameForAll(forms, field('needs'), 'z', false)).toEqual({
      type: 'batch',
      label: 'Remove z from needs of 2 nodes',
      commands: [
        { type: 'setField', node: 'a', field: 'needs', value: undefined },
        { type: 'setField', node: 'b', field: 'needs', value: ['a'] },
      ],
    })
  })
})
