import type { Tool } from '../tool.ts'
import type { Compute } from './compute.ts'
import { flowTools } from './flow.ts'
import { fsTools } from './fs.ts'
import { httpTools, type HttpOptions } from './http.ts'
import { jsonTools } from './json.ts'
import { shellTools, type ShellOptions } from './shell.ts'
import { textTools } from './text.ts'

export type StdOptions = HttpOptions & ShellOptions & { readonly compute: Compute }

/** The tools that come with Heddle; their bare names are unique. */
export function stdTools(options: StdOptions): readonly Tool[] {
  return [...fsTools, ...httpTools(options), ...shellTools(options), ...jsonTools(options.compute), ...textTools(options.compute), ...flowTools]
}
