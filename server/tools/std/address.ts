import { isIPv4, isIPv6 } from 'node:net'

/**
 * Is this an address of the public internet? Those of this machine, of its network, of cloud metadata,
 * multicast and reserved ones are not, in whichever form they are written (RFC 6890 and its registries).
 */
export function isPublicAddress(address: string): boolean {
  const plain = address.replace(/%.*$/, '')
  if (isIPv4(plain)) return isPublic4(plain.split('.').map(Number))
  if (!isIPv6(plain)) return false
  const groups = groupsOf(plain)
  const inner = embedded(groups)
  if (inner !== null) return isPublic4(inner)
  const [first = 0, second = 0] = groups
  // Global unicast alone, without documentation (2001:db8::/32, 3fff::/20) and protocol assignments (2001::/23, Teredo among them).
  if ((first & 0xe000) !== 0x2000) return false
  if (first === 0x2001 && (second < 0x0200 || second === 0x0db8)) return false
  return !(first === 0x3fff && second < 0x1000)
}

function isPublic4([a = 0, b = 0, c = 0]: readonly number[]): boolean {
  if (a === 0 || a === 10 || a === 127 || a >= 224) return false
  if (a === 100 && b >= 64 && b < 128) return false
  if (a === 169 && b === 254) return false
  if (a === 172 && b >= 16 && b < 32) return false
  if (a === 192 && (b === 168 || (b === 0 && (c === 0 || c === 2)) || (b === 88 && c === 99))) return false
  if (a === 198 && (b === 18 || b === 19 || (b === 51 && c === 100))) return false
  return !(a === 203 && b === 0 && c === 113)
}

/** The IPv4 address that an IPv6 one stands for: mapped, compatible, NAT64 or 6to4; null when it stands for none. */
function embedded(groups: readonly number[]): readonly number[] | null {
  const bytes = (high: number, low: number): readonly number[] => [high >> 8, high & 255, low >> 8, low & 255]
  const [g0 = 0, g1 = 0, g2 = 0, g3 = 0, g4 = 0, g5 = 0, g6 = 0, g7 = 0] = groups
  const isZero = g0 === 0 && g1 === 0 && g2 === 0 && g3 === 0
  if (isZero && ((g4 === 0 && (g5 === 0 || g5 === 0xffff)) || (g4 === 0xffff && g5 === 0))) return bytes(g6, g7)
  if (g0 === 0x64 && g1 === 0xff9b && g2 === 0 && g3 === 0 && g4 === 0 && g5 === 0) return bytes(g6, g7)
  return g0 === 0x2002 ? bytes(g1, g2) : null
}

/** The eight groups of a valid IPv6 address. */
function groupsOf(address: string): readonly number[] {
  // Node's own reading of addresses writes an IPv4 tail as two groups and all in one form.
  const [head = '', tail] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::')
  const read = (part: string): number[] => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)))
  if (tail === undefined) return read(head)
  const before = read(head)
  const after = read(tail)
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after]
}
