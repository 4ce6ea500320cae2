import { didYouMean, shown } from '../dialects/say.ts'
import { nearest } from '../text/nearest.ts'

/** What is wrong with the name of a time zone, in words, as far as this platform knows them; null when nothing is. */
export function timezoneFault(name: string): { readonly message: string; readonly meant: string | null } | null {
  const zone = name.trim()
  // Platforms that know offsets take them for zones, others do not: a file should mean the same on both.
  const offset = /^[+-]\d{1,2}(:?\d{2})?$/.test(zone)
  if (!offset && isZone(zone)) return null
  const meant = offset ? null : nearest(zone, zones())
  const hint = meant === null ? ' Write the name of a place, for instance `Europe/Berlin`, or `UTC`.' : didYouMean(meant)
  return { message: `${shown(name)} is not a time zone.${hint}`, meant }
}

function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return zone !== ''
  } catch {
    return false
  }
}

function zones(): readonly string[] {
  return [...Intl.supportedValuesOf('timeZone'), 'UTC']
}
