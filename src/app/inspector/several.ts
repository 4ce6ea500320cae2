import type { Command, Dialect, Field, Json } from '../../core/index.ts'
import type { FormNode } from './node-of.ts'

/** What several nodes have in a field: one value for all, or values that differ. */
export type Common = { readonly same: true; readonly value: Json | undefined } | { readonly same: false }

export function commonValue(forms: readonly FormNode[], field: Field): Common {
  const [first, ...others] = forms
  const value = first?.values[field.name]
  const text = JSON.stringify(value)
  return others.every(({ values }) => JSON.stringify(values[field.name]) === text) ? { same: true, value } : { same: false }
}

/** The fields that can be set for all of the nodes at once: not what names each, nor what belongs to other kinds. */
export function commonFields(dialect: Dialect, forms: readonly FormNode[]): readonly Field[] {
  return dialect.nodeFields.filter((field) => field.name !== 'id' && (!field.kinds || forms.every(({ node }) => field.kinds!.includes(node.kind))))
}

export type NameCount = { readonly name: string; readonly count: number }

/** Names in a list field of the nodes, each with how many of them have it, in the order in which they are met. */
export function namesIn(forms: readonly FormNode[], field: Field): readonly NameCount[] {
  const counts = new Map<string, number>()
  for (const { values } of forms) for (const name of new Set(listOf(values[field.name]))) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].map(([name, count]) => ({ name, count }))
}

/** Sets a field of all nodes: one entry of the history, done for all or for none. */
export function setForAll(forms: readonly FormNode[], field: Field, value: Json | undefined): Command {
  return {
    type: 'batch',
    label: `Change ${field.label.toLowerCase()} of ${forms.length} nodes`,
    commands: forms.map(({ node }) => ({ type: 'setField', node: node.key, field: field.name, value })),
  }
}

/**
 * Adds a name to a list field of all nodes, or takes it out of all. Nodes that have it (or not) already
 * are left as they are, and none is made to name itself.
 * @param target the key of the node that the name stands for, when the field's names are edges to nodes.
 */
export function changeNameForAll(forms: readonly FormNode[], field: Field, name: string, has: boolean, target?: string): Command {
  const touched = forms.filter(({ node, values }) => listOf(values[field.name]).includes(name) !== has && !(has && node.key === target))
  return {
    type: 'batch',
    label: `${has ? 'Add' : 'Remove'} ${name} ${has ? 'to' : 'from'} ${field.label.toLowerCase()} of ${touched.length === 1 ? '1 node' : `${touched.length} nodes`}`,
    commands: touched.map(({ node, values }): Command => {
      const { edges } = field
      if (has && edges && target !== undefined) {
        // Said as an edge, an addition is refused with the reason when it would close a cycle.
        const [from, to] = edges.leads === 'out' ? [node.key, target] : [target, node.key]
        return { type: 'connect', from, to, kind: edges.kind }
      }
      const rest = listOf(values[field.name]).filter((each) => each !== name)
      return { type: 'setField', node: node.key, field: field.name, value: has ? [...rest, name] : rest.length > 0 ? rest : undefined }
    }),
  }
}

export function listOf(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.map((each) => (typeof each === 'string' ? each : JSON.stringify(each))) : []
}
