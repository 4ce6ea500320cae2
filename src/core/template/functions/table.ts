import { COMPARISONS } from './compare.ts'
import { DATA } from './data.ts'
import { ESCAPES } from './escape.ts'
import type { TemplateFunction } from './function.ts'
import { PARTS } from './parts.ts'
import { PRINTS } from './print.ts'

/** Every function of templates by its name. What an editor offers and what is checked come from here. */
export const FUNCTIONS: ReadonlyMap<string, TemplateFunction> = new Map(
  [...COMPARISONS, ...PARTS, ...PRINTS, ...ESCAPES, ...DATA].map((entry) => [entry.name, entry]),
)

/** What an editor shows of a function. */
export type TemplateFunctionHelp = { readonly name: string; readonly usage: string; readonly help: string }

/** Every function with how it is written and what it gives, by name. */
export function templateFunctions(): readonly TemplateFunctionHelp[] {
  return [...FUNCTIONS.values()].map(({ name, usage, help }) => ({ name, usage, help })).toSorted((a, b) => a.name < b.name ? -1 : 1)
}
