import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import type { Owner } from '../engine/ports.ts'

/** An owner on another host that has not renewed for this long is taken for dead. Milliseconds. */
export const LEASE_LIFETIME = 60_000

let ownMark: string | undefined

/** An owner of this process, unlike any other, in this process or not. */
export function createOwner(): Owner {
  ownMark ??= startMark(process.pid)
  return { host: hostname(), pid: process.pid, token: `${ownMark}:${randomBytes(8).toString('hex')}` }
}

/**
 * Is the process still there that took the lease? On this host that is asked of the system, and a
 * process that began at another time under the same number is another one. `renewed` and `now`: ms since 1970.
 */
export function isAlive(owner: Owner, renewed: number, now: number): boolean {
  if (owner.host !== hostname()) return now - renewed < LEASE_LIFETIME
  if (!exists(owner.pid)) return false
  const mark = owner.token.split(':')[0]
  const current = owner.pid === process.pid ? (ownMark ??= startMark(process.pid)) : startMark(owner.pid)
  // Where the system does not tell when a process began, its number must do.
  return mark === '' || current === '' || mark === current
}

function exists(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** When a process began, as text that no other process of the same number has; empty when unknown. */
function startMark(pid: number): string {
  try {
    if (process.platform === 'linux') {
      // The name, in brackets, may hold anything; the 22nd field, counted behind it, is the start in ticks since boot.
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      // A zombie has ended, though its number is still taken.
      if (fields[0] === 'Z') return 'ended'
      const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').slice(0, 8)
      return `${boot}-${fields[19]}`
    }
    if (process.platform === 'darwin' || process.platform.endsWith('bsd')) {
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim().replaceAll(/[\s:]+/g, '-')
    }
    return ''
  } catch {
    return ''
  }
}
