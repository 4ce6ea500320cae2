import type { Origin } from '../dialects/dialect.ts'
import type { Fixes } from '../dialects/field-fixes.ts'
import type { Problems } from '../dialects/problems.ts'
import { didYouMean, listed, shown } from '../dialects/say.ts'
import type { Path } from '../diagnostic.ts'
import { nearest } from '../text/nearest.ts'
import type { Range } from '../text/edit.ts'
import { cronFault } from './cron.ts'
import { overlapValues, triggerValues } from './fields.ts'
import { modelOf, type Header } from './header.ts'
import { timezoneFault } from './timezone.ts'

type Checked = {
  readonly header: Header
  readonly origin: Origin
  readonly problems: Problems
  /** Could reading not take the value at this path? */
  isMisread(path: Path): boolean
  replace(path: Path, word: string): Fixes
}

/** Checks the rules of an agent file's header: what starts it, and which model it asks. */
export function checkHeader({ header, origin, problems, isMisread, replace }: Checked): void {
  const { trigger, channels, schedule, timezone, overlap } = header
  const add = (code: 'trigger/unknown' | 'trigger/no-schedule' | 'trigger/not-cron' | 'trigger/unknown-timezone' | 'trigger/unknown-overlap' | 'trigger/no-channels' | 'trigger/unused' | 'llm/no-model', field: string, message: string, severity: 'error' | 'warning', at: Path = [field], fixes: Fixes = []): void =>
    problems.add(code, { path: at, range: markIn(origin, at) }, message, { field: String(at.at(-1)), severity, fixes })

  const kinds = triggerValues.map(({ value }) => value)
  const isKnown = trigger === undefined || kinds.some((kind) => kind === trigger)
  if (!isKnown) {
    const meant = nearest(trigger, kinds)
    add('trigger/unknown', 'trigger', `${shown(trigger)} is not a trigger: it must be one of ${listed(kinds)}.${didYouMean(meant)}`, 'error', ['trigger'], meant === null ? [] : replace(['trigger'], meant))
  }
  if (schedule !== undefined) {
    const fault = cronFault(schedule)
    if (fault !== null) add('trigger/not-cron', 'schedule', fault, 'error')
    else if (isKnown && trigger !== 'cron') add('trigger/unused', 'schedule', `Has a schedule, but its trigger is ${shown(trigger ?? 'manual')}, so nothing starts at those times. Set \`trigger: cron\`, or remove it.`, 'warning')
  } else if (trigger === 'cron' && !isMisread(['schedule'])) {
    add('trigger/no-schedule', 'schedule', 'Is started by a schedule, but has none. Set `schedule`, for instance `0 7 * * 1-5`.', 'error')
  }
  const zoneFault = timezone === undefined ? null : timezoneFault(timezone)
  if (zoneFault !== null) add('trigger/unknown-timezone', 'timezone', zoneFault.message, 'error', ['timezone'], zoneFault.meant === null ? [] : replace(['timezone'], zoneFault.meant))
  const overlaps = overlapValues.map(({ value }) => value)
  if (overlap !== undefined && !overlaps.some((value) => value === overlap)) {
    const meant = nearest(overlap, overlaps)
    add('trigger/unknown-overlap', 'overlap', `${shown(overlap)} is not what an overlap can be: it must be one of ${listed(overlaps)}.${didYouMean(meant)}`, 'error', ['overlap'], meant === null ? [] : replace(['overlap'], meant))
  }
  if (isKnown && trigger !== 'cron') {
    for (const [field, value] of [['timezone', timezone], ['overlap', overlap]] as const) {
      if (value !== undefined && value !== 'skip' && origin.sourcePath([field]) !== null) add('trigger/unused', field, `Belongs to a schedule, but its trigger is ${shown(trigger ?? 'manual')}. Set \`trigger: cron\`, or remove it.`, 'warning')
    }
  }
  if (trigger === 'channel' && channels.length === 0 && !isMisread(['channels'])) {
    add('trigger/no-channels', 'channels', 'Is started by messages, but names no channel for them. Set `channels`, for instance `[http]`.', 'warning')
  } else if (channels.length > 0 && isKnown && trigger !== 'channel') {
    add('trigger/unused', 'channels', `Has channels, but its trigger is ${shown(trigger ?? 'manual')}, so no message starts it. Set \`trigger: channel\`, or remove them.`, 'warning')
  }
  if (header.llm !== undefined && modelOf(header) === undefined && !isMisread(['llm', 'model'])) {
    add('llm/no-model', 'model', 'Names a provider but no model, so neither is used. Set `model`, for instance `gpt-4o`.', 'warning', ['llm', 'model'])
  }
}

/** The part itself, else what it belongs to: `trigger` for a schedule, the map around for a field of a map. */
function markIn(origin: Origin, path: Path): Range | undefined {
  if (origin.sourcePath(path) !== null) return origin.range(path)
  const [first] = path
  const around = path.length > 1 ? path.slice(0, -1) : ['trigger']
  if (first !== undefined && origin.sourcePath(around) !== null) return origin.keyRange(around) ?? origin.range(around)
  const whole = origin.range([])
  return whole && { start: whole.start, end: whole.start }
}
