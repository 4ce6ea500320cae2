import type { Diagnostic, Path } from '../diagnostic.ts'
import { isWithin } from './node-path.ts'

/** Problems of a definition from code by node; what concerns the whole comes first. The order found stands inside a node. */
export function inDefinitionOrder(problems: readonly Diagnostic[], nodes: Path): readonly Diagnostic[] {
  const place = ({ path }: Diagnostic): number => {
    const index = path[nodes.length]
    return isWithin(path, nodes) && typeof index === 'number' ? index : -1
  }
  return problems.toSorted((left, right) => place(left) - place(right))
}
