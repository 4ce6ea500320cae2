import type { Json, Path } from '../diagnostic.ts'
import type { EdgeKind } from '../graph/view.ts'
import type { Format } from '../source/tree.ts'
import type { TextEdit } from '../text/edit.ts'

/** Fields of a node as a command gives them, in snake case as in the file. */
export type NodeFields = { readonly id: string; readonly [field: string]: Json }

/**
 * What a user asks for, whichever pane they ask in. Nodes are named by their `key` in the GraphView
 * (their id, unless ids are missing or doubled).
 */
export type Command =
  /** Adds a node after the node `after`, or as the last one. */
  | { readonly type: 'add'; readonly node: NodeFields; readonly after?: string }
  /** Removes nodes and every reference to them; a cut keeps the references, for the paste that follows. */
  | { readonly type: 'remove'; readonly nodes: readonly string[]; readonly references?: 'keep' }
  /** Renames a node; references follow. */
  | { readonly type: 'rename'; readonly node: string; readonly to: string }
  | { readonly type: 'connect' | 'disconnect'; readonly from: string; readonly to: string; readonly kind?: EdgeKind; readonly index?: number }
  /** Sets a field of a node; `undefined` clears it. `pieces`: of a text, the edits that lead to it from what it says now. */
  | { readonly type: 'setField'; readonly node: string; readonly field: string | Path; readonly value: Json | undefined; readonly pieces?: readonly TextEdit[] }
  /** Leads an edge from or to another node. `index`: its place among the edges of `from` to `to`. */
  | { readonly type: 'retarget'; readonly from: string; readonly to: string; readonly index?: number; readonly newFrom?: string; readonly newTo?: string }
  /** Sets a field of an edge (`if`, `max_iterations`); `undefined` clears it. */
  | { readonly type: 'setEdge'; readonly from: string; readonly to: string; readonly index?: number; readonly field: string; readonly value: Json | undefined }
  /** Moves an edge to another place among those of its node: the order in which they are tried. */
  | { readonly type: 'moveEdge'; readonly from: string; readonly to: string; readonly index?: number; readonly place: number }
  /** Renames an output variable; the templates that read it follow. */
  | { readonly type: 'renameOutput'; readonly from: string; readonly to: string }
  /** Turns a `dag` into a `flow` that does the same. */
  | { readonly type: 'toFlow' }
  | { readonly type: 'setDocument'; readonly field: string; readonly value: Json | undefined }
  /** The comment lines above a node, without `#`; `undefined` removes them. */
  | { readonly type: 'setComment'; readonly node: string; readonly text: string | undefined }
  /** Moves a node before the node `before` in the file, or to the end. */
  | { readonly type: 'moveNode'; readonly node: string; readonly before?: string }
  /** Adds the nodes that a text holds (YAML or JSON) after the node `after`, or as the last ones, under ids that are free. */
  | { readonly type: 'paste'; readonly text: string; readonly after?: string }
  | { readonly type: 'setFormat'; readonly format: Format }
  /** One entry of the history: all or nothing. */
  | { readonly type: 'batch'; readonly label: string; readonly commands: readonly Command[] }
