import { expect, it } from 'vitest'
import type { StreamListener } from '../state/index.ts'
import { followAlone } from './followAlone.ts'

function alone() {
  const calls: string[] = []
  const asked: { readonly give: () => void; readonly fail: () => void }[] = []
  const waits = new Set<() => void>()
  const follow = () => {
    calls.push('follow')
    return { watch: (runs: readonly { readonly run: string }[]) => void calls.push(`watch ${runs.map(({ run }) => run).join(' ')}`), close: () => void calls.push('close') }
  }
  const made = followAlone({
    load: () => new Promise((resolve, reject) => asked.push({ give: () => resolve(follow), fail: () => reject(new Error('away')) })),
    after(_ms, work) {
      waits.add(work)
      return () => waits.delete(work)
    },
  })({ lost: () => void calls.push('lost') } as unknown as StreamListener)
  const settle = async () => {
    for (let turn = 0; turn < 9; turn += 1) await Promise.resolve()
  }
  const answer = async (how: 'give' | 'fail') => {
    asked.at(-1)![how]()
    await settle()
  }
  const pass = () => {
    for (const work of waits) {
      waits.delete(work)
      work()
    }
  }
  return { calls, asked, waits, made, answer, pass }
}

it('tells of a server that is away when it cannot be asked for, and follows once it is back', async () => {
  const { calls, asked, made, answer, pass } = alone()
  made.watch([{ run: 'a', after: 0 }])
  await answer('fail')
  expect(calls).toEqual(['lost'])
  pass()
  await answer('fail')
  expect(calls).toEqual(['lost', 'lost'])
  pass()
  await answer('give')
  expect([asked.length, calls]).toEqual([3, ['lost', 'lost', 'follow', 'watch a']])
  made.watch([{ run: 'b', after: 2 }])
  made.close()
  expect(calls.slice(4)).toEqual(['watch b', 'close'])
})

it('asks for nothing more, and tells nothing, once nobody follows', async () => {
  const first = alone()
  first.made.close()
  await first.answer('fail')
  expect([first.calls, first.waits.size]).toEqual([[], 0])

  const second = alone()
  await second.answer('fail')
  second.made.close()
  second.pass()
  expect([second.calls, second.asked.length]).toEqual([['lost'], 1])

  const third = alone()
  third.made.close()
  await third.answer('give')
  expect(third.calls).toEqual([])
})
