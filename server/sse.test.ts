import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type Server } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { readEvents } from './routes/testing/event-reader.ts'
import { createStreams, type EventStream, type StreamPace, type Streams } from './sse.ts'

let server: Server
let streams: Streams
let port: number

async function listen(pace: StreamPace, onOpen: (stream: EventStream) => void | Promise<void>, onHeartbeat?: () => void): Promise<void> {
  streams = createStreams(pace)
  server = createServer((_, outgoing) => void onOpen(streams.open(outgoing, onHeartbeat)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  port = typeof address === 'object' && address !== null ? address.port : 0
}
afterEach(() => {
  streams.closeAll()
  server.closeAllConnections()
  server.close()
})

const open = () => new Promise<IncomingMessage>((resolve, reject) => request({ host: '127.0.0.1', port, agent: false }, resolve).on('error', reject).end())
const calm: StreamPace = { heartbeat: 60_000, stall: 60_000 }

describe('an event stream', () => {
  it('has headers that keep proxies from holding it back', async () => {
    await listen(calm, () => undefined)
    const { headers } = await open()
    expect([headers['content-type'], headers['cache-control'], headers['x-accel-buffering']]).toEqual(['text/event-stream', 'no-store, no-transform', 'no'])
    expect(headers['content-length']).toBeUndefined()
  })

  it('sends id, type and one line of data, whatever the data holds', async () => {
    const data = { text: 'a\nb\r\n\u2028: id: 7\n\nevent: x', nul: '\0', half: '\ud800', __proto__: null }
    await listen(calm, async (stream) => {
      await stream.send({ type: 'log', id: '7', data })
      await stream.send({ type: 'node.output', data: 'no id' })
      stream.end()
    })
    const reader = readEvents(await open())
    await reader.ended
    expect(reader.events).toEqual([{ type: 'log', id: '7', data: JSON.parse(JSON.stringify(data)) }, { type: 'node.output', data: 'no id' }])
  })

  it('shows signs of life while nothing happens', async () => {
    const onHeartbeat = vi.fn<() => void>()
    await listen({ heartbeat: 15, stall: 60_000 }, () => undefined, onHeartbeat)
    const reader = readEvents(await open())
    await vi.waitFor(() => expect(reader.comments.length).toBeGreaterThanOrEqual(3))
    expect([reader.events, onHeartbeat.mock.calls.length >= 3]).toEqual([[], true])
  })

  it('says that the client left, and stops its heartbeat', async () => {
    const opened: EventStream[] = []
    const onHeartbeat = vi.fn<() => void>()
    await listen({ heartbeat: 10, stall: 60_000 }, (stream) => void opened.push(stream), onHeartbeat)
    const incoming = await open()
    incoming.destroy()
    await vi.waitFor(() => expect([opened[0]?.signal.aborted, streams.size]).toEqual([true, 0]))
    expect(await opened[0]?.send({ type: 'x', data: 1 })).toBe(false)
    const beats = onHeartbeat.mock.calls.length
    await sleep(50)
    expect(onHeartbeat.mock.calls.length).toBe(beats)
  })

  it('takes no more than a client reads, and drops one that reads nothing', async () => {
    let sent = 0
    let buffered = 0
    let outcome: boolean | null = null
    streams = createStreams({ heartbeat: 5, stall: 150 })
    server = createServer((_, outgoing) => {
      const stream = streams.open(outgoing)
      void (async () => {
        // A gigabyte, if it were taken.
        while (sent < 100_000) {
          outcome = await stream.send({ type: 'x', data: 'y'.repeat(10_000) })
          if (!outcome) return
          sent++
          buffered = Math.max(buffered, outgoing.writableLength)
        }
      })()
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const socket = connect(typeof address === 'object' && address !== null ? address.port : 0, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'))
    socket.pause()
    socket.on('error', () => undefined)
    await vi.waitFor(() => expect([outcome, streams.size]).toEqual([false, 0]), { timeout: 8_000 })
    // What the system's own buffers took, and not much above one message here.
    expect(sent).toBeLessThan(2_000)
    expect(buffered).toBeLessThan(200_000)
    socket.destroy()
  })

  it('goes on with a client that reads slowly, and loses nothing', async () => {
    const total = 400
    await listen({ heartbeat: 1_000, stall: 2_000 }, async (stream) => {
      for (let index = 0; index < total; index++) await stream.send({ type: 'x', id: String(index), data: 'y'.repeat(20_000) })
      stream.end()
    })
    const incoming = await open()
    const reader = readEvents(incoming)
    const pausing = setInterval(() => {
      incoming.pause()
      setTimeout(() => incoming.resume(), 10)
    }, 15)
    await reader.ended
    clearInterval(pausing)
    expect(reader.events.map(({ id }) => Number(id))).toEqual(Array.from({ length: total }, (_, index) => index))
  })

  it('keeps the order of what several writers send, and keeps waiting ones from growing', async () => {
    await listen(calm, async (stream) => {
      await Promise.all(['a', 'b', 'c'].map(async (type) => {
        for (let index = 0; index < 200; index++) await stream.send({ type, id: String(index), data: 'y'.repeat(3_000) })
      }))
      stream.end()
    })
    const reader = readEvents(await open())
    await reader.ended
    for (const type of ['a', 'b', 'c']) expect(reader.events.filter((event) => event.type === type).map(({ id }) => Number(id))).toEqual(Array.from({ length: 200 }, (_, index) => index))
  })

  it('is ended with the server', async () => {
    await listen(calm, () => undefined)
    const readers = [readEvents(await open()), readEvents(await open())]
    expect(streams.size).toBe(2)
    streams.closeAll()
    await Promise.all(readers.map(({ ended }) => ended))
    expect(streams.size).toBe(0)
  })
})
