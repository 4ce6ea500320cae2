import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readSecret, userStateFolder } from './secret.ts'
import { createSessions } from './sessions.ts'

const HOUR = 3600_000
const DAY = 24 * HOUR

describe('sessions', () => {
  let now = 0
  const make = (change: Partial<Parameters<typeof createSessions>[0]> = {}) => createSessions({ key: Buffer.alloc(32, 1), port: 4317, scope: '/work', now: () => now, ...change })
  const pair = (cookie: string | null) => cookie?.split(';')[0] ?? ''
  beforeEach(() => {
    now = Date.UTC(2026, 10, 30)
  })

  it('hold for a server with the same key, port and folder, and for no other', () => {
    const first = make()
    const cookie = pair(first.redeem(first.issueToken()))
    expect(make().check(cookie)).toEqual({ valid: true })
    for (const other of [{ key: Buffer.alloc(32, 2) }, { port: 4318 }, { scope: '/other' }]) expect(make(other).check(cookie)).toEqual({ valid: false })
  })

  it('are found among other cookies, and not in part of another name', () => {
    const sessions = make()
    const cookie = pair(sessions.redeem(sessions.issueToken()))
    expect(sessions.check(`a=b; x; =; ${cookie} ; heddle_4318=no`)).toEqual({ valid: true })
    expect(sessions.check(`heddle_4317=wrong; ${cookie}`)).toEqual({ valid: true })
    for (const wrong of [undefined, '', `x${cookie}`, `${cookie}x`, cookie.replace('heddle_4317', 'Heddle_4317')]) expect(sessions.check(wrong)).toEqual({ valid: false })
  })

  it('are prolonged after a day, and end after thirty days without a visit', () => {
    const sessions = make()
    const cookie = pair(sessions.redeem(sessions.issueToken()))
    now += DAY + 1
    const { renew } = sessions.check(cookie)
    expect(renew).toContain('HttpOnly; SameSite=Strict')
    now += 29 * DAY
    expect(sessions.check(cookie)).toEqual({ valid: false })
    expect(sessions.check(pair(renew ?? '')).valid).toBe(true)
  })

  it('from the future are not taken, but for a clock that was set back a little', () => {
    const sessions = make()
    const cookie = pair(sessions.redeem(sessions.issueToken()))
    now -= 30_000
    expect(sessions.check(cookie).valid).toBe(true)
    now -= HOUR
    expect(sessions.check(cookie).valid).toBe(false)
  })

  it('come from a token once, within its time', () => {
    const sessions = make()
    const [token, late] = [sessions.issueToken(), sessions.issueToken()]
    expect(token).not.toBe(late)
    expect(sessions.redeem(`${token}x`)).toBeNull()
    expect(sessions.redeem(token.slice(1))).toBeNull()
    expect(sessions.redeem(token)).not.toBeNull()
    expect(sessions.redeem(token)).toBeNull()
    now += 13 * HOUR
    expect(sessions.redeem(late)).toBeNull()
    expect(make().redeem(sessions.issueToken())).toBeNull()
  })

  it('come from the user\'s own token any number of times', () => {
    const sessions = make({ userToken: 'correct horse battery' })
    expect(sessions.redeem('correct horse battery')).not.toBeNull()
    expect(sessions.redeem('correct horse battery')).not.toBeNull()
    expect(sessions.redeem('correct horse')).toBeNull()
    expect(make().redeem('correct horse battery')).toBeNull()
  })

  it('keep a bounded number of tokens', () => {
    const sessions = make()
    const oldest = sessions.issueToken()
    for (let index = 0; index < 100; index++) sessions.issueToken()
    expect(sessions.redeem(oldest)).toBeNull()
  })
})

describe('the key', () => {
  let folder: string
  beforeEach(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'heddle-state-')), 'deep', 'heddle')
  })
  afterEach(() => rm(join(folder, '../..'), { recursive: true, force: true }))

  it('is made once, for this user only, and found again', async () => {
    const first = await readSecret(folder)
    expect([first.kept, first.key.byteLength, await readSecret(folder)]).toEqual([true, 32, first])
    expect([(await stat(join(folder, 'session-key'))).mode & 0o777, (await stat(folder)).mode & 0o777]).toEqual([0o600, 0o700])
    expect(await readdir(folder)).toEqual(['session-key'])
  })

  it('is one for servers that start at the same moment', async () => {
    const keys = await Promise.all(Array.from({ length: 12 }, () => readSecret(folder)))
    expect(new Set(keys.map(({ key }) => Buffer.from(key).toString('hex'))).size).toBe(1)
  })

  it('is made anew when it was cut off, or open to others', async () => {
    const first = await readSecret(folder)
    await writeFile(join(folder, 'session-key'), 'abc')
    const second = await readSecret(folder)
    expect(second.key).not.toEqual(first.key)
    await chmod(join(folder, 'session-key'), 0o644)
    const third = await readSecret(folder)
    expect(third.key).not.toEqual(second.key)
    expect(await readFile(join(folder, 'session-key'), 'utf8')).toMatch(/^[0-9a-f]{64}\n$/)
  })

  it('lives in the process alone where it cannot be kept', async () => {
    await mkdir(join(folder, '..'), { recursive: true })
    await writeFile(folder, 'a file in the way')
    const secret = await readSecret(folder)
    expect([secret.kept, secret.key.byteLength]).toEqual([false, 32])
  })

  it('stands where each system keeps such things', () => {
    expect(userStateFolder({ XDG_STATE_HOME: '/x/state', HOME: '/home/u' }, 'linux')).toBe('/x/state/heddle')
    expect(userStateFolder({ XDG_STATE_HOME: 'relative', HOME: '/home/u' }, 'linux')).toBe('/home/u/.local/state/heddle')
    expect(userStateFolder({ LOCALAPPDATA: '/c/Local' }, 'win32')).toBe('/c/Local/heddle')
  })
})
