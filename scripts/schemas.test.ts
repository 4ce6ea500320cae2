import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { dialects } from '../src/core/index.ts'

const folder = fileURLToPath(new URL('../public/schema', import.meta.url))

describe('the published schemas', () => {
  it('are those of the dialects: `npm run schemas` writes them', () => {
    expect(readdirSync(folder).toSorted()).toEqual(dialects.map(({ name }) => `${name}.json`).toSorted())
    for (const dialect of dialects) expect(JSON.parse(readFileSync(`${folder}/${dialect.name}.json`, 'utf8'))).toEqual(dialect.schema())
  })
})
