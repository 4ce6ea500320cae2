import fc from 'fast-check'
import type { Command, NodeFields } from '../../../dialects/command.ts'
import { someId, someText, written } from '../words.ts'
import { meant } from './meaning.ts'
import type { Intent } from './meaning.ts'
import type { Plain, PlainNode } from './plain.ts'

/** Commands that could be asked for on a definition: most can be done, some break a rule. */
export function someIntent(plain: Plain): fc.Arbitrary<Intent> {
  const { nodes } = plain
  const ids = nodes.flatMap((node) => (node.id === undefined ? [] : [node.id]))
  const add = fc
    .record({ node: freshNode(ids), after: nodes.length === 0 ? fc.constant(undefined) : fc.option(fc.nat(nodes.length - 1), { nil: undefined }) })
    .map(({ node, after }): Intent => (after === undefined ? { type: 'add', node } : { type: 'add', node, after }))
  const setDocument = fc
    .record({ field: fc.constantFrom('name' as const, 'description' as const), value: fc.option(someText, { nil: undefined }) })
    .map((rest): Intent => ({ type: 'setDocument', ...rest }))
  if (nodes.length === 0) return fc.oneof({ weight: 3, arbitrary: add }, { weight: 1, arbitrary: setDocument })

  const some = fc.nat(nodes.length - 1)
  return fc.oneof(
    { weight: 4, arbitrary: add },
    { weight: 3, arbitrary: fc.uniqueArray(some, { minLength: 1, maxLength: 3 }).map((list): Intent => ({ type: 'remove', nodes: list })) },
    { weight: 3, arbitrary: fc.record({ node: some, to: fc.oneof({ weight: 5, arbitrary: someId }, { weight: 1, arbitrary: fc.constantFrom('', '  ', ...ids) }) }).map((rest): Intent => ({ type: 'rename', ...rest })) },
    { weight: 4, arbitrary: someEdge(plain, 'connect') },
    { weight: 4, arbitrary: someEdge(plain, 'disconnect') },
    { weight: 6, arbitrary: fc.tuple(some, someField(ids)).map(([node, rest]): Intent => ({ type: 'setField', node, ...rest })) },
    { weight: 2, arbitrary: setDocument },
    { weight: 2, arbitrary: fc.record({ node: some, text: fc.option(fc.constantFrom('one line', 'two\nlines', 'été 😀', '# marked', 'a\n\nb', '- id: x'), { nil: undefined }) }).map((rest): Intent => ({ type: 'setComment', ...rest })) },
    { weight: 2, arbitrary: fc.record({ node: some, before: fc.option(some, { nil: undefined }) }).map(({ node, before }): Intent => (before === undefined ? { type: 'moveNode', node } : { type: 'moveNode', node, before })) },
  )
}

function freshNode(ids: readonly string[]): fc.Arbitrary<PlainNode & { readonly id: string }> {
  return fc
    .record({
      id: fc.oneof({ weight: 8, arbitrary: someId }, { weight: 1, arbitrary: fc.constantFrom('new', ...ids) }),
      kind: fc.option(fc.constantFrom('agent', 'verifier', 'critic', 'router'), { nil: undefined }),
      prompt: someText,
      needs: fc.option(ids.length === 0 ? fc.constant<string[]>([]) : fc.uniqueArray(fc.constantFrom(...ids), { minLength: 1, maxLength: 3 }), { nil: undefined }),
      max_turns: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
      tools: fc.option(fc.uniqueArray(fc.constantFrom('search', 'no', 'a b'), { minLength: 1 }), { nil: undefined }),
    })
    .map((fields) => written<PlainNode>(fields) as PlainNode & { readonly id: string })
}

/** Mostly an edge that can be drawn or taken away, sometimes any. */
function someEdge(plain: Plain, type: 'connect' | 'disconnect'): fc.Arbitrary<Intent> {
  const places = plain.nodes.map((_, i) => i)
  const all = places.flatMap((from) => places.flatMap((to) => (['need', 'route'] as const).map((kind): Intent => ({ type, from, to, kind }))))
  const possible = all.filter((intent) => meant(plain, intent).refused === undefined)
  const any = fc.constantFrom(...all)
  return possible.length === 0 ? any : fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...possible) }, { weight: 1, arbitrary: any })
}

type SetField = Omit<Extract<Intent, { type: 'setField' }>, 'type' | 'node'>

function someField(ids: readonly string[]): fc.Arbitrary<SetField> {
  const clear = fc.constantFrom('kind', 'agent', 'prompt', 'needs', 'routes', 'max_turns', 'output_format', 'model', 'tools', 'timeout').map((field) => ({ field, value: undefined }) as SetField)
  const references = ids.length === 0 ? fc.constant<string[]>([]) : fc.uniqueArray(fc.constantFrom(...ids), { maxLength: 3 })
  return fc.oneof(
    { weight: 2, arbitrary: clear },
    { weight: 3, arbitrary: fc.record({ field: fc.constantFrom('prompt' as const, 'output_format' as const), value: someText }) },
    { weight: 1, arbitrary: fc.record({ field: fc.constant('kind' as const), value: fc.constantFrom('agent', 'verifier', 'critic', 'router') }) },
    { weight: 1, arbitrary: fc.record({ field: fc.constantFrom('agent' as const, 'model' as const), value: fc.constantFrom('reviewer', 'no', '1.0', 'a: b', 'openai:gpt-4o') }) },
    { weight: 1, arbitrary: fc.record({ field: fc.constant('timeout' as const), value: fc.constantFrom('30s', '1h30m') }) },
    { weight: 1, arbitrary: fc.record({ field: fc.constant('max_turns' as const), value: fc.nat(40) }) },
    { weight: 1, arbitrary: fc.record({ field: fc.constant('tools' as const), value: fc.uniqueArray(fc.constantFrom('search', 'no', 'a b', 'std::fs.read'), { maxLength: 3 }) }) },
    { weight: 2, arbitrary: fc.record({ field: fc.constantFrom('needs' as const, 'routes' as const), value: references }) },
  )
}

/** The command that says the intent; `keys` are the keys of the nodes by their place in the file. */
export function commandOf(intent: Intent, keys: readonly string[]): Command {
  const key = (i: number): string => keys[i]!
  switch (intent.type) {
    case 'add': {
      const node = intent.node as NodeFields
      return intent.after === undefined ? { type: 'add', node } : { type: 'add', node, after: key(intent.after) }
    }
    case 'remove':
      return { type: 'remove', nodes: intent.nodes.map(key) }
    case 'rename':
      return { type: 'rename', node: key(intent.node), to: intent.to }
    case 'connect':
    case 'disconnect':
      return { type: intent.type, from: key(intent.from), to: key(intent.to), kind: intent.kind }
    case 'setField':
      return { type: 'setField', node: key(intent.node), field: intent.field, value: intent.value }
    case 'setDocument':
      return intent
    case 'setComment':
      return { type: 'setComment', node: key(intent.node), text: intent.text }
    case 'moveNode':
      return intent.before === undefined ? { type: 'moveNode', node: key(intent.node) } : { type: 'moveNode', node: key(intent.node), before: key(intent.before) }
  }
}
