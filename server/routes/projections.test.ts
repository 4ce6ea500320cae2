import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { analyse, openDocument, project } from '../../src/core/index.ts'
import { formatOfEnding, projectedSchema } from '../../src/protocol/index.ts'
import { codeOf, field, type Running, startServer } from './testing/harness.ts'

let server: Running
afterEach(() => server.close())

const EXAMPLES = join(import.meta.dirname, '../../examples')

it('gives of every example what its page would read, and the version that was read', async () => {
  const paths = (await readdir(EXAMPLES, { recursive: true })).filter((path) => formatOfEnding(path) !== null && !path.includes('.heddle'))
  const files = Object.fromEntries(await Promise.all(paths.map(async (path) => [path, await readFile(join(EXAMPLES, path), 'utf8')] as const)))
  files['odd.yaml'] = 'nodes:\n  # note\n  - id: a\n    kind: router\n    routes: [b, gone]\n  - id: b\n    needs: [a, nobody]\n  - kind: judge\n'
  files['broken.yaml'] = 'nodes: ['
  server = await startServer({ files })
  expect(paths.length).toBeGreaterThan(3)
  for (const [path, text] of Object.entries(files)) {
    const answer = await server.ask({ path: `/api/projections/${path.split('/').map(encodeURIComponent).join('/')}` })
    const read = projectedSchema.parse(JSON.parse(answer.text))
    expect([path, read.projection]).toEqual([path, project(analyse(openDocument({ text, format: formatOfEnding(path) ?? 'yaml', name: path })))])
    expect(read.etag).toBe(field(await server.ask({ path: `/api/files/${path}` }), 'etag'))
  }
})

it('leaves a long text to the page, and says of what is not there that it is not', async () => {
  const nodes = Array.from({ length: 100 }, (_, at) => `  - id: node-${at}\n    needs: [node-${at === 0 ? 99 : at - 1}]\n    prompt: ${'word '.repeat(40)}\n`)
  const hundred = `nodes:\n${nodes.join('')}`
  expect(hundred.length).toBeGreaterThan(24_000)
  server = await startServer({ files: { 'hundred.yaml': hundred, 'long.yaml': `name: ${'x'.repeat(32_000)}\n` } })
  expect(projectedSchema.parse(JSON.parse((await server.ask({ path: '/api/projections/hundred.yaml' })).text)).projection.view.nodes).toHaveLength(100)
  expect(codeOf(await server.ask({ path: '/api/projections/long.yaml' }))).toBe('file-too-large')
  expect(codeOf(await server.ask({ path: '/api/projections/none.yaml' }))).toBe('file-not-found')
  expect(codeOf(await server.ask({ path: '/api/projections/..%2Fnone.yaml' }))).toBe('path-refused')
})
