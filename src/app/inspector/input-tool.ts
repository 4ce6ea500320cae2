import { hasParameters, type Json } from '../../core/index.ts'

/** A tool as a form of its arguments needs it. `input`: JSON Schema. */
export type InputTool = { readonly input: { readonly [key: string]: Json } }

/** Does the tool name what it takes? Others are given a text or whatever is written. */
export function takesArguments(tool: InputTool | null): tool is InputTool {
  return tool !== null && hasParameters(tool.input)
}
