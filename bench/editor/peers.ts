import { createReadStream, existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { build } from 'vite'

const TYPES = new Map([['.html', 'text/html'], ['.js', 'text/javascript'], ['.css', 'text/css']])

/** Builds the pages of the peers (the libraries alone, without Heddle) with Heddle's own build settings. */
export async function buildPeers(root: string): Promise<string> {
  const pages = join(root, 'bench/editor/pages')
  const outDir = join(root, 'dist/bench/pages')
  await build({
    configFile: join(root, 'vite.config.ts'),
    root: pages,
    publicDir: false,
    logLevel: 'error',
    build: { outDir, emptyOutDir: true, rollupOptions: { input: ['monaco', 'flow', 'layout'].map((name) => join(pages, `${name}.html`)) } },
  })
  return outDir
}

/** Serves a folder of built pages. */
export async function servePeers(dir: string): Promise<{ readonly url: string; close(): void }> {
  const server = createServer((request, response) => {
    const path = join(dir, normalize(new URL(request.url ?? '/', 'http://localhost').pathname))
    if (!path.startsWith(dir) || !existsSync(path)) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': TYPES.get(extname(path)) ?? 'application/octet-stream' })
    createReadStream(path).pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}
