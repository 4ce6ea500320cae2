import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { firstInvalidByte } from '../utf8.ts'
import { decode, etagOf, readBytes } from './read.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'heddle-read-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

const bytes = (...values: readonly number[]) => Uint8Array.from(values)

describe('decode', () => {
  it('gives every text back as it was, byte order mark, CRLF and NUL included', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(decode(Buffer.from(text), 'a.yaml')).toEqual({ ok: true, value: text })
      }),
    )
    expect(decode(bytes(0xef, 0xbb, 0xbf, 0x61, 0x0d, 0x0a), 'a.yaml')).toEqual({ ok: true, value: '\uFEFFa\r\n' })
  })

  it.each([
    ['Latin-1', Buffer.from('caf\xe9 \x97 ok', 'latin1'), 3],
    ['UTF-16 with its mark', Buffer.from('\uFEFFname: x', 'utf16le'), 0],
    ['a character cut off at the end', Buffer.from('name: é').subarray(0, -1), 6],
    ['a slash written too long', bytes(0x61, 0xc0, 0xaf), 1],
    ['half of a surrogate pair', bytes(0xed, 0xa0, 0x80), 0],
    ['a code point beyond Unicode', bytes(0x61, 0x62, 0xf4, 0x90, 0x80, 0x80), 2],
    ['a lone continuation', bytes(0x61, 0x80), 1],
  ])('refuses %s with the offset of the first wrong byte', (_, given, offset) => {
    const decoded = decode(given, 'a.yaml')
    expect(decoded).toMatchObject({ ok: false, fault: { code: 'not-utf8', offset, path: 'a.yaml' } })
  })

  it('agrees with the platform about what is UTF-8, for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 12 }), fc.string({ maxLength: 4 }), (tail, head) => {
        const given = Buffer.concat([Buffer.from(head), tail])
        const at = firstInvalidByte(given)
        const isValid = (part: Uint8Array) => {
          try {
            new TextDecoder('utf-8', { fatal: true }).decode(part)
            return true
          } catch {
            return false
          }
        }
        expect(at === given.length).toBe(isValid(given))
        expect(isValid(given.subarray(0, at))).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('readBytes', () => {
  it('tells versions apart by every byte, and gives the same name for the same bytes', async () => {
    await writeFile(join(root, 'a.yaml'), 'a: 1\n')
    const read = await readBytes(join(root, 'a.yaml'), 'a.yaml')
    expect(read).toMatchObject({ ok: true, value: { etag: etagOf(Buffer.from('a: 1\n')), size: 5 } })
    expect(etagOf(Buffer.from('a: 1\r\n'))).not.toBe(etagOf(Buffer.from('a: 1\n')))
    expect(etagOf(Buffer.from('x'))).toMatch(/^"[\w-]{43}"$/)
  })

  it('refuses what is larger than the limit, and says both sizes', async () => {
    await writeFile(join(root, 'big.yaml'), Buffer.alloc(4 * 1024 * 1024 + 1, 0x20))
    const read = await readBytes(join(root, 'big.yaml'), 'big.yaml')
    expect(read).toMatchObject({ ok: false, fault: { code: 'file-too-large' } })
    expect(!read.ok && read.fault.detail).toContain('4 MB')
    await writeFile(join(root, 'fits.yaml'), Buffer.alloc(4 * 1024 * 1024, 0x20))
    expect((await readBytes(join(root, 'fits.yaml'), 'fits.yaml')).ok).toBe(true)
  })

  it('waits for no pipe and follows no link put there at the last moment', async () => {
    execFileSync('mkfifo', [join(root, 'pipe.yaml')])
    expect(await readBytes(join(root, 'pipe.yaml'), 'pipe.yaml')).toMatchObject({ ok: false, fault: { code: 'not-a-file' } })
    await symlink('/etc/hostname', join(root, 'link.yaml'))
    expect(await readBytes(join(root, 'link.yaml'), 'link.yaml')).toMatchObject({ ok: false, fault: { code: 'path-refused' } })
    expect(await readBytes(root, 'folder')).toMatchObject({ ok: false, fault: { code: 'not-a-file' } })
    expect(await readBytes(join(root, 'none.yaml'), 'none.yaml')).toMatchObject({ ok: false, fault: { code: 'file-not-found' } })
  })
})
