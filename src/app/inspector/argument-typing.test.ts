import { describe, expect, it } from 'vitest'
import { parametersOf, readArguments } from '../../core/index.ts'
import { argumentTyping } from './argument-typing.ts'

function typingOf(name: string, text: string) {
  const among = readArguments(text)
  if (!among.ok) throw new Error(among.reason)
  const { list } = parametersOf({ type: 'object', properties: { n: { type: 'integer' }, list: { type: 'array' } } })
  return argumentTyping(list.find((parameter) => parameter.name === name)!, among, { order: list.map((parameter) => parameter.name) })
}

describe('an argument that is typed', () => {
  it('is taken out when it is emptied', () => {
    expect(typingOf('n', '{"n": 3, "list": []}').read('')).toEqual({ ok: true, value: undefined })
    expect(typingOf('n', '{"list": []}').read(' ')).toEqual({ ok: true, value: undefined })
  })

  it('says why it stays when others depend on what stands there', () => {
    const typing = typingOf('n', '{"n": {{$x := 1}}{{$x}}, "list": [{{$x}}]}')
    expect(typing.read('')).toEqual({ ok: false, reason: expect.stringContaining('Other arguments depend on what stands at `n`') })
    expect(typing.read('3')).toEqual({ ok: true, value: '3' })
    expect(typingOf('list', '{"n": {{$x := 1}}{{$x}}, "list": [{{$x}}]}').read('')).toEqual({ ok: true, value: undefined })
  })
})
