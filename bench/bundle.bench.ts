import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Table } from './table.ts'

const kB = (bytes: number) => `${(bytes / 1000).toFixed(0)} kB`

/** What the browser loads: before the text editor arrives, and with it. */
export function measure({ root }: { readonly root: string }): Table {
  const app = join(root, 'dist/app')
  const index = readFileSync(join(app, 'index.html'), 'utf8')
  const assets = readdirSync(join(app, 'assets'))
  const sizeOf = (name: string) => {
    const bytes = readFileSync(join(app, 'assets', name))
    return { name, raw: bytes.length, gzip: gzipSync(bytes).length }
  }
  const named = [...index.matchAll(/assets\/([^"']+\.(?:js|css))/g)].map((match) => match[1] ?? '')
  const first = follow(new Set(named), (name) => staticImports(readFileSync(join(app, 'assets', name), 'utf8')), assets)
  const group = (title: string, names: readonly string[]) => {
    const sizes = names.map(sizeOf)
    return [title, String(sizes.length), kB(sizes.reduce((sum, { raw }) => sum + raw, 0)), kB(sizes.reduce((sum, { gzip }) => sum + gzip, 0))]
  }
  const ends = (suffix: string) => (name: string) => name.endsWith(suffix)
  const workers = assets.filter((name) => /worker/i.test(name) && name.endsWith('.js'))
  const lazy = assets.filter((name) => name.endsWith('.js') && !first.has(name) && !workers.includes(name))
  return {
    title: 'What the browser loads',
    columns: ['what', 'files', 'raw', 'gzipped'],
    rows: [
      group('first JavaScript, before the text editor', [...first].filter(ends('.js'))),
      group('first style sheets', [...first].filter(ends('.css'))),
      group('the text editor and other parts loaded later', lazy),
      group('workers', workers),
      group('fonts', assets.filter((name) => /\.woff2?$/.test(name))),
    ],
  }
}

function staticImports(code: string): string[] {
  return [...code.matchAll(/(?:^|[;}\s])(?:import|export)(?:[\w$\s{},*]+from)?\s*["']\.\/([^"']+)["']/g)].map((match) => match[1] ?? '')
}

function follow(names: Set<string>, importsOf: (name: string) => string[], known: readonly string[]): Set<string> {
  const seen = new Set<string>()
  const queue = [...names]
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (seen.has(name) || !known.includes(name)) continue
    seen.add(name)
    if (name.endsWith('.js')) queue.push(...importsOf(name))
  }
  return seen
}
