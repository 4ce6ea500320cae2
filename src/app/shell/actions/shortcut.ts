import type { Action, Reach } from './action.ts'

/** The part of a keyboard event that tells which shortcut it is. */
export type Press = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

/** The action whose shortcut was pressed. Panes that hear theirs themselves are left alone. */
export function actionFor(actions: readonly Action[], press: Press, within: (reach: Reach) => boolean): Action | null {
  const heard = actions.filter((action) => !action.heardByPane && [action.keys ?? [], ...(action.alsoKeys ?? [])].some((keys) => pressed(keys, press)) && within(action.reach ?? 'everywhere'))
  // A pane's own meaning of a key goes before the one that holds everywhere.
  return heard.find(({ reach }) => reach !== undefined && reach !== 'everywhere') ?? heard[0] ?? null
}

function pressed(keys: readonly string[], press: Press): boolean {
  const key = keys.at(-1)
  if (key === undefined) return false
  const wants = (modifier: string) => keys.slice(0, -1).includes(modifier)
  if (wants('Mod') !== (press.ctrlKey || press.metaKey) || wants('Alt') !== press.altKey) return false
  // A sign such as `?` needs Shift on one keyboard and not on another: the sign itself is what counts.
  const sign = key.length === 1 && key.toLowerCase() === key.toUpperCase() && !/\d/.test(key)
  if (!sign && wants('Shift') !== press.shiftKey) return false
  // Option makes other signs of letters and digits on a Mac: with it, the key itself is what counts.
  const typed = press.altKey ? (/^(?:Key|Digit)(.)$/.exec(press.code)?.[1] ?? press.key) : press.key
  return typed.length === 1 ? typed.toLowerCase() === key.toLowerCase() : typed === key
}

const AREA = new Map<Reach, string>([
  ['canvas', '[data-testid="canvas"]'],
  ['text', '[data-testid="text-pane"]'],
  ['files', '.files'],
])

/** Is the keyboard where a shortcut of this reach is heard? */
export function inReach(reach: Reach, target: EventTarget | null): boolean {
  const selector = AREA.get(reach)
  return selector === undefined || (target instanceof Element && target.closest(selector) !== null)
}
