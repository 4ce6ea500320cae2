import type { RunEvent } from '../src/core/index.ts'

/**
 * Kills the process, as a power cut would, once an event is durable: `after-append:node.completed`, or
 * `after-append:node.completed:3` for the third one. For tests, so that a crash can be put exactly where
 * it might hurt: of shipped code only a composition root names it, behind the constant that a build for
 * tests sets. Undefined when nothing is asked for; throws a TypeError at a name that it does not know.
 */
export function crashPoint(fault: string | undefined): ((event: RunEvent) => void) | undefined {
  if (fault === undefined || fault === '') return undefined
  const [, type, count = '1'] = /^after-append:([a-z]+\.[a-z]+|log)(?::([1-9]\d*))?$/.exec(fault) ?? []
  if (type === undefined) throw new TypeError(`${JSON.stringify(fault)} is no crash point: write after-append:<type of event>`)
  let left = Number(count)
  return (event) => {
    if (event.type !== type) return
    left -= 1
    if (left === 0) process.kill(process.pid, 'SIGKILL')
  }
}
