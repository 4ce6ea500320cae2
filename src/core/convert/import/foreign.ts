import { lookup, resolve } from '../../source/find.ts'
import type { SourceMap, SourceNode } from '../../source/tree.ts'

/** What kind of file this is, where it is one that Heddle knows by sight but does not read; null otherwise. */
export function foreignName(root: SourceNode | null): string | null {
  const node = resolve(root)
  if (node?.kind === 'list') {
    const first = node.items.map((item) => resolve(item.value)).find((item) => item?.kind === 'map')
    if (first?.kind !== 'map' || !has(first, 'type')) return null
    return node.items.some((item) => isMapWith(item.value, 'wires')) ? 'a Node-RED flow' : null
  }
  if (node?.kind !== 'map') return null
  if (has(node, 'connections') && has(node, 'nodes')) return 'an n8n workflow'
  if (has(node, 'graphs') && (has(node, 'dependencies') || has(node, 'env'))) return 'a LangGraph configuration (its graph is in the program that it names)'
  if (has(node, 'StartAt') && has(node, 'States')) return 'an AWS Step Functions state machine'
  if (has(node, 'cwlVersion')) return 'a CWL workflow'
  if (has(node, 'workflows') && (has(node, 'jobs') || has(node, 'orbs'))) return 'a CircleCI configuration'
  if (has(node, 'stages') && (has(node, 'pool') || has(node, 'trigger'))) return 'an Azure pipeline'
  if (has(node, 'stages') || has(node, 'before_script')) return 'a GitLab CI file'
  if (has(node, 'services') && !has(node, 'jobs')) return 'a Compose file'
  if (has(node, 'app') && has(node, 'workflow') && text(node, 'kind') === 'app') return 'a Dify app'
  if (has(node, 'runs') && has(node, 'inputs')) return 'a GitHub action, not a workflow'
  if (text(node, 'apiVersion').startsWith('tekton.dev/')) return 'a Tekton pipeline'
  if (has(node, 'apiVersion') && has(node, 'kind')) return `a Kubernetes resource of the kind ${text(node, 'kind')}`
  if (has(node, '$schema') && has(node, 'properties')) return 'a JSON Schema'
  return null
}

function has(map: SourceMap, key: string): boolean {
  return lookup(map, key) !== null
}

function text(map: SourceMap, key: string): string {
  const node = resolve(lookup(map, key)?.value ?? null)
  return node?.kind === 'scalar' ? node.text : ''
}

function isMapWith(value: SourceNode | null, key: string): boolean {
  const node = resolve(value)
  return node?.kind === 'map' && has(node, key)
}
