import { Bot, Quote, ShieldCheck, Signpost, Split, TextQuote, UserCheck, Wrench, type LucideIcon } from 'lucide-react'
import type { NodeKind } from '../../../core/index.ts'

const ICONS: { readonly [kind in NodeKind]: LucideIcon } = {
  agent: Bot,
  model: TextQuote,
  verifier: ShieldCheck,
  critic: Quote,
  router: Signpost,
  tool: Wrench,
  branch: Split,
  gate: UserCheck,
}

export const KIND_LABEL: { readonly [kind in NodeKind]: string } = {
  agent: 'Agent',
  model: 'Model',
  verifier: 'Verifier',
  critic: 'Critic',
  router: 'Router',
  tool: 'Tool',
  branch: 'Branch',
  gate: 'Gate',
}

/** The tile of a kind: its outline and icon say which, in every pane. */
export function KindTile({ kind, small }: { readonly kind: NodeKind; readonly small?: boolean }) {
  const Icon = ICONS[kind]
  return (
    <span className={small ? 'tile tile-small' : 'tile'} data-kind={kind} aria-hidden="true">
      <Icon className="icon" />
    </span>
  )
}
