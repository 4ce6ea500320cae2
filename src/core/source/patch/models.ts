import type { Source, SourceNode } from '../tree.ts'
import { partsOf } from './extent.ts'
import type { Step } from './locate.ts'
import { modelsOf } from './print-value.ts'
import type { Models } from './print-value.ts'

/** How many neighbours on either side are looked at. */
const REACH = 6

/** The values at the same place in neighbouring items: how `needs` is written next door. */
export function modelsAt(source: Source, steps: readonly Step[]): Models {
  const depth = steps.findLastIndex(({ container }) => container.kind === 'list')
  const list = steps[depth]
  if (!list || source.root === null) return []
  const around: SourceNode[] = []
  for (let distance = 1; distance <= REACH; distance += 1) {
    for (const index of [list.index - distance, list.index + distance]) {
      const value = partsOf(list.container)[index]?.value
      if (value) around.push(value)
    }
  }
  return steps.slice(depth + 1).reduce<Models>((nodes, { container, index }) => {
    const part = partsOf(container)[index]
    return part && 'key' in part && part.name !== null ? modelsOf(nodes, part.name) : []
  }, around)
}
