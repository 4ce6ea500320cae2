import fc from 'fast-check'
import { steps as dialect } from '../../../dialects/steps/dialect.ts'
import type { Dialect } from '../../../dialects/dialect.ts'
import { askRename, idsOf, nodesOf, sameId, sharedAsks, someHead } from '../agent/asks.ts'
import type { AgentFile } from '../agent/asks.ts'
import { someFields } from '../agent/values.ts'
import { NONE } from '../ask.ts'
import type { Ask } from '../ask.ts'
import { touchDelete } from '../touch.ts'
import { put } from '../tree.ts'
import type { TreeMap } from '../tree.ts'
import { optional, someExtra, someId } from '../words.ts'

const LIST = ['workflow', 'steps'] as const
const fields = dialect.nodeFields

export const someSteps: fc.Arbitrary<TreeMap> = fc.uniqueArray(someId, { maxLength: 6, selector: (id) => id.normalize('NFC') }).chain((ids) =>
  fc.record({
    head: someHead(dialect.documentFields),
    steps: fc.tuple(...ids.map((id) => fc.record({ rest: someFields(fields.filter(({ name }) => name !== 'id'), ids, 5), extra: optional(someExtra) })
      .map(({ rest, extra }): TreeMap => ({ id, ...rest, ...(extra === undefined ? {} : { 'x-extra': extra }) })))),
  }).map(({ head, steps }) => ({ ...head, workflow: { steps } })))

export function someStepsAsk(tree: TreeMap): fc.Arbitrary<Ask> {
  const file: AgentFile = { dialect: dialect as Dialect, tree, lists: [{ way: LIST, fields }] }
  const nodes = nodesOf(file)
  const ids = idsOf(file)
  if (nodes.length === 0) return fc.oneof(...sharedAsks(file))
  const some = fc.nat(nodes.length - 1)
  const remove = fc.uniqueArray(some, { minLength: 1, maxLength: 3 }).map((places): Ask => ({
    type: 'remove',
    command: (keys) => ({ type: 'remove', nodes: places.map((place) => keys[place]!) }),
    wanted: { tree: put(tree, LIST, nodes.filter((_, i) => !places.includes(i))) as TreeMap },
    touched: (page) => touchDelete(tree, page, LIST, places),
  }))
  const rename = fc.record({ node: some, to: fc.oneof({ weight: 5, arbitrary: someId }, { weight: 1, arbitrary: fc.constantFrom('', '  ', ...ids) }) }).map(({ node, to }) => {
    const isFree = to.trim() !== '' && !ids.some((id, i) => i !== node && sameId(id, to))
    return askRename(file, node, to, isFree, (_old, id) => put(tree, [...LIST, node, 'id'], id) as TreeMap, () => NONE)
  })
  const edges = fc.record({ type: fc.constantFrom('connect' as const, 'disconnect' as const, 'retarget' as const), from: some, to: some }).map(({ type, from, to }): Ask => ({
    type,
    command: (keys) => ({ type, from: keys[from]!, to: keys[to]! }),
    wanted: { refused: 'the order of the file is all there is' },
    touched: () => NONE,
  }))
  return fc.oneof(...sharedAsks(file), { weight: 3, arbitrary: remove }, { weight: 3, arbitrary: rename }, { weight: 1, arbitrary: edges })
}
