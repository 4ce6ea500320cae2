import { readFile, realpath, stat } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
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

async function send(exchange: Exchange, found: Found, path: string): Promise<Response> {
  // The build lays a packed copy beside what is worth it.
  const packed = acceptsGzip(exchange.req.header('accept-encoding')) ? await sizeOf(`${found.file}.gz`) : null
  const size = packed ?? found.size
  const etag = `"${size.toString(36)}-${Math.floor(found.modified).toString(36)}"`
  const headers = {
    'content-type': TYPES[extname(found.file).toLowerCase()] ?? 'application/octet-stream',
    'content-length': String(size),
    ...(packed !== null && { 'content-encoding': 'gzip' }),
    vary: 'accept-encoding',
    // Names in `assets` hold a hash of what is in them; everything else is asked for again.
    'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag,
  }
  if (exchange.req.header('if-none-match') === etag) return new Response(null, { status: 304, headers: { etag, vary: headers.vary, 'cache-control': headers['cache-control'] } })
  if (exchange.req.method === 'HEAD' || size === 0) return new Response(null, { headers })
  // In one piece: the largest has a few megabytes, and a stream of small ones takes several times as long.
  return new Response(await readFile(packed === null ? found.file : `${found.file}.gz`), { headers })
}

async function sizeOf(file: string): Promise<number | null> {
  const found = await stat(file).catch(() => null)
  return found?.isFile() ? found.size : null
}

function acceptsGzip(header = ''): boolean {
  return header.split(',').some((coding) => /^\s*(?:x-)?gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*$)|$)/i.test(coding))
}

function decodePath(pathname: string): string | null {
  try {
    const path = decodeURIComponent(pathname)
    return path.includes('\0') || path.includes('\\') || path.split('/').includes('..') ? null : path
  } catch {
    return null
  }
}
