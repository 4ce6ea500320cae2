import { renderTemplate, TemplateError, type Json, type TemplateValue } from '../../../src/core/index.ts'
import { ToolError, type Tool } from '../tool.ts'
import type { Compute, RegexQuestion } from './compute.ts'
import { objectSchema, stdTool, text } from './std-tool.ts'

const module = 'std::text'
const texts = { type: 'array', items: { type: 'string' } } as const

/** Working on texts. */
export function textTools(compute: Compute): readonly Tool[] {
  return [
    stdTool<{ readonly template: string; readonly data?: Json }>(
      {
        name: 'template',
        module,
        idempotent: true,
        description: 'Fills in a Go text/template with a value, as inputs of workflows are.',
        input: objectSchema({ template: text('such as Hello {{ .name }}'), data: { description: 'what the template reads' } }, ['template']),
        output: { type: 'string' },
      },
      ({ template, data = {} }, context) => {
        try {
          return renderTemplate(template, data as TemplateValue, { now: context.now() })
        } catch (error) {
          if (error instanceof TemplateError) throw new ToolError(`the template cannot be filled in (character ${error.range.start}): ${error.message}`)
          throw error
        }
      },
    ),
    stdTool<{ readonly text: string; readonly by: string }>(
      {
        name: 'split',
        module,
        idempotent: true,
        description: 'Splits a text at every place where another one stands; at every character when that is empty.',
        input: objectSchema({ text: text('what to split'), by: text('what stands between the parts') }, ['text', 'by']),
        output: texts,
      },
      ({ text: given, by }) => (by === '' ? [...given] : given.split(by)),
    ),
    stdTool<{ readonly items: readonly Json[]; readonly by?: string }>(
      {
        name: 'join',
        module,
        idempotent: true,
        description: 'Joins texts into one. What is no text is written as JSON.',
        input: objectSchema({ items: { type: 'array', description: 'the parts' }, by: text('what to put between them; default a line break') }, ['items']),
        output: { type: 'string' },
      },
      ({ items, by = '\n' }) => items.map((item) => (typeof item === 'string' ? item : JSON.stringify(item))).join(by),
    ),
    stdTool<{ readonly text: string; readonly keep_empty?: boolean; readonly trim?: boolean }>(
      {
        name: 'lines',
        module,
        idempotent: true,
        description: 'Splits a text into its lines, without the empty ones.',
        input: objectSchema({ text: text('what to split'), keep_empty: { type: 'boolean', description: 'keep empty lines' }, trim: { type: 'boolean', description: 'trim each line' } }, ['text']),
        output: texts,
      },
      ({ text: given, keep_empty: keepEmpty = false, trim = false }) => {
        const lines = given.split(/\r\n|[\n\r]/)
        const shown = trim ? lines.map((line) => line.trim()) : lines
        if (keepEmpty) return shown.at(-1) === '' ? shown.slice(0, -1) : shown
        return shown.filter((line) => line.trim() !== '')
      },
    ),
    stdTool<{ readonly text: string; readonly pattern: string; readonly flags?: string; readonly mode?: RegexQuestion['mode']; readonly replacement?: string }>(
      {
        name: 'regex',
        module,
        idempotent: true,
        description: 'Searches a text with a regular expression (as in JavaScript), within a time limit.',
        input: objectSchema(
          {
            text: text('what to search'),
            pattern: text('the regular expression'),
            flags: { type: 'string', pattern: '^[dgimsuvy]*$', description: 'such as "i" or "im"' },
            mode: { enum: ['match', 'matches', 'test', 'replace', 'split'], description: 'match (default): the first one with its groups, or null; matches: all; test: true or false' },
            replacement: text('for replace; $1 and $<name> stand for groups'),
          },
          ['text', 'pattern'],
        ),
      },
      ({ text: given, pattern, flags = '', mode = 'match', replacement = '' }, { signal }) => compute.ask({ kind: 'regex', pattern, flags, text: given, mode, replacement }, signal),
    ),
  ]
}
