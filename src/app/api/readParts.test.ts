import { expect, it } from 'vitest'
import { nodeStateSchema } from '../../protocol/index.ts'
import { readParts } from './readParts.ts'

it('reads the nodes of a run, whatever they are called', async () => {
  const nodes = JSON.parse('{"a":{"status":"idle"},"__proto__":{"status":"skipped","visit":1,"reason":"not chosen","at":"2026-01-01T00:00:00.000Z"}}') as { readonly [id: string]: unknown }
  const read = await readParts(nodes, nodeStateSchema)
  expect(Object.entries(read).map(([id, { status }]) => `${id} ${status}`)).toEqual(['a idle', '__proto__ skipped'])
})

it('says which node does not read', async () => {
  expect(await readParts({ a: { status: 'idle' }, b: { status: 'lost' } }, nodeStateSchema)).toMatch(/^b: /)
})
