import { holds } from '../text/holds.ts'
import { isDataPipe } from './data.ts'
import type { Pipe, TemplateBody, TemplateNode, TemplateTree } from './nodes.ts'
import { definitionsOfData } from './reads.ts'

/** What is at hand at a place in a template. */
export type Scope = {
  /** Whether the dot is the data itself, so that `.name` reads a variable. */
  readonly isDotData: boolean
  /** The `$variables` by name, `$` included, each with whether it is the data itself. */
  readonly variables: ReadonlyMap<string, boolean>
}

/** What is at hand at an offset. */
export function scopeAt(tree: TemplateTree, offset: number): Scope {
  const inside = [...tree.definitions].findLast(([, { body }]) => holds(body.range, offset))
  if (inside) {
    const [name, { body }] = inside
    const isData = definitionsOfData(tree).has(name)
    return within(body.nodes, offset, { isDotData: isData, variables: new Map([['$', isData]]) })
  }
  return within(tree.root, offset, { isDotData: true, variables: new Map([['$', true]]) })
}

function within(nodes: readonly TemplateNode[], offset: number, outer: Scope): Scope {
  let scope = outer
  for (const node of nodes) {
    if (node.range.start >= offset) break
    switch (node.type) {
      case 'action':
        if (node.range.end <= offset) scope = declared(node.pipe, scope)
        break
      case 'if':
      case 'with': {
        let inner = scope
        for (const { pipe, body } of node.branches) {
          if (pipe.range.end >= offset) return inner
          const isData = isDataOf(pipe, inner)
          inner = declared(pipe, inner)
          if (holds(body.range, offset)) return within(body.nodes, offset, node.type === 'with' ? { ...inner, isDotData: isData } : inner)
        }
        if (isIn(node.otherwise, offset)) return within(node.otherwise.nodes, offset, inner)
        break
      }
      case 'range':
        if (isIn(node.body, offset)) return within(node.body.nodes, offset, { ...declared(node.pipe, scope, false), isDotData: false })
        if (isIn(node.otherwise, offset)) return within(node.otherwise.nodes, offset, scope)
        break
      case 'text':
      case 'template':
      case 'break':
      case 'continue':
    }
  }
  return scope
}

function isIn(body: TemplateBody | null, offset: number): body is TemplateBody {
  return body !== null && holds(body.range, offset)
}

function declared(pipe: Pipe, scope: Scope, isData = isDataOf(pipe, scope)): Scope {
  if (pipe.declares.length === 0) return scope
  return { ...scope, variables: new Map([...scope.variables, ...pipe.declares.map(({ name }) => [name, isData] as const)]) }
}

function isDataOf(pipe: Pipe, { isDotData, variables }: Scope): boolean {
  return isDataPipe(pipe, { isDotData, isData: ({ name }) => variables.get(name) === true })
}
