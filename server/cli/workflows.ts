import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { formatOfEnding } from '../../src/protocol/index.ts'
import { inspect } from '../workspace/inspect.ts'
import { walk } from '../workspace/walk.ts'
import { decodeUtf8 } from '../utf8.ts'

/**
 * The workflow files of a folder and of those below it, sorted, as paths relative to it. A file that
 * cannot be read is one of them only where it stands among workflows, so that it is not passed over.
 */
export async function findWorkflows(folder: string): Promise<readonly string[]> {
  const { candidates } = await walk(folder)
  const found: string[] = []
  for (const { path } of candidates) {
    if (await isWorkflow(folder, path)) found.push(path)
  }
  return found
}

async function isWorkflow(folder: string, path: string): Promise<boolean> {
  const format = formatOfEnding(path)
  if (format === null) return false
  const amongWorkflows = /(^|\/)workflows\//i.test(path)
  const bytes = await readFile(join(folder, path)).catch(() => null)
  const decoded = bytes === null ? null : decodeUtf8(bytes)
  return decoded?.ok === true ? inspect(decoded.text, path, format) !== null : amongWorkflows
}
