import { unreachable, type PolicyRule } from '../../src/core/index.ts'

export const permissionModes = ['onRequest', 'auto', 'acceptEdits', 'never', 'bypass'] as const
export type PermissionMode = (typeof permissionModes)[number]

export type Rules = {
  /** Effects of `--reject` and `--approve`. */
  readonly reject?: readonly string[]
  readonly approve?: readonly string[]
  /** The rules of a policy file. */
  readonly file?: readonly PolicyRule[]
  /** Does it come with a folder that is not trusted? */
  readonly untrusted?: boolean
  readonly mode?: PermissionMode
}

/**
 * The user's rules in the order in which they are asked. Those of a folder that is not trusted may forbid and ask,
 * but not approve, since whoever sent the folder would say yes in the user's place: where nothing else decides, what
 * they would approve is asked about, and the reason says so.
 */
export function rulesFor({ reject = [], approve = [], file = [], untrusted = false, mode = 'onRequest' }: Rules): readonly PolicyRule[] {
  return [
    ...reject.map((effect): PolicyRule => ({ effect, action: 'reject', source: '--reject' })),
    ...approve.map((effect): PolicyRule => ({ effect, action: 'approve', source: '--approve' })),
    ...(untrusted ? file.filter(({ action }) => action !== 'approve') : file),
    ...rulesOfMode(mode),
    ...(untrusted ? approvalsOf(file).map((rule): PolicyRule => ({ ...rule, action: 'ask', source: `${rule.source}, which approves only in a trusted folder,` })) : []),
  ]
}

/** What the policy of a folder that is not trusted would approve, if it were. */
export function approvalsOf(file: readonly PolicyRule[]): readonly PolicyRule[] {
  return file.filter(({ action }) => action === 'approve')
}

/** A permission mode as the rules that it is short for. */
export function rulesOfMode(mode: PermissionMode): readonly PolicyRule[] {
  const source = `--permission-mode ${mode}`
  const approve = (...effects: readonly string[]): readonly PolicyRule[] => effects.map((effect) => ({ effect, action: 'approve', source }))
  switch (mode) {
    case 'onRequest':
      return []
    case 'auto':
      return approve('std::read', 'mcp::*::read')
    case 'acceptEdits':
      return approve('std::read', 'mcp::*::read', 'std::write')
    case 'never':
      return [{ effect: '*', action: 'reject', source }]
    case 'bypass':
      return approve('*')
    default:
      return unreachable(mode)
  }
}
