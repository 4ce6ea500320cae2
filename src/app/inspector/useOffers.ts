import { useMemo } from 'react'
import { unreachable, type Analysis, type Field } from '../../core/index.ts'
import { namesOfTools, useWorkspace } from '../state/index.ts'
import type { Offer } from './offer.ts'

const NONE: readonly Offer[] = []

/** What each field may be filled with, as far as it is known. @param except keys of nodes that are not offered. */
export function useOffers({ view: { nodes } }: Analysis, except: readonly string[]): (field: Field) => readonly Offer[] {
  const models = useWorkspace((state) => state.models)
  const agents = useWorkspace((state) => state.agents)
  const omitted = except.join('\n')
  const byNode = useMemo(() => {
    const left = new Set(omitted.split('\n'))
    return nodes
      .filter(({ ghost, id, key }) => !ghost && id !== '' && !left.has(key))
      .map(({ id, kind, summary }): Offer => ({ value: id, kind, hint: summary.split('\n')[0] ?? '' }))
  }, [nodes, omitted])
  const byModel = useMemo(() => models.map(({ name, available, hint }): Offer => ({ value: name, hint: available ? '' : (hint ?? 'not set up') })), [models])
  const byAgent = useMemo(() => agents.map((name): Offer => ({ value: name })), [agents])
  const tools = useWorkspace((state) => state.tools)
  const byTool = useMemo(() => namesOfTools(tools).map(({ name, description }): Offer => ({ value: name, hint: description.split('\n')[0] ?? '' })), [tools])
  return (field) => {
    if (field.type === 'references' || field.type === 'reference') return byNode
    switch (field.offers) {
      case 'models':
        return byModel
      case 'agents':
        return byAgent
      case 'tools':
        return byTool
      case undefined:
        return NONE
      default:
        return unreachable(field.offers)
    }
  }
}
