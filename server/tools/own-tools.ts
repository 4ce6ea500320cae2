import { posix } from 'node:path'
import type { Plan } from '../../src/core/index.ts'

/**
 * The plan of a file, with the modules that the file names itself told from the workspace's folder: in the
 * file they are told from where it lies. `file` is relative to the workspace, with `/`.
 */
export function placeOwnTools(plan: Plan, file: string): Plan {
  if (plan.kind !== 'walk' || plan.tools === undefined) return plan
  const folder = posix.dirname(file)
  const place = (name: string): string => {
    if (!/^\.\.?\//.test(name)) return name
    const placed = posix.join(folder, name)
    return placed.startsWith('.') ? placed : `./${placed}`
  }
  return { ...plan, tools: plan.tools.map(place) }
}

/** The tools that are looked up before those of the workspace. */
export function ownToolsOf(plan: Plan): readonly string[] {
  return plan.kind === 'walk' ? (plan.tools ?? []) : []
}
