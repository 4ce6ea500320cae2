import { buildNodePrompt, type Json, type PlanNode, type PromptWork, type ToolWork } from '../../src/core/index.ts'
import { NodeFailure, type NodeInputs, type RenderedTexts } from '../engine/ports.ts'
import { isObject, readInput } from '../tools/input.ts'

/**
 * The prompt of a node: in a `dag` with the outputs of the nodes that it needs; in a walk the prompt
 * with the input as its material, or the input alone. Throws a NodeFailure where nothing is asked.
 */
export function renderPrompt(node: PlanNode, work: PromptWork, inputs: NodeInputs, texts?: RenderedTexts): string {
  if (texts === undefined) return buildNodePrompt({ ...work, needs: node.needs }, inputs)
  const [prompt, input] = [texts.prompt, texts.input]
  if (prompt.trim() === '' && input.trim() === '') {
    throw new NodeFailure({ kind: 'invalid-input', message: 'nothing is asked: its prompt and its input are both empty', hint: 'Say what to ask, for example input: "{{ .trigger }}".' })
  }
  const given = prompt.trim() === '' || input.trim() === '' ? null : input
  return buildNodePrompt({ ...work, prompt: given === null ? prompt + input : prompt, needs: given === null ? [] : ['input'] }, given === null ? new Map() : new Map([['input', given]]))
}

/** What a tool is given, as it is recorded: its arguments, or a text. A `prompt` goes with the arguments. */
export function renderTool(work: ToolWork, texts: RenderedTexts | undefined): Json {
  const input = readInput(texts?.input ?? '')
  const prompt = work.prompt === undefined ? '' : (texts?.prompt ?? '')
  return prompt !== '' && isObject(input) && input.prompt === undefined ? { ...input, prompt } : input
}
