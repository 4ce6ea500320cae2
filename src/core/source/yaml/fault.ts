import type { Diagnostic } from '../../diagnostic.ts'
import type { TextEdit } from '../../text/edit.ts'

/** An edit that may mend a fault; `message` then replaces that of the fault, to say the same. */
export type Remedy = { readonly title: string; readonly edits: readonly TextEdit[]; readonly message?: string }

/** A fault of the syntax on its way to be a diagnostic. */
export type Fault = {
  readonly diagnostic: Diagnostic
  /** What may mend it, the likeliest first; offered only when re-reading shows that it does. */
  readonly remedies?: readonly Remedy[]
  /** The offset up to which a remedy must make the text read well. By default all of the fault's own line. */
  readonly reach?: number
  /** From here on the library only guesses: what it says of the text after this place is left out. */
  readonly spoilsAfter?: number
}
