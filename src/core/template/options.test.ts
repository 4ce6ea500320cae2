import { describe, expect, it } from 'vitest'
import { templateOptions } from './options.ts'

const variables = [{ name: 'draft', detail: 'from write' }, { name: 'trigger', detail: 'what started the run' }]

function at(marked: string, parts?: Parameters<typeof templateOptions>[3]) {
  const offset = marked.indexOf('|')
  return templateOptions(marked.replace('|', ''), offset, variables, parts).map(({ label }) => label)
}

describe('what may be written in a template', () => {
  it('is nothing outside of an action', () => {
    expect(at('a | b')).toEqual([])
  })

  it('is a variable behind a point, and a part of one behind its name', () => {
    expect(at('{{ .| }}')).toEqual(['draft', 'trigger'])
    expect(at('{{ .draft.| }}', (path) => (path.join() === 'draft' ? { text: 'x', 'not-a-word': 1 } : undefined))).toEqual(['text'])
    expect(at('{{ .draft.| }}')).toEqual([])
  })

  it('is a variable, a function or a keyword at the beginning, and no keyword further on', () => {
    expect(at('{{ | }}')).toEqual(expect.arrayContaining(['.draft', 'toJson', 'if']))
    expect(at('{{ not | }}')).not.toContain('if')
  })
})
