import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import type { Command } from '../command.ts'
import { analyse } from '../../document/analyse.ts'
import { applyCommand } from '../../document/apply.ts'
import { openDocument } from '../../document/open.ts'
import { undo } from '../../document/undo.ts'
import { renderJson, renderYaml } from '../../source/patch/render.ts'
import { normalizeDefinition, parseDefinition } from '../definitions.ts'

/** More by `HEDDLE_CASES=10000 npx vitest run src/core/dialects/steps/laws`. */
const CASES = Number(process.env['HEDDLE_CASES'] || 250)

type Plain = { readonly id: string; readonly tool: string; readonly if?: string; readonly input?: string; readonly output?: string; readonly on_error?: string }

const ID = fc.constantFrom('a', 'b', 'c', 'no', '007', '步骤', 'two words', "it's", '# x', '__proto__', 'bad: key')
const VARIABLE = fc.constantFrom('x', 'y', 'report', 'été')
const TEMPLATE = fc.constantFrom('{{.x}}', '{"q": "{{.y}}", "r": {{.report}}}', 'plain é "{{ .x }}"\n  {{.x.title}} and {{ index . "x" }}\n', "it's {{range .y}}{{.z}}{{$.x}}{{end}}", 'x: {{.été}} # no comment')
const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(arbitrary, { nil: undefined })

const someStep = (id: string): fc.Arbitrary<Plain> =>
  fc.record({ tool: fc.constantFrom('read', 'server.tool', 'std::fs'), if: maybe(TEMPLATE), input: maybe(TEMPLATE), output: maybe(VARIABLE), on_error: maybe(fc.constantFrom('retry', 'skip')) })
    .map((fields) => Object.fromEntries(Object.entries({ id, ...fields }).filter(([, value]) => value !== undefined)) as Plain)

const somePlain: fc.Arbitrary<readonly Plain[]> = fc.uniqueArray(ID, { minLength: 1, maxLength: 5 }).chain((ids) => fc.tuple(...ids.map(someStep)))

/** What is asked, by places. */
type Intent =
  | { readonly type: 'add'; readonly after: number }
  | { readonly type: 'remove' | 'rename'; readonly at: number }
  | { readonly type: 'move'; readonly at: number; readonly before: number }
  | { readonly type: 'input'; readonly at: number; readonly text: string | undefined }
  | { readonly type: 'variable'; readonly name: string }
  | { readonly type: 'model'; readonly name: string }

const someIntent: fc.Arbitrary<Intent> = fc.oneof(
  fc.record({ type: fc.constant('add' as const), after: fc.nat(9) }),
  fc.record({ type: fc.constantFrom('remove' as const, 'rename' as const), at: fc.nat(9) }),
  fc.record({ type: fc.constant('move' as const), at: fc.nat(9), before: fc.nat(9) }),
  fc.record({ type: fc.constant('input' as const), at: fc.nat(9), text: maybe(TEMPLATE) }),
  fc.record({ type: fc.constant('variable' as const), name: VARIABLE }),
  fc.record({ type: fc.constant('model' as const), name: fc.constantFrom('gpt-4o', 'no', 'a: b') }),
)

/** What each intent means, said upon plain steps; null where the rules forbid it. */
function meant(steps: readonly Plain[], intent: Intent): readonly Plain[] | null {
  const at = (index: number): number => index % steps.length
  switch (intent.type) {
    case 'add': return steps.toSpliced(at(intent.after) + 1, 0, { id: 'fresh', tool: 't' })
    case 'remove': return steps.toSpliced(at(intent.at), 1)
    case 'rename': return steps.map((step, index) => (index === at(intent.at) ? { ...step, id: 'fresh' } : step))
    case 'move': {
      const moved = steps[at(intent.at)]!
      const target = steps[at(intent.before)]!
      if (moved === target) return steps
      const rest = steps.filter((step) => step !== moved)
      return rest.toSpliced(rest.indexOf(target), 0, moved)
    }
    case 'input': return steps.map((step, index) => {
      if (index !== at(intent.at)) return step
      const { input: _, ...rest } = step
      return intent.text === undefined ? rest : { ...rest, input: intent.text }
    })
    case 'variable': {
      if (!steps.some(({ output }) => output === intent.name)) return null
      const renamed = (text: string): string => text.replaceAll(new RegExp(`(?<=[.$ ]\\.|\\{\\.)${intent.name}(?![\\p{L}])|(?<=index \\. ")${intent.name}(?=")`, 'gu'), 'fresh')
      return steps.map((step) => ({
        ...step,
        ...(step.if === undefined ? {} : { if: renamed(step.if.replaceAll('$.', '$ .')).replaceAll('$ .', '$.') }),
        ...(step.input === undefined ? {} : { input: renamed(step.input.replaceAll('$.', '$ .')).replaceAll('$ .', '$.') }),
        ...(step.output === intent.name ? { output: 'fresh' } : {}),
      }))
    }
    case 'model': return steps
  }
}

function commandOf(steps: readonly Plain[], intent: Intent): Command {
  const id = (index: number): string => steps[index % steps.length]!.id
  switch (intent.type) {
    case 'add': return { type: 'add', node: { id: 'fresh', tool: 't' }, after: id(intent.after) }
    case 'remove': return { type: 'remove', nodes: [id(intent.at)] }
    case 'rename': return { type: 'rename', node: id(intent.at), to: 'fresh' }
    case 'move': return { type: 'moveNode', node: id(intent.at), before: id(intent.before) }
    case 'input': return { type: 'setField', node: id(intent.at), field: 'input', value: intent.text }
    case 'variable': return { type: 'renameOutput', from: intent.name, to: 'fresh' }
    case 'model': return { type: 'setDocument', field: 'model', value: intent.name }
  }
}

const counts = new Map<string, number>()
const count = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1)

type Case = { readonly steps: readonly Plain[]; readonly intent: Intent; readonly format: 'yaml' | 'json'; readonly isNoted: boolean }

/** Carries out a command; what is broken, in words, or nothing. */
function judge({ steps, intent, format, isNoted }: Case): string {
  const value = { name: 'w', llm: { model: 'm' }, workflow: { steps: steps.map((step) => ({ ...step })) } }
  const printed = format === 'json' ? renderJson(value) : renderYaml(value)
  const text = isNoted && format === 'yaml' ? printed.replaceAll(/^( *)- /gm, '$1# about this step\n$1- ') : printed
  const document = openDocument({ text, format })
  const wanted = meant(steps, intent)
  const done = applyCommand(document, commandOf(steps, intent))
  count(`${intent.type}: ${done.ok ? 'done' : 'refused'}`)
  if (!done.ok) return wanted === null ? '' : `refused: ${done.diagnostics[0]!.message}\n${text}`
  if (wanted === null) return `a rule was not kept\n${text}`
  const now = done.value.text
  const model = JSON.stringify(parseDefinition(now, format).definition)
  const asked = JSON.stringify(normalizeDefinition({ name: 'w', llm: { model: intent.type === 'model' ? intent.name : 'm' }, workflow: { steps: wanted } }))
  // A list that becomes empty loses its key, and `workflow` with it: then nothing says that there were steps.
  if (wanted.length === 0 ? now.includes('tool') : model !== asked) return `the model is not the command applied to the model: ${model} for ${asked}\n${text}\n${now}`
  if (undo(done.value).text !== text) return `undo does not give back the text\n${text}`
  const lines = now.split('\n')
  const other = text.split('\n').filter((line) => !lines.includes(line))
  if (intent.type === 'variable' && (lines.length !== text.split('\n').length || other.some((line) => !line.includes(intent.name)))) return `other lines change: ${other.join('|')}`
  if (intent.type === 'model' && other.some((line) => !line.includes('model'))) return `other lines change: ${other.join('|')}`
  const back = intent.type === 'add' ? applyCommand(done.value, { type: 'remove', nodes: ['fresh'] }) : null
  return back === null || (back.ok && back.value.text === text) ? '' : `what was added cannot be taken away again\n${text}`
}

describe('the laws of editing, for steps', () => {
  it('hold for any command on any file', () => {
    const some = fc.record({ steps: somePlain, intent: someIntent, format: fc.constantFrom('yaml' as const, 'json' as const), isNoted: fc.boolean() })
    fc.assert(
      fc.property(some, (one) => {
        expect(judge(one)).toBe('')
      }),
      { numRuns: CASES },
    )
  }, 60_000 + CASES * 100)

  it('are read whatever stands in a file: nothing throws, and no prototype changes', () => {
    const piece = fc.constantFrom('workflow:', 'steps:', '- ', 'id: a', 'tool: t', 'input: ', '{{', '}}', '.x', '"', "'", '|', '>', '\n', '\n  ', '\n    ', '{', '}', '[', ']', ',', ': ', '&a ', '*a', '<<: ', '__proto__: ', 'constructor', 'llm: ', 'trigger: cron', '\u0000', '\ud800', '#', '\t', 'if: ', 'output: trigger')
    const value: fc.Arbitrary<unknown> = fc.anything({ withMap: true, withSet: true, withNullPrototype: true })
    const keys = Object.getOwnPropertyNames(Object.prototype).length
    let tried = 0
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.constantFrom('', 'workflow:\n  steps:\n    - id: a\n      tool: t\n      input: '), value, (pieces, start, anything) => {
        for (const format of ['yaml', 'json'] as const) {
          const analysis = analyse(openDocument({ text: start + pieces.join(''), format }))
          expect(Array.isArray(analysis.diagnostics)).toBe(true)
          tried += 1
        }
        for (const definition of [anything, { workflow: anything }, { workflow: { steps: anything } }, { workflow: { steps: [anything] } }, { llm: anything, workflow: { steps: [{ id: anything, input: anything }] } }]) {
          const once = normalizeDefinition(definition)
          expect(normalizeDefinition(once)).toEqual(once)
          tried += 1
        }
      }),
      { numRuns: Number(process.env['HEDDLE_CASES'] || 300) },
    )
    expect(Object.getOwnPropertyNames(Object.prototype)).toHaveLength(keys)
    process.stdout.write(`steps: ${tried} texts and values read\n`)
  }, 120_000)

  afterAll(() => {
    process.stdout.write(`laws of editing, steps, ${CASES} cases\n${[...counts].toSorted(([a], [b]) => a.localeCompare(b)).map(([what, n]) => `${String(n).padStart(8)}  ${what}`).join('\n')}\n`)
  })
})
