import type { Json } from '../../diagnostic.ts'
import { asksModel } from '../../graph/view.ts'
import { buildNodePrompt } from '../../prompt/build.ts'
import { TemplateError } from '../../template/error.ts'
import { templateVariables } from '../../template/reads.ts'
import { renderTemplate } from '../../template/render.ts'
import type { AskedPrompt } from '../dialect.ts'
import { bodyOf, kindOf, routesOf, type FlowDefinition } from './definition.ts'

/** What the model of the node at `index` is asked, with the results that `resultOf` knows in the place of the outputs. */
export function promptOf(definition: FlowDefinition, index: number, resultOf: (id: string) => Json | undefined): AskedPrompt | null {
  const body = bodyOf(definition)
  const node = body.nodes[index]
  const kind = node && kindOf(node)
  if (!node || !kind || !asksModel(kind)) return null
  const template = node.prompt ?? node.input ?? ''
  const read = new Set(templateVariables(template).map(({ name }) => name))
  const setters = body.nodes.filter(({ id, output }) => id !== '' && output !== undefined && read.has(output))
  // Without a prototype: a variable may be called anything.
  const data = Object.create(null) as { [name: string]: Json }
  for (const { id, output } of setters) {
    const result = resultOf(id)
    if (result !== undefined) data[output!] = result
  }
  const prompt = rendered(template, data)
  return { text: buildNodePrompt({ kind, prompt, routes: routesOf(body, node), output_format: node.output_format ?? '' }, {}), inputs: setters.map(({ id }) => id) }
}

/** A template that cannot be rendered stands as it is written: the problem is told elsewhere. */
function rendered(template: string, data: { readonly [name: string]: Json }): string {
  try {
    return renderTemplate(template, data)
  } catch (error) {
    if (error instanceof TemplateError) return template
    throw error
  }
}
