import { describe, expect, it } from 'vitest'
import { toRunError } from './failure.ts'
import { NodeFailure } from './ports.ts'
import { acting, planOf } from './testing/plans.ts'
import { runPlan } from './testing/bench.ts'

class Unfriendly {
  get message(): string {
    throw new Error('no')
  }
  toJSON(): never {
    throw new Error('no')
  }
}

describe('toRunError', () => {
  const circular: { self?: unknown } = {}
  circular.self = circular
  const loop = new Error('a')
  loop.cause = new Error('b', { cause: loop })

  const cases: readonly (readonly [string, unknown, string])[] = [
    ['an error', new Error('boom'), 'boom'],
    ['an error without a message', new TypeError(''), 'failed with TypeError and no message'],
    ['an error with causes', new Error('fetch failed', { cause: new Error('connect ECONNREFUSED', { cause: 'port 1' }) }), 'fetch failed: connect ECONNREFUSED: port 1'],
    ['a cause that is told already', new Error('cannot read: ENOENT', { cause: new Error('ENOENT') }), 'cannot read: ENOENT'],
    ['causes in a circle', loop, 'a: b'],
    ['several errors', new AggregateError([new Error('x'), 'y'], 'all failed'), 'all failed: x; y'],
    ['undefined', undefined, 'failed without an error (undefined was thrown)'],
    ['null', null, 'failed without an error (null was thrown)'],
    ['a string', 'just words', 'just words'],
    ['an empty string', '  ', 'failed with an empty message'],
    ['a number', 42, 'failed with 42'],
    ['a symbol', Symbol('s'), 'failed with Symbol(s)'],
    ['a function', () => 1, 'failed with a function'],
    ['an object with a message', { message: 'words' }, 'words'],
    ['an object', { code: 7 }, 'failed with {"code":7}'],
    ['an object in a circle', circular, 'failed with an error that cannot be read'],
    ['an object that throws', new Unfriendly(), 'failed with an error that cannot be read'],
  ]
  it.each(cases)('puts %s into words', (_, thrown, message) => {
    expect(toRunError(thrown)).toEqual({ message, kind: 'error' })
  })

  it('keeps a kind and a hint, of a NodeFailure and of what looks like one', () => {
    const error = { message: 'no key', kind: 'missing-key', hint: 'export it' } as const
    expect(toRunError(new NodeFailure(error))).toEqual(error)
    expect(toRunError(Object.assign(new Error('no key'), { kind: 'missing-key', hint: 'export it' }))).toEqual(error)
    expect(toRunError(Object.assign(new Error('x'), { kind: 'made up' }))).toEqual({ message: 'x', kind: 'error' })
  })

  it('cuts a message that is endless', () => {
    const { message } = toRunError(new Error('x'.repeat(100_000)))
    expect(message.length).toBeLessThan(8_100)
    expect(message).toMatch(/\(92000 more characters\)$/)
  })
})

describe('what an executor gives', () => {
  const give = async (value: unknown) => {
    const { state } = await runPlan(planOf('a; b < a'), acting({ a: () => value as string }))
    return state.nodes['a']
  }

  const bad: readonly (readonly [string, unknown, string])[] = [
    ['nothing', undefined, 'its output is not JSON: it is undefined'],
    ['a function', { f: () => 1 }, 'its output is not JSON: f is a function'],
    ['a date', { list: [{ at: new Date() }] }, 'its output is not JSON: list[0].at is an object of class Date'],
    ['not a number', { a: { b: Number.NaN } }, 'its output is not JSON: a.b is NaN'],
    ['a big integer', [1n], 'its output is not JSON: [0] is a bigint'],
    ['a hole', [undefined], 'its output is not JSON: [0] is undefined'],
  ]
  it.each(bad)('fails the node where it is %s, and says where', async (_, value, message) => {
    expect(await give(value)).toMatchObject({ status: 'failed', error: { message, kind: 'invalid-output' } })
  })

  it('fails the node where it contains itself, is too deep or too large', async () => {
    const circle: { in?: unknown } = {}
    circle.in = { circle }
    expect(await give(circle)).toMatchObject({ error: { message: 'its output is not JSON: in.circle contains itself' } })
    let deep: unknown = 1
    for (let n = 0; n < 100_000; n += 1) deep = [deep]
    expect(await give(deep)).toMatchObject({ error: { message: 'its output is nested more than 1,000 levels deep' } })
    expect(await give('x'.repeat(64 * 1024 * 1024 + 1))).toMatchObject({ error: { message: 'its output is larger than the limit of 64 MB' } })
    expect(await give('ä'.repeat(33 * 1024 * 1024))).toMatchObject({ error: { message: 'its output is larger than the limit of 64 MB' } })
  })

  it('is not changed by what the executor does to it later, nor by the nodes that are given it', async () => {
    const output = { list: ['a'] }
    const executor = acting({
      a: () => {
        setTimeout(() => output.list.push('late'), 0)
        return output
      },
      b: (_, __, inputs) => {
        ;(inputs.get('a') as unknown as { list: string[] }).list.push('b was here')
        return 'x'
      },
      async c(_, __, inputs) {
        await new Promise((resolve) => setTimeout(resolve, 5))
        return inputs.get('a')!
      },
    })
    const { state } = await runPlan(planOf('a; b < a; c < a'), executor)
    expect(state.nodes['a']).toMatchObject({ output: { list: ['a'] } })
    expect(state.nodes['b']).toMatchObject({ status: 'failed', error: { message: expect.stringMatching(/object is not extensible/) as string } })
    expect(state.nodes['c']).toMatchObject({ output: { list: ['a'] } })
  })

  it.each([
    ['before it gives a promise', () => { throw new Error('at once') }, 'at once'],
    ['by a value that is no result', () => undefined as never, 'its executor gave a value of type undefined in place of a result'],
    ['by null', () => Promise.resolve(null as never), 'its executor gave null in place of a result'],
  ])('fails the node %s', async (_, execute, message) => {
    const { state } = await runPlan(planOf('a'), { render: () => null, execute })
    expect(state.nodes['a']).toMatchObject({ status: 'failed', error: { message } })
  })

  it('fails the node whose input cannot be rendered', async () => {
    const { state } = await runPlan(planOf('a; b < a'), {
      render(node) {
        if (node.id === 'b') throw new Error('no such template')
        return Number.NaN
      },
      execute: async () => ({ output: 'x' }),
    })
    expect(state.nodes['a']).toMatchObject({ status: 'failed', error: { message: 'its input is not JSON: it is NaN' } })
    expect(state.order).toEqual(['a'])
  })

  it('may use what it was given only while its node runs', async () => {
    let later: Promise<unknown> | undefined
    const { state, store } = await runPlan(
      planOf('a; b < a'),
      acting({
        a(context) {
          later = new Promise((resolve) => setTimeout(resolve, 5)).then(async () => {
            context.delta('late')
            return Promise.allSettled([context.step('late', async () => ({ result: 1, model: 'm' })), context.retrying(1, 1, { message: 'x', kind: 'error' })])
          })
          return 'x'
        },
        b: () => later!.then(() => 'x'),
      }),
    )
    expect(await later).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
    expect((await store.read(state.run)).map(({ type }) => type)).not.toContain('model.called')
  })
})
