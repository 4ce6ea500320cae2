import type { Path } from '../diagnostic.ts'
import type { Reading } from '../dialects/dialect.ts'
import { mapScalar } from '../source/scalar-map.ts'
import type { Source, SourceScalar } from '../source/tree.ts'
import type { Range } from '../text/edit.ts'

/** Is it a text that stands there, or nothing? A map or a list where a text belongs is read as none, and is still what a person wrote. */
export function isTextAt({ origin }: Pick<Reading, 'origin'>, path: Path): boolean {
  const node = origin.sourceNode(path)
  return node === null || node.kind === 'scalar'
}

/** The scalar that a template stands in, when it stands where it is read: not when an alias brings it. */
export function scalarAt({ origin }: Pick<Reading, 'origin'>, path: Path): SourceScalar | null {
  const node = origin.sourceNode(path)
  return node?.kind === 'scalar' && origin.range(path) === node.range ? node : null
}

/** Where a range of a template stands in the file: the whole of it where its parts cannot be told; null when it is not written. */
export function rangeInTemplate({ origin, source }: Pick<Reading, 'origin' | 'source'>, path: Path, range: Range): Range | null {
  const scalar = scalarAt({ origin }, path)
  if (scalar === null) return origin.range(path) ?? null
  return rangeInScalar(source, scalar, range)
}

/** Where a range of the text of a scalar stands in the file: the whole scalar where its parts cannot be told. */
export function rangeInScalar(source: Source, scalar: SourceScalar, range: Range): Range {
  return mapScalar(source, scalar)?.toSource(range) ?? scalar.range
}
