import { orderedHeader } from '../../agent-file/header.ts'
import type { Json } from '../../diagnostic.ts'
import { inOrder } from '../ordered.ts'
import { bodyOf, type FlowBody, type FlowDefinition } from './definition.ts'
import { bodyFields, bodyKeys, edgeFields, nodeFields } from './fields.ts'

type Values = { readonly [field: string]: Json }

/** A flow as it is written: keys in rendered order, empty fields left out, the body where it stood. */
export function ordered(definition: FlowDefinition): Json {
  const header = orderedHeader(definition)
  const body = orderedBody(bodyOf(definition))
  return Object.fromEntries('workflow' in definition ? [...header, ['workflow', Object.fromEntries(body)]] : [...header, ...body])
}

function orderedBody(body: FlowBody): [string, Json][] {
  const own = new Map<string, Json>(inOrder(body as unknown as Values, bodyFields))
  own.set('nodes', body.nodes.map((node) => Object.fromEntries(inOrder(node as unknown as Values, nodeFields))))
  if (body.edges.length > 0) own.set('edges', body.edges.map((edge) => Object.fromEntries(inOrder(edge as unknown as Values, edgeFields))))
  return bodyKeys.flatMap((key): [string, Json][] => (own.has(key) ? [[key, own.get(key)!]] : []))
}
