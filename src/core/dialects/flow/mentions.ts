import { templatesOf } from '../../agent-file/template-holder.ts'
import { templateVariables } from '../../template/reads.ts'
import { countWord } from '../count-word.ts'
import { sameId } from '../same-id.ts'
import { bodyOf } from './definition.ts'
import { holdersOf } from './holders.ts'
import { keysOf } from './keys.ts'
import type { FlowReading } from './read.ts'

/** The texts that hold an id as a word of its own, in the order of nodes and edges. Variables that templates read are none. */
export function flowMentions(reading: FlowReading, id: string): readonly { readonly node: string; readonly field: string; readonly count: number }[] {
  const word = sameId(id.trim())
  if (word === '') return []
  const found: { node: string; field: string; count: number }[] = []
  const add = (node: string, field: string, text: string): void => {
    const count = countWord(sameId(text), word)
    if (count > 0) found.push({ node, field, count })
  }
  for (const holder of holdersOf(reading.model)) {
    for (const { field, text } of templatesOf(holder)) {
      if (sameId(text).includes(word)) add(holder.key, field.name, withoutVariables(text))
    }
  }
  for (const [index, node] of bodyOf(reading.model).nodes.entries()) add(keysOf(reading.model).keys[index]!, 'output_format', node.output_format ?? '')
  return found
}

/** The text with a blank in the place of each variable that it reads. */
function withoutVariables(text: string): string {
  let rest = ''
  let done = 0
  for (const { nameRange } of templateVariables(text)) {
    if (nameRange.start < done) continue
    rest += `${text.slice(done, nameRange.start)} `
    done = nameRange.end
  }
  return rest + text.slice(done)
}
