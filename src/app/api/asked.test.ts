import { afterEach, expect, it, vi } from 'vitest'
import { afterAsked } from './asked.ts'

const asking = globalThis as { heddleAsked?: Map<string, Promise<Response>> }

afterEach(() => {
  delete asking.heddleAsked
})

it('gives what the page asked for already, once, and asks for the rest itself', async () => {
  const early = new Response('early')
  asking.heddleAsked = new Map([['/api/layout', Promise.resolve(early)]])
  const fetch = vi.fn<() => Promise<Response>>(() => Promise.resolve(new Response('late')))
  const { fetch: ask } = afterAsked(fetch)
  expect(await ask('/api/layout', { method: 'GET' })).toBe(early)
  expect(fetch).not.toHaveBeenCalled()
  expect(await (await ask('/api/layout', { method: 'GET' })).text()).toBe('late')
})

it('never answers a write with an early answer, and nothing after it was told to forget', async () => {
  asking.heddleAsked = new Map([['/api/layout', Promise.resolve(new Response('early'))]])
  const { fetch: ask, forget } = afterAsked(() => Promise.resolve(new Response('late')))
  expect(await (await ask('/api/layout', { method: 'PUT' })).text()).toBe('late')
  forget()
  expect(await (await ask('/api/layout', { method: 'GET' })).text()).toBe('late')
})

it('asks itself where nothing was asked before', async () => {
  const { fetch: ask, forget } = afterAsked(() => Promise.resolve(new Response('late')))
  forget()
  expect(await (await ask('/api/layout', { method: 'GET' })).text()).toBe('late')
})
