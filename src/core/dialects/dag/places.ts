import type { Path } from '../../diagnostic.ts'
import type { Origin } from '../dialect.ts'
import type { FieldPlaces } from '../field-reader.ts'
import type { Place } from '../part.ts'

/** Where the parts of a read definition stand, in the shape of the model. */
export type Places = {
  readonly root: Place
  readonly nodes: Place | null
  readonly fields: ReadonlyMap<string, FieldPlaces>
  readonly items: readonly NodePlaces[]
}

export type NodePlaces = { readonly place: Place; readonly fields: () => ReadonlyMap<string, FieldPlaces> }

export function originOf(places: Places): Origin {
  const find = (model: Path): readonly Place[] => {
    const [first, index, field, entry] = model
    if (first === undefined) return [places.root]
    if (first !== 'nodes') return model.length === 1 ? one(places.fields.get(String(first))?.place) : []
    if (index === undefined) return one(places.nodes ?? undefined)
    const node = typeof index === 'number' ? places.items[index] : undefined
    if (!node || field === undefined) return one(node?.place)
    const found = node.fields().get(String(field))
    if (!found || entry === undefined) return one(found?.place)
    return (typeof entry === 'number' && model.length === 4 ? found.entries?.[entry] : undefined) ?? []
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

function one(place: Place | undefined): readonly Place[] {
  return place ? [place] : []
}
