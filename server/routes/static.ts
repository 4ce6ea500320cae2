import { createReadStream } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { Readable } from 'node:stream'
import { notBuiltPage, notFoundPage } from './page.ts'
import { problem } from './problem.ts'
import type { Exchange } from './route.ts'

const TYPES: { readonly [extension: string]: string } = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
}

/** Serves the built editor from `folder`; every address without an ending is the editor's own page. */
export function staticFiles(folder: string): (exchange: Exchange) => Promise<Response> {
  return async (exchange) => {
    if (exchange.req.method !== 'GET' && exchange.req.method !== 'HEAD') {
      return problem('method-not-allowed', 'Pages can only be read.', { headers: { allow: 'GET, HEAD' } })
    }
    const path = decodePath(new URL(exchange.req.url).pathname)
    if (path === null) return notFoundPage()
    const found = await find(folder, path === '/' ? '/index.html' : path)
    if (found !== null) return send(exchange, found, path)
    if (extname(path) !== '' || path.startsWith('/assets/')) return notFoundPage()
    const index = await find(folder, '/index.html')
    return index === null ? notBuiltPage() : send(exchange, index, '/index.html')
  }
}

type Found = { readonly file: string; readonly size: number; readonly modified: number }

async function find(folder: string, path: string): Promise<Found | null> {
  try {
    const root = await realpath(folder)
    const file = await realpath(join(root, path))
    if (!file.startsWith(root + sep)) return null
    const { size, mtimeMs, isFile } = await stat(file).then((found) => ({ size: found.size, mtimeMs: found.mtimeMs, isFile: found.isFile() }))
    return isFile ? { file, size, modified: mtimeMs } : null
  } catch {
    return null
  }
}

function send(exchange: Exchange, { file, size, modified }: Found, path: string): Response {
  const etag = `"${size.toString(36)}-${Math.floor(modified).toString(36)}"`
  const headers = {
    'content-type': TYPES[extname(file).toLowerCase()] ?? 'application/octet-stream',
    'content-length': String(size),
    // Names in `assets` hold a hash of what is in them; everything else is asked for again.
    'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag,
  }
  if (exchange.req.header('if-none-match') === etag) return new Response(null, { status: 304, headers: { etag, 'cache-control': headers['cache-control'] } })
  if (exchange.req.method === 'HEAD' || size === 0) return new Response(null, { headers })
  const stream: ReadableStream<Uint8Array> = Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>
  return new Response(stream, { headers })
}

function decodePath(pathname: string): string | null {
  try {
    const path = decodeURIComponent(pathname)
    return path.includes('\0') || path.includes('\\') || path.split('/').includes('..') ? null : path
  } catch {
    return null
  }
}
