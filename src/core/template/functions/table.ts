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
