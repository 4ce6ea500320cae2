import type { ChildProcess } from 'node:child_process'

/** A child process with all that it starts, in a process group of its own: begun with `detached: true`. */
export type ProcessGroup = {
  /** Asks the group to end, then makes it. Resolves when it is gone, at the latest a while after. Never rejects. */
  end(grace?: number): Promise<void>
}

/** How long a group is asked before it is killed, and how long its end is waited for. Milliseconds. */
const GRACE = 1_000
const PATIENCE = 1_000

const living = new Set<number>()

function killAll(): void {
  for (const id of living) signalGroup(id, 'SIGKILL')
}

/** Follows the group that a child leads. When this process ends, whichever way it can still act, the group is killed. */
export function followGroup(child: ChildProcess): ProcessGroup {
  const id = child.pid
  if (id === undefined) return { end: () => Promise.resolve() }
  if (living.size === 0) process.on('exit', killAll)
  living.add(id)
  const gone = (): boolean => {
    if (signalGroup(id, 0)) return false
    living.delete(id)
    if (living.size === 0) process.off('exit', killAll)
    return true
  }
  let ending: Promise<void> | undefined
  return {
    end(grace = GRACE) {
      return (ending ??= (async () => {
        if (gone()) return
        if (grace > 0) {
          signalGroup(id, 'SIGTERM')
          if (await waitUntil(gone, grace)) return
        }
        signalGroup(id, 'SIGKILL')
        await waitUntil(gone, PATIENCE)
        // Killed and not yet reaped by whoever inherited it: nothing is left to do.
        living.delete(id)
        if (living.size === 0) process.off('exit', killAll)
      })())
    },
  }
}

/** False when there is no such group any more. */
function signalGroup(id: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(process.platform === 'win32' ? id : -id, signal)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

async function waitUntil(condition: () => boolean, ms: number): Promise<boolean> {
  const until = performance.now() + ms
  let pause = 5
  while (!condition()) {
    if (performance.now() >= until) return false
    await new Promise((resolve) => {
      setTimeout(resolve, pause)
    })
    pause = Math.min(50, pause * 2)
  }
  return true
}
