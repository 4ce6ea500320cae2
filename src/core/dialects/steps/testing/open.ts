import type { Diagnostic } from '../../../diagnostic.ts'
import { patch } from '../../../source/patch/patch.ts'
import { readSource } from '../../../source/read.ts'
import type { Format } from '../../../source/tree.ts'
import type { Command } from '../../command.ts'
import { problemsOf } from '../../registry.ts'
import type { Dialect } from '../../dialect.ts'
import { steps } from '../dialect.ts'
import type { StepsReading } from '../read.ts'

export function open(text: string, format: Format = 'yaml'): { reading: StepsReading; problems: readonly Diagnostic[] } {
  const reading = steps.read(readSource(text, format))
  return { reading, problems: problemsOf(steps as Dialect, reading) }
}

/** The text after a command; the reason in brackets where it is refused. */
export function after(text: string, command: Command, format: Format = 'yaml'): string {
  const { reading } = open(text, format)
  const operations = steps.operations(reading, command)
  if (!operations.ok) return `[${operations.diagnostics[0]!.message}]`
  const patched = patch(reading.source, operations.value)
  return patched.ok ? patched.value.text : `[${patched.diagnostics[0]!.code}: ${patched.diagnostics[0]!.message}]`
}

/** Problems as `code message`, each with the text that it marks. */
export function told(text: string, format: Format = 'yaml'): string[] {
  return open(text, format).problems.map(({ code, range }) => `${code} ${range ? text.slice(range.start, range.end) : ''}`.trim())
}

export const REPORT = `id: report-writer
name: Report Writer
description: Run a repeatable reporting pipeline
trigger: channel
channels: [http]
llm:
  provider: openai
  model: gpt-4o
system_prompt: Run the reporting workflow.

workflow:
  steps:
    - id: search
      tool: web_search
      input: '{"query":"{{.trigger}}"}'
      output: search_results
      on_error: retry

    - id: summarize
      tool: summarize_report
      input: '{"search_results":{{.search_results}}}'
      output: report
      on_error: abort

enabled: true
`

export const BRIEF = `name: brief
workflow:
  steps:
    - id: gather
      tool: web_search
      input: '{"query":"{{.trigger}}"}'
      output: search

    - id: write
      tool: write_brief
      input: '{"topic":"{{.trigger}}","search":{{.search}}}'
      output: brief

    - id: publish
      if: '{{.brief}}'          # skip when the brief is empty
      tool: post_brief
      input: '{{.brief}}'
`
