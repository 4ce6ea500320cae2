import type { Path } from '../diagnostic.ts'
import type { Range } from '../text/edit.ts'

/** What a name in a file may stand for. Agents, models and tools are made elsewhere; a file only names them. */
export type NamedKind = 'node' | 'variable' | 'agents' | 'models' | 'tools'

/** A place of a text that names something. Two with the same kind and key name the same thing. */
export type Occurrence = {
  readonly kind: NamedKind
  /** Of a node its key in the view, a ghost's too; of a variable what tells it from others; of anything else its name. */
  readonly key: string
  readonly role: 'definition' | 'reference'
  /** Where it stands in the model. */
  readonly path: Path
  /** The name as it is written, in its quotes where it has some. */
  readonly range: Range
  /** The key of the node that it belongs to. */
  readonly node: string
}
