import type { Json } from '../../src/core/index.ts'
import { NodeFailure, type ExecutionContext } from '../engine/ports.ts'
import type { OfferedTool, ToolCall } from '../providers/index.ts'
import { callTool, findTool } from '../tools/call.ts'
import type { Tool, Toolbox } from '../tools/tool.ts'

/** The tools that an agent may call, under names that every provider takes. */
export type OfferedTools = {
  readonly offered: readonly OfferedTool[]
  /** Calls one for the sub-record `step`. What fails is an answer too: only an abort rejects, and a tool that died over what is not to be done twice. */
  call(context: ExecutionContext, call: ToolCall, step: string): Promise<CallAnswer>
}

/** What the model is told of its call. `tool`: as the workspace names it. */
export type CallAnswer = { readonly tool: string; readonly result: Json; readonly failed?: true }

/** Finds the tools. Rejects with a NodeFailure of the kind `unknown-tool` when one is missing: an agent without it would make things up. */
export async function offerTools(toolbox: Toolbox, names: readonly string[], own: readonly string[]): Promise<OfferedTools> {
  const byName = new Map<string, Tool>()
  const offered: OfferedTool[] = []
  for (const wanted of new Set(names)) {
    const tool = await findTool(toolbox, wanted, own)
    const name = freeName(wanted, byName)
    byName.set(name, tool)
    offered.push({ name, description: tool.description, input: tool.input })
  }
  return {
    offered,
    async call(context, { name, input, flaw }, step) {
      const tool = byName.get(name)
      if (tool === undefined) return { tool: name, result: `There is no tool "${name}". There are: ${offered.map((one) => one.name).join(', ')}.`, failed: true }
      if (flaw !== undefined) return { tool: tool.name, result: `The tool was not called: ${flaw}. Give them as one JSON object.`, failed: true }
      try {
        return { tool: tool.name, result: await callTool(toolbox, context, { tool, input, step }) }
      } catch (thrown) {
        if (context.signal.aborted || !(thrown instanceof NodeFailure)) throw thrown
        const { message, kind, hint } = thrown.error
        // Its process or its connection is gone: whether it is called again is for a person to say, not for the model.
        if (thrown.cutOff && kind !== 'timeout') throw thrown
        const unsure = thrown.cutOff ? ['It is not known whether it was done: look before you do it again.'] : []
        return { tool: tool.name, result: [message, ...unsure, ...(hint === undefined ? [] : [hint])].join('\n'), failed: true }
      }
    },
  }
}

/** Providers take letters, digits, `_` and `-`, up to 64 of them. */
function freeName(wanted: string, taken: ReadonlyMap<string, unknown>): string {
  const name = wanted.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 60)
  if (!taken.has(name)) return name
  for (let number = 2; ; number += 1) {
    if (!taken.has(`${name}_${number}`)) return `${name}_${number}`
  }
}
