import { expect, it } from 'vitest'
import type { StreamListener } from '../state/index.ts'
import { followLater } from './followLater.ts'

function follower() {
  const calls: string[] = []
  let come = () => {}
  const moment = new Promise<void>((resolve) => (come = resolve))
  const follow = followLater(moment, () => {
    calls.push('follow')
    return { watch: (runs) => void calls.push(`watch ${runs.map(({ run }) => run).join(' ')}`), close: () => void calls.push('close') }
  })
  const made = follow({} as StreamListener)
  return { calls, made, come: async () => { come(); await moment; await Promise.resolve() } }
}

it('begins when its moment has come, with what is to be watched by then', async () => {
  const { calls, made, come } = follower()
  made.watch([{ run: 'a', after: 0 }])
  made.watch([{ run: 'b', after: 3 }])
  expect(calls).toEqual([])
  await come()
  expect(calls).toEqual(['follow', 'watch b'])
  made.watch([{ run: 'c', after: 0 }])
  made.close()
  expect(calls).toEqual(['follow', 'watch b', 'watch c', 'close'])
})

it('never begins for a page that was left before', async () => {
  const { calls, made, come } = follower()
  made.close()
  await come()
  expect(calls).toEqual([])
})
