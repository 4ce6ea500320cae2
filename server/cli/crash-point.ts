import type { RunEvent } from '../../src/core/index.ts'

/**
 * Kills the process, as a power cut would, once an event is durable: `FAULT=after-append:node.completed`,
 * or `after-append:node.completed:3` for the third one. Builds for tests only, so that a crash can be
 * put exactly where it might hurt. Undefined when nothing is asked for.
 */
export function crashPoint(fault: string | undefined): ((event: RunEvent) => void) | undefined {
  const asked = /^after-append:([a-z.]+)(?::(\d+))?$/.exec(fault ?? '')
  if (asked === null) return undefined
  let left = Number(asked[2] ?? 1)
  return ({ type }) => {
    if (type !== asked[1]) return
    left -= 1
    if (left === 0) process.kill(process.pid, 'SIGKILL')
  }
}
