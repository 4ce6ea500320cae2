import type { Range } from '../text/edit.ts'
import type { Token } from './token.ts'

/** A template as it was read. Whatever is wrong is in `problems`; the rest stands as far as it could be read. */
export type TemplateTree = {
  readonly text: string
  readonly root: readonly TemplateNode[]
  /** By name; the bodies of `define` and `block`. */
  readonly definitions: ReadonlyMap<string, TemplateDefinition>
  readonly tokens: readonly Token[]
  /** In the order of the text. A template with a problem is not rendered. */
  readonly problems: readonly TemplateProblem[]
}

export type TemplateProblem = {
  readonly code: 'template/syntax' | 'template/unclosed-action' | 'template/unknown-function' | 'template/unknown-variable' | 'template/too-large'
  readonly range: Range
  readonly message: string
  /** What was most likely meant, to put in the place of the range. */
  readonly meant?: string
}

export type TemplateDefinition = { readonly name: string; readonly nameRange: Range; readonly body: TemplateBody; readonly range: Range }

/** Nodes, and the text from the end of the action before to the start of the one after. */
export type TemplateBody = { readonly nodes: readonly TemplateNode[]; readonly range: Range }

export type TemplateNode =
  | { readonly type: 'text'; readonly text: string; readonly range: Range }
  | { readonly type: 'action'; readonly pipe: Pipe; readonly range: Range }
  | ChoiceNode
  | RangeNode
  | InvocationNode
  | { readonly type: 'break' | 'continue'; readonly range: Range }

/** `if` and `with`, each `else if` and `else with` one more branch. */
export type ChoiceNode = {
  readonly type: 'if' | 'with'
  readonly branches: readonly { readonly pipe: Pipe; readonly body: TemplateBody }[]
  readonly otherwise: TemplateBody | null
  readonly range: Range
}

export type RangeNode = { readonly type: 'range'; readonly pipe: Pipe; readonly body: TemplateBody; readonly otherwise: TemplateBody | null; readonly range: Range }

/** `template`, and what stands for a `block`. */
export type InvocationNode = { readonly type: 'template'; readonly name: string; readonly nameRange: Range; readonly pipe: Pipe | null; readonly range: Range }

/** Commands that pass their value on, into variables if there are any. */
export type Pipe = { readonly declares: readonly VariableUse[]; readonly isAssignment: boolean; readonly commands: readonly Command[]; readonly range: Range }

/** A variable by name and by its place among those of the template it stands in; 0 is `$`. Assigning to one that is not declared fails when it is done. */
export type VariableUse = { readonly name: string; readonly slot: number; readonly range: Range; readonly isUndeclared?: boolean }

/** A value, or a function with what it is given. */
export type Command = { readonly words: readonly [Operand, ...Operand[]]; readonly range: Range }

/** One `.name` of a chain; the range is the name's, without the point. */
export type FieldName = { readonly name: string; readonly range: Range }

export type Operand =
  | { readonly type: 'dot' | 'nil'; readonly range: Range }
  | { readonly type: 'constant'; readonly value: boolean | number | bigint | string; readonly range: Range }
  | { readonly type: 'field'; readonly fields: readonly FieldName[]; readonly range: Range }
  | { readonly type: 'variable'; readonly variable: VariableUse; readonly fields: readonly FieldName[]; readonly range: Range }
  | { readonly type: 'function'; readonly name: string; readonly range: Range }
  | { readonly type: 'pipe'; readonly pipe: Pipe; readonly range: Range }
  | { readonly type: 'chain'; readonly of: Operand; readonly fields: readonly FieldName[]; readonly range: Range }
