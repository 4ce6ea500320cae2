import { describe, expect, it } from 'vitest'
import { analyse, editText, openDocument, project, type Analysis, type Projection, type WorkflowDocument } from '../../core/index.ts'
import { createKillableAnalysis, type Spawn } from './killableAnalysis.ts'
import { deltaOf } from './projectionDelta.ts'

/** Workers that do a step of their work when they are told to, and a clock that is wound by hand. */
function stage() {
  const workers: { readonly begin: () => void; readonly answer: () => void; readonly fail: () => void; ended: boolean }[] = []
  let limit: (() => void) | null = null
  const spawn: Spawn = (heard, failed) => {
    const documents: WorkflowDocument[] = []
    let previous: Analysis | undefined
    let sent: Projection | null = null
    const steps = {
      ended: false,
      begin: () => heard({ begun: documents[0]!.revision }),
      answer: () => {
        previous = analyse(documents.shift()!, previous)
        const projection = project(previous)
        heard(deltaOf(sent, projection))
        sent = projection
      },
      fail: failed,
    }
    workers.push(steps)
    return { postMessage: (document) => void documents.push(document), terminate: () => void (steps.ended = true) }
  }
  const readSlowly = createKillableAnalysis(spawn, (work) => {
    limit = work
    return () => void (limit = null)
  })
  const read = (document: WorkflowDocument, slow: () => void = () => undefined) => readSlowly(document, slow)
  return { workers, read, timeIsUp: () => limit?.(), isTimed: () => limit !== null }
}

const first = openDocument({ text: 'nodes:\n  - id: a\n    prompt: p\n', format: 'yaml', name: 'a.yaml' })
const second = editText(first, [{ range: { start: 0, end: 0 }, text: '# note\n' }])

describe('reading in a worker', () => {
  it('gives the projection of each text that was asked for', async () => {
    const { workers, read } = stage()
    const answers = [read(first), read(second)]
    for (const step of ['begin', 'answer', 'begin', 'answer'] as const) workers[0]![step]()
    const [one, two] = await Promise.all(answers)
    expect(one).toEqual(project(analyse(first)))
    expect(two).toEqual(project(analyse(second)))
    expect(workers).toHaveLength(1)
  })

  it('counts no time until the worker begins, and none after it answered', async () => {
    const { workers, read, isTimed } = stage()
    const answer = read(first)
    expect(isTimed()).toBe(false)
    workers[0]!.begin()
    expect(isTimed()).toBe(true)
    workers[0]!.answer()
    expect(isTimed()).toBe(false)
    expect(await answer).toBeTypeOf('object')
  })

  it('stops a worker that takes too long with a text, and reads the one that waits for it in another', async () => {
    const { workers, read, timeIsUp } = stage()
    const answers = [read(first), read(second)]
    workers[0]!.begin()
    timeIsUp()
    timeIsUp()
    expect(await answers[0]).toBe('too slow')
    expect(workers.map(({ ended }) => ended)).toEqual([true, false])
    workers[1]!.begin()
    workers[1]!.answer()
    expect(await answers[1]).toEqual(project(analyse(second)))
    const again = read(first)
    workers[1]!.begin()
    workers[1]!.answer()
    expect(await again).toEqual(project(analyse(first)))
    expect(workers).toHaveLength(2)
  })

  it('reads no text that a newer one replaced before it was begun', async () => {
    const { workers, read } = stage()
    const third = editText(second, [{ range: { start: 0, end: 0 }, text: '# another\n' }])
    const answers = [read(first), read(second), read(third)]
    expect(await answers[1]).toBe('left')
    workers[0]!.begin()
    workers[0]!.answer()
    workers[0]!.begin()
    workers[0]!.answer()
    expect(await answers[0]).toEqual(project(analyse(first)))
    expect(await answers[2]).toEqual(project(analyse(third)))
    expect(workers).toHaveLength(1)
  })

  it('says of the text that waits, too, that it takes long, and says so once', async () => {
    const { workers, read, timeIsUp } = stage()
    const told: string[] = []
    const answers = [read(first, () => told.push('first')), read(second, () => told.push('second'))]
    workers[0]!.begin()
    timeIsUp()
    expect(told).toEqual(['first', 'second'])
    workers[0]!.answer()
    workers[0]!.begin()
    timeIsUp()
    workers[0]!.answer()
    await Promise.all(answers)
    expect(told).toEqual(['first', 'second'])
  })

  it('reads the text that waits in another worker when the one before it breaks its own', async () => {
    const { workers, read } = stage()
    const answers = [read(first), read(second)]
    workers[0]!.begin()
    workers[0]!.fail()
    workers[1]!.begin()
    workers[1]!.answer()
    expect(await answers[0]).toBe('failed')
    expect(await answers[1]).toEqual(project(analyse(second)))
  })

  it('says that a text takes long, goes on, and gives what it found', async () => {
    const { workers, read, timeIsUp, isTimed } = stage()
    let slow = 0
    const answer = read(first, () => (slow += 1))
    workers[0]!.begin()
    expect(slow).toBe(0)
    timeIsUp()
    expect(slow).toBe(1)
    workers[0]!.answer()
    expect(isTimed()).toBe(false)
    expect(await answer).toEqual(project(analyse(first)))
  })

  it('does not wait for a worker that cannot be started, nor for one of a file that was left', async () => {
    const { workers, read } = stage()
    const broken = read(first)
    workers[0]!.fail()
    expect(await broken).toBe('failed')
    const left = read(first)
    const other = read({ ...first, name: 'b.yaml' })
    expect(await left).toBe('left')
    workers[2]!.begin()
    workers[2]!.answer()
    expect(await other).toBeTypeOf('object')
  })
})
