import { expect, it } from 'vitest'
import type { Origin } from '../dialects/dialect.ts'
import { Problems } from '../dialects/problems.ts'
import { stepFields } from '../dialects/steps/fields.ts'
import { checkTemplates } from './check-templates.ts'

const origin: Origin = { sourcePath: () => null, sourcePaths: () => [], range: () => undefined, keyRange: () => undefined, sourceNode: () => null }

/** What is said of an input behind very many results; and how many names were asked for. */
function check(input: string): { readonly messages: readonly string[]; readonly asked: number } {
  let asked = 0
  const names = function* (): Generator<string> {
    for (let at = 0; at < 100_000; at += 1) {
      asked += 1
      yield `result_${at}`
    }
    yield 'trigger'
  }
  const problems = new Problems()
  checkTemplates({ source: null, origin }, {
    path: ['workflow', 'steps', 0], id: 'a', key: 'a', fields: stepFields, values: { input },
    variables: () => ({ has: (name) => name === 'trigger' || name.startsWith('result_'), names }), identity: (name) => name,
  }, new Map(), problems)
  return { messages: problems.list().map(({ message }) => message), asked }
}

it('looks through the nearest names for what an unknown variable means, however many there are', () => {
  const { messages, asked } = check('{{.resul_3}} {{.result_99999}}')
  expect(messages).toEqual([expect.stringContaining('Did you mean `result_3`?')])
  expect(asked).toBeLessThan(200)
})

it('knows what started the run behind all of them', () => {
  expect(check('{{ .triger }}').messages).toEqual([expect.stringContaining('Did you mean `trigger`?')])
})
