import fc from 'fast-check'
import { canonicalJson } from '../text/canonical.ts'
import { describe, expect, it } from 'vitest'
import { GENESIS, outputHash, sealEvent, verifyChain } from './chain.ts'
import type { RunEvent, RunEventBody } from './event.ts'
import { completed, created, sealed, sha256, started } from './testing/events.ts'

const bodies: RunEventBody[] = [created('a', 'b'), { type: 'run.started' }, started('a'), completed('a'), started('b'), completed('b'), { type: 'run.completed' }]

describe('sealEvent', () => {
  it('lets nothing in the body take the place of what the log says of it', () => {
    const head = { seq: 4, hash: 'a'.repeat(64) }
    const place = { seq: 5, run: 'r', prev: head.hash, v: 1, at: '2026-11-30T08:00:00.000Z' }
    const body = { type: 'log', message: 'm', seq: 1, run: 'other', prev: '0', v: 2, at: 'then', hash: 'h' } as RunEventBody
    const { event, text } = sealEvent('r', head, place.at, body, sha256)
    expect(JSON.parse(text)).toEqual({ ...place, type: 'log', message: 'm' })
    expect(event).toEqual({ ...place, type: 'log', message: 'm', hash: sha256(canonicalJson(JSON.parse(text))) })
    expect(verifyChain([event], sha256, { run: 'r', from: head }).ok).toBe(true)
  })

  it('refuses what would be written otherwise than it is hashed', () => {
    const output = { at: new Date(0) } as unknown as string
    expect(() => sealEvent('r', GENESIS, '2026-11-30T08:00:00.000Z', { ...completed('a'), output } as RunEventBody, sha256)).toThrow('`toJSON`')
  })
})

describe('verifyChain', () => {
  const log = sealed(bodies)
  const end = { seq: 7, hash: log[6]!.hash }

  it('accepts a log as it was written, whole or in pages', () => {
    expect(verifyChain(log, sha256, { run: 'r', end })).toEqual({ ok: true, head: end })
    const first = verifyChain(log.slice(0, 3), sha256)
    expect(verifyChain(log.slice(3), sha256, { from: first.head, end })).toEqual({ ok: true, head: end })
    expect(verifyChain([], sha256)).toEqual({ ok: true, head: GENESIS })
  })

  const bad: readonly (readonly [string, (events: RunEvent[]) => RunEvent[], number, RegExp])[] = [
    ['a changed output', (events) => events.with(3, { ...events[3]!, output: 'b done' } as RunEvent), 4, /event 4 \(node\.completed\) was changed/],
    ['a changed time', (events) => events.with(1, { ...events[1]!, at: '2020-01-01T00:00:00.000Z' }), 2, /event 2/],
    ['an added field', (events) => events.with(1, { ...events[1]!, extra: 1 } as unknown as RunEvent), 2, /event 2/],
    ['a changed hash', (events) => events.with(4, { ...events[4]!, hash: '0'.repeat(64) }), 5, /event 5/],
    ['a missing event', (events) => events.toSpliced(2, 1), 3, /event 3 is missing/],
    ['a missing first event', (events) => events.slice(1), 1, /event 1 is missing/],
    ['a doubled event', (events) => events.toSpliced(3, 0, events[2]!), 3, /event 3 stands after event 3/],
    ['two events that changed places', (events) => events.with(2, events[3]!).with(3, events[2]!), 3, /missing/],
    ['a log that was cut off', (events) => events.slice(0, 5), 6, /cut off, the run has 7 events/],
    ['a log that goes on beyond its head', (events) => [...events, ...sealed([{ type: 'log', message: 'x' }], 'r', end)], 8, /not the one that the run's row names/],
    ['an event of another run', (events) => events.with(0, sealed(bodies, 's')[0]!), 1, /belongs to run s/],
    ['a record that is no JSON any more', (events) => events.with(3, { ...events[3]!, output: Number.NaN } as RunEvent), 4, /event 4/],
  ]
  it.each(bad)('names the first bad event at %s', (_, change, seq, reason) => {
    const check = verifyChain(change([...log]), sha256, { run: 'r', end })
    expect(check).toMatchObject({ ok: false, seq })
    expect(check.ok ? '' : check.reason).toMatch(reason)
  })

  it('finds the place where a log was sealed anew from the middle on', () => {
    const forged = [...log.slice(0, 3), ...sealed([completed('b'), ...bodies.slice(4)], 'r', { seq: 3, hash: 'f'.repeat(64) })]
    expect(verifyChain(forged, sha256, { end })).toMatchObject({ ok: false, seq: 4 })
  })

  it('finds any change of any event', () => {
    fc.assert(
      fc.property(fc.nat(log.length - 1), fc.constantFrom('at', 'run', 'seq', 'type', 'prev', 'hash', 'v'), fc.jsonValue(), (place, key, value) => {
        const event = log[place]!
        fc.pre(JSON.stringify(event[key as keyof RunEvent]) !== JSON.stringify(value))
        const check = verifyChain(log.with(place, { ...event, [key]: value } as RunEvent), sha256, { end })
        expect(check.ok).toBe(false)
      }),
    )
  })
})

describe('outputHash', () => {
  it('depends on the output and on the visits before it, and on nothing else', () => {
    const hash = outputHash({ b: 1, a: 2 }, ['x', 'y'], sha256)
    expect(outputHash({ a: 2, b: 1 }, ['x', 'y'], sha256)).toBe(hash)
    expect(outputHash({ a: 2, b: 1 }, ['y', 'x'], sha256)).not.toBe(hash)
    expect(outputHash({ a: 2, b: 2 }, ['x', 'y'], sha256)).not.toBe(hash)
  })
})
