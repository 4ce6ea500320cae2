import type { Server } from 'node:http'
import { errnoOf } from './workspace/fault.ts'

export const DEFAULT_PORT = 4317

/** How many ports after the default are tried. */
const TRIES = 20

/** Why serving cannot start, and what to do about it. */
export class ServeError extends Error {
  override name = 'ServeError'
  readonly hint: string
  constructor(message: string, hint: string) {
    super(message)
    this.hint = hint
  }
}

/** Listens at `port`, or without one at the first free port from the default on. Gives the port. */
export async function listen(server: Server, host: string, port?: number): Promise<number> {
  if (port !== undefined) return await listenAt(server, host, port)
  for (let tried = DEFAULT_PORT; tried < DEFAULT_PORT + TRIES; tried++) {
    try {
      return await listenAt(server, host, tried)
    } catch (error) {
      if (!(error instanceof ServeError && error.cause === 'EADDRINUSE')) throw error
    }
  }
  return await listenAt(server, host, 0)
}

function listenAt(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const onError = (error: Error) => {
      server.off('listening', onListening)
      reject(explain(error, host, port))
    }
    const onListening = () => {
      server.off('error', onError)
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    }
    server.once('error', onError)
    server.once('listening', onListening)
    server.listen({ host, port, exclusive: true })
  })
}

function explain(error: Error, host: string, port: number): Error {
  const code = errnoOf(error)
  const said = (message: string, hint: string) => Object.assign(new ServeError(message, hint), { cause: code })
  switch (code) {
    case 'EADDRINUSE':
      return said(`port ${port} is in use`, 'Stop the program that uses it, or choose another one with --port; without --port the next free one is taken.')
    case 'EACCES':
      return said(`port ${port} may not be used by you`, 'Choose one above 1023 with --port.')
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return said(`${host} is no address of this machine`, 'Leave out --host to serve this machine alone, or name one of its addresses.')
    default:
      return error
  }
}
