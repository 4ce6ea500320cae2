import { canvasActions } from './canvas.ts'
import { editActions } from './edit.ts'
import { exchangeActions } from './exchange.ts'
import { fileActions } from './files.ts'
import { runActions } from './run.ts'
import { selectionActions } from './selection.ts'
import { textActions } from './text.ts'
import { viewActions } from './view.ts'
import type { Action, Actions } from './action.ts'

export type { Action, ActionGroup, Actions, Reach } from './action.ts'
export { actionFor, inReach } from './shortcut.ts'

const AREAS: readonly Actions[] = [runActions, editActions, selectionActions, canvasActions, textActions, fileActions, exchangeActions, viewActions]

/** Everything that can be done, in the order in which it is listed; what cannot be done now says why. */
export const actionsOf: Actions = (session): readonly Action[] => AREAS.flatMap((actions) => actions(session))
