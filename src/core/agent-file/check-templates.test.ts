import { expect, it } from 'vitest'
import type { Origin } from '../dialects/dialect.ts'
import { Problems } from '../dialects/problems.ts'
import { stepFields } from '../dialects/steps/fields.ts'
import { checkTemplates } from './check-templates.ts'

const origin: Origin = { sourcePath: () => null, sourcePaths: () => [], range: () => undefined, keyRange: () => undefined, sourceNode: () => null }

it('looks through the nearest names for what an unknown variable means, however many there are', () => {
  let asked = 0
  const names = function* (): Generator<string> {
    for (let at = 0; at < 100_000; at += 1) {
      asked += 1
      yield `result_${at}`
    }
  }
  const problems = new Problems()
  const input = '{{.resul_3}} {{.result_99999}}'
  checkTemplates({ source: null, origin }, {
    path: ['workflow', 'steps', 0], id: 'a', key: 'a', fields: stepFields, values: { input },
    variables: () => ({ has: (name) => name.startsWith('result_'), names }), identity: (name) => name,
  }, new Map(), problems)
  expect(problems.list().map(({ message }) => message)).toEqual([expect.stringContaining('Did you mean `result_3`?')])
  expect(asked).toBeLessThan(200)
})
