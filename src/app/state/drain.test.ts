import { afterEach, expect, it, vi } from 'vitest'
import { createDocumentCore } from './documentCore.ts'
import { drain } from './drain.ts'
import { reader } from './reader.ts'
import { settle } from './testing/fakes.ts'
import { reported } from './testing/reported.ts'

afterEach(() => vi.unstubAllGlobals())

it('does all that waits once, though some of it throws, and what is added meanwhile', () => {
  const errors = reported()
  const done: string[] = []
  const waiting = new Set<() => void>()
  waiting.add(() => void done.push('a'))
  waiting.add(() => {
    waiting.add(() => void done.push('later'))
    throw new Error('b')
  })
  waiting.add(() => void done.push('c'))
  drain(waiting)
  drain(waiting)
  expect([done, errors]).toEqual([['a', 'c', 'later'], [new Error('b')]])
})

it('counts a reader as loaded, though what waited for it throws', async () => {
  const errors = reported()
  const done: string[] = []
  const core = createDocumentCore(() => Promise.resolve(reader))
  core.onArrival(() => void done.push('a'))
  core.onArrival(() => {
    throw new Error('b')
  })
  core.onceThere(() => void done.push('c'))
  expect(await core.load()).toBe(reader)
  await settle()
  expect(await core.load()).toBe(reader)
  expect([done, errors]).toEqual([['a', 'c'], [new Error('b')]])
})
