import { describe, expect, it } from 'vitest'
import type { RunEvent } from '../../core/index.ts'
import type { StreamListener } from '../state/index.ts'
import { createHub, type FromHub } from './hub.ts'

function world() {
  const watched: string[] = []
  let listener: StreamListener | null = null
  let open = 0
  const hub = createHub((given) => {
    listener = given
    open += 1
    return { watch: (runs) => void watched.push(runs.map(({ run, after }) => `${run}:${after}`).join(' ')), close: () => void (open -= 1) }
  })
  const page = (id: string) => {
    const heard: string[] = []
    hub.join(id, (message: FromHub) => {
      if (message.type === 'joined') return
      const [first] = message.args as readonly unknown[]
      const said = first as { readonly run?: string; readonly seq?: number } | undefined
      heard.push(said?.run === undefined ? message.call : `${said.run}:${said.seq}`)
    })
    return heard
  }
  const event = (run: string, seq: number) => listener!.runEvent({ v: 1, type: 'run.started', run, seq, at: '', hash: '', prev: '' } as RunEvent)
  return { hub, page, event, watched, stream: () => listener!, open: () => open }
}

describe('one stream for all pages', () => {
  it('is opened once, and tells a page that comes later what is so now', () => {
    const { page, stream, open } = world()
    const first = page('one')
    stream().connected([{ path: 'a.yaml', etag: '"1"' }])
    stream().fileChanged('a.yaml', '"2"')
    const second = page('two')
    expect(open()).toBe(1)
    expect(first).toEqual(['connected', 'fileChanged'])
    expect(second).toEqual(['connected'])
    stream().lost()
    expect(page('three')).toEqual(['lost'])
  })

  it('tells each page the events of the runs that it follows, each once, from where it has got to', () => {
    const { hub, page, event, watched } = world()
    const [one, two] = [page('one'), page('two')]
    hub.watch('one', [{ run: 'r', after: 0 }])
    event('r', 1)
    event('r', 2)
    // The second begins at the beginning, so the stream goes back; the first is not told twice.
    hub.watch('two', [{ run: 'r', after: 0 }])
    event('r', 1)
    event('r', 2)
    event('r', 3)
    expect(watched).toEqual(['r:0', 'r:0'])
    expect(one).toEqual(['r:1', 'r:2', 'r:3'])
    expect(two).toEqual(['r:1', 'r:2', 'r:3'])
    hub.watch('two', [{ run: 's', after: 0 }])
    event('r', 4)
    event('s', 1)
    expect(one.at(-1)).toBe('r:4')
    expect(two.at(-1)).toBe('s:1')
    expect(watched.at(-1)).toBe('r:3 s:0')
  })

  it('asks for nothing again that comes in anyway', () => {
    const { hub, page, event, watched } = world()
    page('one')
    const two = page('two')
    hub.watch('one', [{ run: 'r', after: 0 }])
    event('r', 1)
    hub.watch('two', [{ run: 'r', after: 1 }])
    event('r', 2)
    expect(watched).toEqual(['r:0'])
    expect(two).toEqual(['r:2'])
  })

  it('closes with the last page', () => {
    const { hub, page, open } = world()
    page('one')
    page('two')
    hub.leave('one')
    expect(open()).toBe(1)
    hub.leave('two')
    expect(open()).toBe(0)
    page('three')
    expect(open()).toBe(1)
  })
})
