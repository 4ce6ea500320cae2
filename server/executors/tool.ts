import type { Json, ToolWork } from '../../src/core/index.ts'
import type { ExecutionContext, NodeOutput } from '../engine/ports.ts'
import { callTool, findTool } from '../tools/call.ts'
import { isObject, propertiesOf } from '../tools/input.ts'
import type { Toolbox } from '../tools/tool.ts'

/** Calls the tool of a node. */
export async function executeTool(tools: Toolbox, context: ExecutionContext, work: ToolWork, input: Json): Promise<NodeOutput> {
  const tool = await findTool(tools, work.tool, context.ownTools)
  return { output: await callTool(tools, context, { tool, input: withoutPrompt(work, input, tool.input) }) }
}

/** The prompt of a node is for tools that take one; to others it is no argument. */
function withoutPrompt(work: ToolWork, input: Json, schema: Parameters<typeof propertiesOf>[0]): Json {
  if (work.prompt === undefined || !isObject(input) || input.prompt === undefined || propertiesOf(schema).prompt !== undefined || schema.additionalProperties !== false) return input
  const { prompt: _, ...rest } = input
  return rest
}
