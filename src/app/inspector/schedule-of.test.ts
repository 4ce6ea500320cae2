import { describe, expect, it } from 'vitest'
import { analyse, dialectNamed, openDocument } from '../../core/index.ts'
import { documentValues } from './node-of.ts'
import { scheduleOf } from './schedule-of.ts'

/** The schedule that a file with this head has, as the form of its fields finds it. */
function scheduleWith(head: string) {
  const analysis = analyse(openDocument({ text: `id: a\n${head}workflow:\n  steps:\n    - id: say\n      tool: echo\n`, name: 'a.yaml', format: 'yaml' }))
  const dialect = dialectNamed(analysis.dialect)
  return dialect.documentFields.map((field) => scheduleOf(field, documentValues(analysis, dialect), dialect)).find((schedule) => schedule !== null) ?? null
}

describe('the schedule of a file', () => {
  it('has the zone that stands beside it, or none of its own', () => {
    expect(scheduleWith('trigger: cron\nschedule: " 0 7 * * * "\ntimezone: Europe/Berlin\n')).toEqual({ cron: '0 7 * * *', timezone: 'Europe/Berlin', off: undefined })
    expect(scheduleWith('trigger: cron\nschedule: "0 7 * * *"\n')).toEqual({ cron: '0 7 * * *', timezone: undefined, off: undefined })
  })

  it('starts nothing while another field says so, and tells which', () => {
    expect(scheduleWith('trigger: cron\nschedule: "0 7 * * *"\nenabled: false\n')?.off).toBe('enabled')
    expect(scheduleWith('trigger: cron\nschedule: "0 7 * * *"\nenabled: true\n')?.off).toBeUndefined()
  })

  it('is none where the trigger is another one, or nothing is written', () => {
    expect(scheduleWith('trigger: manual\nschedule: "0 7 * * *"\n')).toBeNull()
    expect(scheduleWith('schedule: "0 7 * * *"\n')).toBeNull()
    expect(scheduleWith('trigger: cron\n')).toBeNull()
  })
})
