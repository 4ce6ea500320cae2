import { expect, it } from 'vitest'
import { troubleOfFirstPage, type Chunk } from './first-page.ts'

const chunk = (fileName: string, given: Partial<Chunk> = {}): Chunk => ({ fileName, facadeModuleId: null, moduleIds: [], imports: [], ...given })

const page = chunk('page.js', { facadeModuleId: '/heddle/index.html', imports: ['shared.js'] })
const canvas = chunk('canvas.js', { facadeModuleId: '/heddle/src/app/canvas/index.ts', imports: ['libraries.js'] })
const dialects = { moduleIds: ['/heddle/src/core/dialects/registry.ts'] }
const look = (...chunks: readonly Chunk[]) => troubleOfFirstPage(chunks, '/heddle/index.html')

it('lets a page be that loads the dialects late', () => {
  expect(look(page, canvas, chunk('shared.js'), chunk('reader.js', dialects))).toBeNull()
})

it('finds the dialects in what the page, or its canvas, loads at once, however far down', () => {
  expect(look(page, canvas, chunk('shared.js', { imports: ['deep.js'] }), chunk('deep.js', dialects))).toContain('in deep.js')
  expect(look(page, canvas, chunk('libraries.js', dialects))).toContain('in libraries.js')
  expect(look({ ...page, ...dialects }, canvas)).toContain('in page.js')
  expect(look(page, canvas, chunk('reader.js', dialects), chunk('shared.js', dialects))).toContain('in shared.js')
})

it('says so when it does not find what it looks for', () => {
  expect(look(canvas, chunk('reader.js', dialects))).toContain('no chunk of /heddle/index.html')
  expect(look(page, chunk('reader.js', dialects))).toContain('no chunk of src/app/canvas/index.ts')
  expect(look(page, canvas, chunk('shared.js'))).toContain('no chunk with src/core/dialects/registry.ts')
})
