import type { Trigger } from '../dialects/dialect.ts'
import type { Header } from './header.ts'

/** What starts runs of an agent file beside a person. What its trigger does not use is left out. */
export function triggerOf({ id, trigger, channels, schedule, timezone, overlap, enabled }: Header): Trigger {
  return {
    ...(id === undefined ? {} : { id }),
    enabled: enabled !== false,
    channels: trigger === 'channel' ? channels.map((channel) => channel.trim().toLowerCase()) : [],
    ...(trigger === 'cron' && schedule !== undefined && {
      schedule: { cron: schedule.trim(), ...(timezone === undefined ? {} : { timezone: timezone.trim() }), overlap: overlap === 'allow' ? 'allow' : 'skip' },
    }),
  }
}
