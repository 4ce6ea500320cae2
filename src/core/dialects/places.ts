import type { Path } from '../diagnostic.ts'
import type { Origin } from './dialect.ts'
import type { FieldPlaces } from './field-reader.ts'
import type { Place } from './part.ts'

/** Where the parts of a read definition stand, in the shape of the model. */
export type PlaceTree = {
  /** All places that became this part; none when nothing is written. */
  readonly places: readonly Place[]
  child(step: string | number): PlaceTree | undefined
}

export function leaf(places: readonly Place[]): PlaceTree {
  return { places, child: () => undefined }
}

/** A map by its keys; what stands in it is looked for when it is asked for. */
export function branch(place: Place | null | undefined, child: PlaceTree['child']): PlaceTree {
  return { places: place ? [place] : [], child }
}

/** A field with the entries of its list, if it is one. */
export function fieldTree(field: FieldPlaces | undefined): PlaceTree | undefined {
  if (!field) return undefined
  const { entries } = field
  return branch(field.place, (entry) => (typeof entry === 'number' && entries?.[entry] ? leaf(entries[entry]) : undefined))
}

/** The origin of a model whose parts stand as the tree says. */
export function originOf(root: PlaceTree): Origin {
  const find = (model: Path): readonly Place[] => {
    let at: PlaceTree | undefined = root
    for (const step of model) at = at?.child(step)
    return at?.places ?? []
  }
  const range = (model: Path): Place['range'] => {
    for (let path = model; ; path = path.slice(0, -1)) {
      const found = find(path)[0]?.range
      if (found || path.length === 0) return found
    }
  }
  return {
    sourcePath: (model) => find(model)[0]?.sourcePath ?? null,
    sourcePaths: (model) => find(model).flatMap((place) => (place.sourcePath ? [place.sourcePath] : [])),
    range,
    keyRange: (model) => find(model)[0]?.keyRange,
    sourceNode: (model) => find(model)[0]?.node ?? null,
  }
}
