import type { Diagnostic, DiagnosticCode, Json, Path, Result } from '../diagnostic.ts'
import type { Plan } from '../graph/plan.ts'
import type { EdgeKind, GraphEdge, GraphView, NodeKind } from '../graph/view.ts'
import type { PathOp, Source, SourceMap, SourceNode } from '../source/tree.ts'
import type { Range } from '../text/edit.ts'
import type { Command, NodeFields } from './command.ts'
import type { Occurrence } from './occurrence.ts'

export type DialectName = 'dag' | 'steps' | 'flow' | 'toolflow'

/**
 * What a field holds. Of text: one line, several, a choice, a duration, the id of a node; a Go template
 * (`template`), one whose outcome is yes or no (`condition`), the name that templates read a result by
 * (`variable`). Lists of ids (`references`) or of other names (`list`); numbers and truth values.
 */
export type FieldType =
  | 'text' | 'multiline' | 'enum' | 'duration' | 'reference' | 'template' | 'condition' | 'variable'
  | 'references' | 'list' | 'integer' | 'boolean'

/** A row of a dialect's field table, from which types, schema, key order, forms and hints are derived. */
export type Field = {
  readonly name: string
  readonly type: FieldType
  readonly label: string
  /** One or two sentences for hover texts, schema descriptions and forms. */
  readonly help: string
  readonly required?: true
  readonly values?: readonly { readonly value: string; readonly label: string; readonly help: string }[]
  /** Written even when empty. */
  readonly always?: true
  readonly default?: Json
  readonly example?: string
  /** The keys of the maps that it stands in, from the root of the file: `['llm']`. Absent at the root, and for fields of nodes. */
  readonly within?: readonly string[]
  /** Shown in forms only when another field of the same table has one of these values. */
  readonly when?: { readonly field: string; readonly is: readonly string[] }
  /** A template that is filled in as JSON where it begins with a bracket. */
  readonly json?: true
  /** It gives its arguments to the tool that this other field of the same table names. */
  readonly argumentsOf?: string
  /** The kind of a node: where it is not written, other fields tell it. */
  readonly inferred?: true
  /** It is a cron expression, for the time zone that one other field of the same table names, and while another is not `false`. */
  readonly cron?: { readonly timezone: string; readonly enabled: string }
  /** The code of a value that is not of its type; `field/wrong-type` when absent. */
  readonly fault?: DiagnosticCode
  /** Shown in forms only when the node is of one of these kinds. */
  readonly kinds?: readonly NodeKind[]
  /** What other tools call it, for did-you-mean. */
  readonly also?: readonly string[]
  /** Each name in it is an edge: one that leads in from the node named, or out to it. */
  readonly edges?: { readonly kind: EdgeKind; readonly leads: 'in' | 'out' }
  /** Which known names are offered for it; others may be written too. */
  readonly offers?: 'models' | 'agents' | 'tools'
}

/** A kind of node that the palette offers. */
export type PaletteKind = {
  readonly kind: NodeKind
  readonly label: string
  readonly hint: string
  /** Fields of a fresh node of this kind, without its id. */
  readonly fields: { readonly [field: string]: Json }
  /** The stem of a fresh id: `verifier`, `verifier_2`. */
  readonly stem: string
}

/** A key under which other keys stand, rather than one value. */
export type Group = {
  readonly name: string
  readonly type: 'items' | 'map'
  readonly label: string
  readonly help: string
  readonly required?: true
}

/**
 * What may stand at a place of a file, told from the way to it alone, so that it can be told while the
 * text does not parse: completion, hover texts and the outline go by it.
 */
export type Shape =
  | { readonly type: 'map'; readonly title: string; readonly fields: readonly (Field | Group)[] }
  /** A list of maps: `named` is the field that names an item, `fresh` what a new item may begin as. */
  | { readonly type: 'items'; readonly group: Group; readonly named: string; readonly fresh: readonly PaletteKind[] }
  /** The value of a field, or with `entry` one entry of its list. */
  | { readonly type: 'value'; readonly field: Field; readonly entry?: true }

/** Where a part of the normalised model stands in the text. */
export type Origin = {
  /** The source path of the part, for instance `['nodes', 2, 'needs', 0]`. Null when nothing is written. */
  sourcePath(model: Path): Path | null
  /** All source paths that became this part (`needs: [a, a]` reads as one need with two). */
  sourcePaths(model: Path): readonly Path[]
  /** The range of the part, or of the nearest part around it that is written. */
  range(model: Path): Range | undefined
  /** The range of the key that the part stands under; undefined for items of lists and what is not written. */
  keyRange(model: Path): Range | undefined
  /** What the part was read from, aliases seen through; null when nothing is written. */
  sourceNode(model: Path): SourceNode | null
}

/** When runs start by themselves: a cron expression of five fields, or six with seconds first. */
export type Schedule = {
  readonly cron: string
  /** Absent: that of the machine. */
  readonly timezone?: string
  /** What happens when the last run is still going. */
  readonly overlap: 'skip' | 'allow'
}

/** What starts runs of a file beside a person. */
export type Trigger = {
  /** What programs call it; by the name of its file without one. */
  readonly id?: string
  /** False: nothing but a person starts it. */
  readonly enabled: boolean
  /** Where the messages come from that start it, in lower case. */
  readonly channels: readonly string[]
  readonly schedule?: Schedule
}

/** What a model is asked, and the ids of the nodes whose results stand in it, in their order. */
export type AskedPrompt = { readonly text: string; readonly inputs: readonly string[] }

/** A variable that a template can read, and the ids of the nodes that set it: none for what is there from the start. */
export type KnownVariable = { readonly name: string; readonly setBy: readonly string[] }

/** A source read as one dialect's definition. */
export type Reading<Model = unknown> = {
  readonly source: Source
  /** The normalised definition. */
  readonly model: Model
  readonly origin: Origin
  /** What reading itself found: wrong types, unknown fields, cut text. */
  readonly diagnostics: readonly Diagnostic[]
}

/** One shape of workflow file. A dialect is added by a folder of its own and a line in the registry. */
export type Dialect<Model = unknown> = {
  readonly name: DialectName
  recognises(root: SourceMap): boolean
  /**
   * Never throws; a source with syntax errors is not given here.
   *
   * @param previous the reading of the text before, of the same dialect: what did not change may be taken from it.
   */
  read(source: Source, previous?: Reading<Model>): Reading<Model>
  /**
   * The problems of the rules across fields, in file order, with ranges where the reading has them. What
   * reading itself found is not repeated: `problemsOf(dialect, reading)` gives both as one list.
   */
  validate(reading: Reading<Model>): readonly Diagnostic[]
  project(reading: Reading<Model>): GraphView
  /** What the command changes in the source, or why it cannot be done. `batch`, `paste` and `setFormat` are not given here. */
  operations(reading: Reading<Model>, command: Command): Result<readonly PathOp[]>
  /** May an edge be drawn? Null if so, else the reason, for hovering over a target. */
  refuseEdge(reading: Reading<Model>, from: string, to: string, kind?: 'need' | 'route'): string | null
  /** The commands that put a new node on the way between two that an edge joins, or why that cannot be done. */
  between(reading: Reading<Model>, edge: Pick<GraphEdge, 'from' | 'to' | 'kind' | 'order'>, node: NodeFields): Result<readonly Command[]>
  /** The texts that name an id in passing, where no rename or removal reaches; of nodes by key, in file order. */
  mentions(reading: Reading<Model>, id: string): readonly { readonly node: string; readonly field: string; readonly count: number }[]
  plan(model: Model): Plan
  /**
   * What starts a run beside a hand; templates read what it gives as `.trigger`. Absent for a dialect whose files are
   * started by hand alone, with nothing. Of use only when the file has no errors.
   */
  trigger?(model: Model): Trigger
  /** The list of the nodes in the model: the node with the index `i` in the view stands at `[...nodesPath(model), i]`. */
  nodesPath(model: Model): Path
  /** Every place where that list may stand in a model of this dialect: none lies in another. */
  readonly nodesPaths: readonly Path[]
  /** The list of the edges in the model, where a dialect has one; null where nodes name each other. */
  edgesPath(model: Model): Path | null
  /** Where an edge of the view stands in the model; null when it does not stand there (any more). */
  edgePath(model: Model, edge: Pick<GraphEdge, 'kind' | 'from' | 'to' | 'order'>): Path | null
  /**
   * What the node's model is asked, given the results of other nodes by id. Null for a node that asks no
   * model, and for an index that no node has.
   */
  prompt(model: Model, index: number, resultOf: (id: string) => Json | undefined): AskedPrompt | null
  /** Every place of the text that names something: nodes where they are defined and referred to, agents, models, tools. */
  occurrences(reading: Reading<Model>): readonly Occurrence[]
  /** The variables that a template at this place of the model can read, the nearest first; null where nothing reads any. */
  variablesAt(reading: Reading<Model>, path: Path): readonly KnownVariable[] | null
  /** What may stand at a place of a file; null where the dialect has nothing to say. Indices of lists do not matter. */
  shapeAt(path: Path): Shape | null
  readonly documentFields: readonly Field[]
  readonly nodeFields: readonly Field[]
  /** What an edge may say beside its ends, set by `setEdge`; empty where edges are only names in lists. */
  readonly edgeFields: readonly Field[]
  readonly palette: readonly PaletteKind[]
  /** The order of the nodes is the way that a run goes: edges follow from it, and none is drawn by hand. */
  readonly ordered?: true
  /** Where a field of the document stands in the model; absent where its own keys say it: `within`, then its name. */
  documentPath?(model: Model, field: Field): Path
  /** What an edge leads to that ends the run, by its id; absent where nothing is drawn to an end. */
  readonly end?: string
  /** JSON Schema (draft-07) of a file. */
  schema(): { readonly [key: string]: Json }
}
