import fc from 'fast-check'
import type { DagDefinition } from '../../../dialects/dag/definition.ts'
import { keyAt } from '../ask.ts'
import type { Ask } from '../ask.ts'
import type { TreeMap } from '../tree.ts'
import { commandOf, someIntent } from './intents.ts'
import { clean, meaningOf, meant } from './meaning.ts'
import type { Intent, Meaning } from './meaning.ts'
import { somePlain } from './plain.ts'
import type { Plain } from './plain.ts'
import { touched } from './touched.ts'

export const someDag: fc.Arbitrary<TreeMap> = somePlain.map((plain) => plain as unknown as TreeMap)

/** A command that could be asked for on a `dag`. */
export function someDagAsk(tree: TreeMap): fc.Arbitrary<Ask> {
  const plain = tree as unknown as Plain
  return someIntent(plain).map((intent) => askOf(plain, intent))
}

function askOf(plain: Plain, intent: Intent): Ask {
  const wanted = meant(plain, intent)
  return {
    type: intent.type,
    command: (keys) => commandOf(intent, keys),
    wanted: wanted.refused === undefined ? { tree: wanted.plain as unknown as TreeMap } : wanted,
    touched: (page) => touched(plain, intent, page),
    check(after) {
      if (wanted.refused !== undefined) return null
      const difference = differenceOf(meaningOf(after.reading!.model as DagDefinition), meaningOf(wanted.plain))
      if (difference !== null || intent.type !== 'setComment') return difference
      const { note } = after.view.nodes.find((node) => node.index === intent.node)!
      return note === intent.text ? null : `the note ${String(note)} for ${String(intent.text)}`
    },
    ...backOf(plain, intent),
  }
}

function backOf(plain: Plain, intent: Intent): Pick<Ask, 'back'> {
  switch (intent.type) {
    case 'add': {
      // References that named no node are cleaned together with the node that they came to name.
      const id = intent.node.id.trim().normalize('NFC')
      if (plain.nodes.some(({ needs, routes }) => [...(needs ?? []), ...(routes ?? [])].some((each) => clean(each).normalize('NFC') === id))) return {}
      return {
        back(page, between, keys) {
          // The list of a file without nodes becomes a block list, and loses its key when it becomes empty.
          if (plain.nodes.length === 0 && (page.bare.has('nodes') || page.flow.has('nodes'))) return null
          return { type: 'remove', nodes: [keyAt(between, intent.after === undefined ? keys.length : intent.after + 1)] }
        },
      }
    }
    case 'connect': {
      const [holder, field] = intent.kind === 'need' ? ([intent.to, 'needs'] as const) : ([intent.from, 'routes'] as const)
      // One that is written first is a flow list, and stays as `[]`.
      if (plain.nodes[holder]![field] === undefined) return {}
      return {
        // A single text becomes a list.
        back: (page, _between, keys) => (page.bare.has(`nodes/${holder}/${field}`) ? null : { type: 'disconnect', from: keys[intent.from]!, to: keys[intent.to]!, kind: intent.kind }),
      }
    }
    default:
      return {}
  }
}

function differenceOf(found: Meaning, wanted: Meaning): string | null {
  const parts = [found, wanted].map((meaning) => [{ name: meaning.name, description: meaning.description }, ...meaning.nodes].map((part) => JSON.stringify(part)))
  const index = parts[0]!.findIndex((part, i) => part !== parts[1]![i])
  if (index >= 0) return `${parts[0]![index]!} for ${parts[1]![index] ?? 'nothing'}`
  return parts[0]!.length === parts[1]!.length ? null : `${parts[0]!.length - 1} nodes for ${parts[1]!.length - 1}`
}
