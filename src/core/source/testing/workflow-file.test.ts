import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isWhole } from '../find.ts'
import { readSource } from '../read.ts'
import { jsonFile, yamlFile } from './workflow-file.ts'

it('makes files that can be read', () => {
  fc.assert(fc.property(yamlFile, (text) => {
    const source = readSource(text, 'yaml')
    expect(source.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(isWhole(source)).toBe(true)
  }), { numRuns: 1000 })
  fc.assert(fc.property(jsonFile, (text) => {
    expect(isWhole(readSource(text, 'json'))).toBe(true)
  }), { numRuns: 200 })
})
