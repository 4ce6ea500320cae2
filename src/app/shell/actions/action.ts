import type { LucideIcon } from 'lucide-react'
import type { NodeKind } from '../../../core/index.ts'
import type { Foresight, Session } from '../../state/index.ts'

/** Where a shortcut is heard: wherever the keyboard is, or in one pane alone. */
export type Reach = 'everywhere' | 'canvas' | 'text' | 'files'

export type ActionGroup = 'File' | 'Edit' | 'Selection' | 'Add' | 'Canvas' | 'Text' | 'Run' | 'View'

/** One thing that a user can do now. Palette, shortcuts, menus and the list of shortcuts all come from these. */
export type Action = {
  /** Unique and stable, such as `canvas.arrange`: what was used lately is remembered by it. */
  readonly id: string
  readonly group: ActionGroup
  readonly label: string
  readonly hint?: string
  readonly icon: LucideIcon | NodeKind
  /** The shortcut, modifiers first: `['Mod', 'Shift', 'Z']`. Further ones do the same, and are not shown in menus. */
  readonly keys?: readonly string[]
  readonly alsoKeys?: readonly (readonly string[])[]
  /** Everywhere when absent. */
  readonly reach?: Reach
  /** Panes in which the keys mean something of the pane's own. */
  readonly notIn?: readonly Exclude<Reach, 'everywhere'>[]
  /** A pane that hears the shortcut in a way of its own (the clipboard, the text editor) names it only. */
  readonly heardByPane?: true
  /** Why it cannot be done now; null when it can. */
  readonly off: string | null
  /** Works where the keyboard is in a field that keeps an undo of its own, or in a dialog. */
  readonly inFields?: true
  /** Done at once, also while what reads texts is still on its way: it moves about, or opens what takes keys itself. */
  readonly atOnce?: true
  /** What it would do, for whoever points at it before it is done; null when that cannot be told. */
  readonly foresee?: () => Foresight | null
  readonly run: () => void
}

/** The actions of one area, as things stand. Asked for when a shortcut is pressed or a list is shown: cheap, without effects. */
export type Actions = (session: Session) => readonly Action[]

export const NO_FILE = 'No file is open.'
