import { unreachable, type PolicyRule } from '../../src/core/index.ts'

export const permissionModes = ['onRequest', 'auto', 'acceptEdits', 'never', 'bypass'] as const
export type PermissionMode = (typeof permissionModes)[number]

export type Rules = {
  /** Effects of `--reject` and `--approve`. */
  readonly reject?: readonly string[]
  readonly approve?: readonly string[]
  /** The rules of a policy file. */
  readonly file?: readonly PolicyRule[]
  readonly mode?: PermissionMode
}

/** The user's rules in the order in which they are asked. */
export function rulesFor({ reject = [], approve = [], file = [], mode = 'onRequest' }: Rules): readonly PolicyRule[] {
  return [
    ...reject.map((effect): PolicyRule => ({ effect, action: 'reject', source: '--reject' })),
    ...approve.map((effect): PolicyRule => ({ effect, action: 'approve', source: '--approve' })),
    ...file,
    ...rulesOfMode(mode),
  ]
}

/**
 * What the policy that a folder brings along may decide. Of a folder that is not trusted its rules may forbid and
 * ask, but not approve: whoever sent the folder would say yes in the user's place.
 */
export function rulesOfFolder(rules: readonly PolicyRule[], trusted: boolean): readonly PolicyRule[] {
  return trusted ? rules : rules.filter(({ action }) => action !== 'approve')
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
