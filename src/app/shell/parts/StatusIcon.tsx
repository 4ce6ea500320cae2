import { CircleCheck, CircleDashed, CircleQuestionMark, CircleSlash, Hand, History, LoaderCircle, OctagonX, Unplug, type LucideIcon } from 'lucide-react'

export type ShownStatus = 'idle' | 'queued' | 'running' | 'completed' | 'failed' | 'skipped' | 'waiting' | 'restored' | 'interrupted' | 'unknown'

const ICONS: { readonly [status in Exclude<ShownStatus, 'idle'>]: LucideIcon } = {
  queued: CircleDashed,
  running: LoaderCircle,
  completed: CircleCheck,
  failed: OctagonX,
  skipped: CircleSlash,
  waiting: Hand,
  restored: History,
  interrupted: Unplug,
  unknown: CircleQuestionMark,
}

/** The icon of a status, in its colour when inside of a `.status` element. Nothing for idle. */
export function StatusIcon({ status }: { readonly status: ShownStatus }) {
  if (status === 'idle') return null
  const Icon = ICONS[status]
  return <Icon className={status === 'running' ? 'icon icon-14 spinning' : 'icon icon-14'} aria-hidden="true" />
}
