import { afterEach, expect, it, vi } from 'vitest'
import { fakeSession, settle } from './testing/fakes.ts'
import { reported } from './testing/reported.ts'

afterEach(() => vi.unstubAllGlobals())

const A = 'name: a\nnodes:\n  - id: one\n    prompt: p\n'

it('what the picture does not need comes after the frame that shows it, and at once from then on', async () => {
  const { session, clock } = fakeSession({ 'a.yaml': A })
  let done = 0
  session.picture.onceShown(() => (done += 1))
  const taken = session.picture.onceShown(() => (done += 100))
  taken()
  await session.start('a.yaml')
  await settle()
  expect(session.layout.getState().positions.size).toBe(1)
  expect([session.picture.isShown(), done]).toEqual([false, 0])
  for (let frame = 0; frame < 3; frame += 1) clock.pass(1)
  expect([session.picture.isShown(), done]).toEqual([true, 1])
  session.picture.onceShown(() => (done += 1))
  expect(done).toBe(2)
})

it('nothing waits for a picture where no file is opened, where there is nothing to draw, or where it does not come', async () => {
  const none = fakeSession({ 'a.yaml': A, 'b.yaml': A })
  await none.session.start(null)
  await settle()
  for (let frame = 0; frame < 3; frame += 1) none.clock.pass(1)
  expect(none.session.picture.isShown()).toBe(true)

  const empty = fakeSession({ 'a.yaml': 'name: a\nnodes: []\n' })
  await empty.session.start('a.yaml')
  await settle()
  for (let frame = 0; frame < 3; frame += 1) empty.clock.pass(1)
  expect(empty.session.picture.isShown()).toBe(true)

  const slow = fakeSession({ 'a.yaml': A })
  slow.clock.pass(10_000)
  expect(slow.session.picture.isShown()).toBe(true)
})

it('waits on when a file is asked for after there seemed to be none', async () => {
  const { session, clock } = fakeSession({ 'a.yaml': A })
  await session.files.loadWorkspace()
  session.workspace.dispatch({ type: 'opening', path: 'a.yaml' })
  for (let frame = 0; frame < 3; frame += 1) clock.pass(1)
  expect(session.picture.isShown()).toBe(false)
  session.workspace.dispatch({ type: 'opening', path: null })
  for (let frame = 0; frame < 3; frame += 1) clock.pass(1)
  expect(session.picture.isShown()).toBe(true)
})

it('counts no frames before the page is there', async () => {
  const { session, clock } = fakeSession({ 'a.yaml': A })
  const rendered = session.picture.hold()
  await session.start('a.yaml')
  await settle()
  for (let frame = 0; frame < 9; frame += 1) clock.pass(1)
  expect(session.picture.isShown()).toBe(false)
  rendered()
  for (let frame = 0; frame < 3; frame += 1) clock.pass(1)
  expect(session.picture.isShown()).toBe(true)
})

it('waits for the nodes to be drawn, but not for ever', async () => {
  let drawn = false
  const { session, clock } = fakeSession({ 'a.yaml': A }, { isDrawn: () => drawn })
  await session.start('a.yaml')
  await settle()
  for (let frame = 0; frame < 9; frame += 1) clock.pass(1)
  expect(session.picture.isShown()).toBe(false)
  drawn = true
  for (let frame = 0; frame < 2; frame += 1) clock.pass(1)
  expect(session.picture.isShown()).toBe(true)

  const unseen = fakeSession({ 'a.yaml': A }, { isDrawn: () => false })
  await unseen.session.start('a.yaml')
  await settle()
  for (let frame = 0; frame < 50; frame += 1) unseen.clock.pass(1)
  expect(unseen.session.picture.isShown()).toBe(true)
})

it('is told to all who wait for it, though one of them throws', async () => {
  const errors = reported()
  const { session, clock } = fakeSession({ 'a.yaml': A })
  let told = 0
  session.picture.onceShown(() => {
    throw new Error('mine')
  })
  session.picture.onceShown(() => (told += 1))
  await session.start('a.yaml')
  await settle()
  for (let frame = 0; frame < 3; frame += 1) clock.pass(1)
  expect([told, errors]).toEqual([1, [new Error('mine')]])
})
