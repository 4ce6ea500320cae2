import picomatch from 'picomatch'
import { unreachable, type Json, type PolicyRule } from '../../src/core/index.ts'
import type { Decide } from '../engine/ports.ts'
import { within } from '../within.ts'

/** The source of what a user accepted before a run: it answers rules that ask. */
export const ACCEPTED = 'approved at the prompt'

/** How long the patterns of a rule may take. Milliseconds. */
const LONGEST = 500

/** What is said of an effect that nothing approves. */
export const NOT_APPROVED = 'rejected by heddle run: no rule in your policy approves this, and it was not approved at the prompt'

/**
 * Decides an effect by the rules of a run, in their order: the first whose name and every matcher fit. A
 * rule that asks leaves the decision to what was accepted before the run. What nothing decides is rejected.
 */
export const decide: Decide = (effect, data, rules) => {
  let asks: PolicyRule | undefined
  for (const rule of rules) {
    if (asks !== undefined && rule.source !== ACCEPTED) continue
    const fitting = fits(rule, effect, data)
    // What nobody can tell is not passed over: the rule may be the one that forbids it.
    if (fitting === null) return { approved: false, reason: `rejected: a pattern of ${rule.source} takes too long to be matched` }
    if (!fitting) continue
    switch (rule.action) {
      case 'approve':
        return { approved: true, by: rule.source, ...(rule.definition === undefined ? {} : { definition: rule.definition }) }
      case 'reject':
        return { approved: false, reason: `rejected by ${rule.source}` }
      case 'ask':
        asks = rule
        break
      default:
        return unreachable(rule.action)
    }
  }
  // That a rule decides it before the run is no news to whoever wrote one that asks.
  if (asks !== undefined) return { approved: false, reason: `${NOT_APPROVED} (${asks.source} says to ask)` }
  const hint = `A rule decides it before the run: { "${effect}": [{ "action": "approve" }] } in the policy that heddle.json names.`
  return { approved: false, reason: NOT_APPROVED, hint }
}

/** Is nobody to be asked about this effect: does the policy have any rule for it, or one for all, and none that asks? */
export function isCovered(effect: string, rules: readonly PolicyRule[]): boolean {
  let covered = false
  for (const rule of rules) {
    if (!fitsName(rule.effect, effect)) continue
    if (rule.action === 'ask') return false
    covered = true
    // What comes after a rule without conditions is never asked.
    if (Object.keys(rule.match ?? {}).length === 0) return true
  }
  return covered
}

/** A rule's name for effects: exact, or with `*` for any part of it. */
function fitsName(pattern: string, effect: string): boolean {
  if (!pattern.includes('*')) return pattern === effect
  const parts = pattern.split(/\*+/)
  const [first = ''] = parts
  const last = parts.at(-1) ?? ''
  if (!effect.startsWith(first) || !effect.endsWith(last) || effect.length < first.length + last.length) return false
  let at = first.length
  for (const part of parts.slice(1, -1)) {
    const found = effect.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return at <= effect.length - last.length
}

/** Null when it cannot be told in time: patterns and what they are matched with may be a stranger's. */
function fits({ effect: pattern, match = {} }: PolicyRule, effect: string, data: Json): boolean | null {
  if (!fitsName(pattern, effect)) return false
  const values = typeof data === 'object' && data !== null && !Array.isArray(data) ? new Map(Object.entries(data)) : new Map<string, Json>()
  const globs = Object.entries(match)
  if (globs.length === 0) return true
  const fitting = within(LONGEST, () =>
    globs.every(([key, glob]) => {
      const value = values.get(key)
      return value !== undefined && fitsGlob(glob, textOf(value))
    }),
  )
  return fitting.ok ? fitting.value : null
}

/** A list is matched as a command line is written: `status --short`. */
function textOf(value: Json): string {
  if (typeof value === 'string') return value
  return Array.isArray(value) ? value.map(textOf).join(' ') : JSON.stringify(value)
}

function fitsGlob(glob: string, text: string): boolean {
  // Line breaks are no way around a pattern, and nothing in the text is read as a pattern.
  return glob === text || picomatch(glob, { dot: true, nonegate: true, flags: 's' })(text)
}
