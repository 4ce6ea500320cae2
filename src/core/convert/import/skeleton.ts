import { orderedValue } from '../../dialects/definitions.ts'
import type { Json } from '../../diagnostic.ts'
import { trimBlankEnd } from '../../text/blanks.ts'
import { renderYaml } from '../../source/patch/render.ts'
import type { NotCarried } from './ledger.ts'
import type { Sketch, SketchNode } from './sketch.ts'

/** Lines of the list that the file itself keeps. */
const MOST_LISTED = 400
const LONGEST_COMMENT = 400

/**
 * A sketch as a file: a `dag` with a comment above each node that says where it came from, and at the end
 * the list of what was not carried over, so that the file itself remembers.
 */
export function renderSkeleton({ name, description, nodes, notCarriedOver }: Sketch, origin: string): string {
  const head = orderedValue({ name: clean(name), nodes: [], ...(description.trim() === '' ? {} : { description: clean(description).trim() }) }) as { readonly [key: string]: Json }
  const { nodes: _nodes, ...document } = head
  return [
    comment(`From ${origin}. A skeleton: each node is a prompt now, to be rewritten as the work of a model or an agent.`),
    renderYaml(document),
    'nodes:\n',
    ...nodes.map((node) => `${comment(`${node.from}, line ${node.line}`, '  ')}${indented(renderYaml([valueOf(node)]))}`),
    ...listOf(notCarriedOver),
  ].join('')
}

function valueOf({ id, prompt, needs, routes, timeout }: SketchNode): Json {
  const isRouter = routes !== undefined && routes.length > 0
  const definition = orderedValue({
    name: '',
    nodes: [{ id, ...(isRouter ? { kind: 'router' } : {}), prompt: tidy(prompt), needs, routes: routes ?? [], max_turns: 0, tools: [], ...(timeout === undefined ? {} : { timeout }) }],
  }) as { readonly nodes: readonly Json[] }
  return definition.nodes[0]!
}

function listOf(list: readonly NotCarried[]): string[] {
  if (list.length === 0) return []
  const shown = list.slice(0, MOST_LISTED).map(({ what, line, why }) => comment(`  ${what} (line ${line}): ${why}`))
  const more = list.length > MOST_LISTED ? [comment(`  and ${list.length - MOST_LISTED} more`)] : []
  return ['\n', comment('Not carried over:'), ...shown, ...more]
}

/** One line, whatever the text: a comment ends with its line, and may hold no control character. */
function comment(text: string, margin = ''): string {
  const line = clean(text).replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trimEnd()
  const short = [...line].length > LONGEST_COMMENT ? `${[...line].slice(0, LONGEST_COMMENT).join('')}…` : line
  return `${margin}# ${short}\n`
}

function indented(text: string): string {
  return text.replace(/^(?=[^\n])/gm, '  ')
}

/** Line ends of one kind, no blanks at the ends of lines: so that the text can stand as a block. */
function tidy(text: string): string {
  return clean(text).split(/\r\n?|\n/).map(trimBlankEnd).join('\n').trim()
}

/** Half characters cannot be written to a file. */
function clean(text: string): string {
  return text.replace(/\p{Cs}/gu, '\uFFFD')
}
