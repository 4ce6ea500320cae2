import type { EngineOptions } from './engine.ts'

/**
 * A named point at which a test lets the process die: `after-append:<type of event>` when the first such
 * event is durable, `after-append:<type>:3` at the third one. Only the composition root of a build for
 * tests reads the name from anywhere. Throws a TypeError at a name that it does not know.
 */
export function faultPoint(name: string | undefined, die: () => void): Pick<EngineOptions, 'onAppended'> {
  if (name === undefined || name === '') return {}
  const [, type, count = '1'] = /^after-append:([a-z]+\.[a-z]+|log)(?::([1-9]\d*))?$/.exec(name) ?? []
  if (type === undefined) throw new TypeError(`${JSON.stringify(name)} is no fault point: write after-append:<type of event>`)
  let left = Number(count)
  return {
    onAppended(event) {
      if (event.type !== type) return
      left -= 1
      if (left === 0) die()
    },
  }
}
