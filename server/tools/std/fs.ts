import { readdir, stat } from 'node:fs/promises'
import { join, posix, relative, sep } from 'node:path'
import picomatch from 'picomatch'
import type { Json } from '../../../src/core/index.ts'
import { isPrivateName } from '../../../src/protocol/index.ts'
import { contain, type Contained } from '../../workspace/contain.ts'
import { errnoOf, faultOf, type Fault } from '../../workspace/fault.ts'
import { readBytes } from '../../workspace/read.ts'
import { createFile, replaceFile } from '../../workspace/write.ts'
import { within } from '../../within.ts'
import { decodeMending } from '../text.ts'
import { ToolError, type Tool, type ToolContext } from '../tool.ts'
import { objectSchema, stdTool, text } from './std-tool.ts'

const module = 'std::fs'

/** The largest file that is read or written. */
const MAX_BYTES = 32 * 1024 * 1024
const MOST_ENTRIES = 10_000
const MOST_FOLDERS = 20_000

/** How long a pattern may be matched with names, all of them together. Milliseconds. */
const MATCHING = 5_000

/** So many names are matched at once, or those of one folder. */
const AT_ONCE = 5_000

const path = text('a path in the workspace, such as notes/today.md')

/** Files that say which programs are started: whoever writes them decides what runs next time. */
const STARTERS = new Set(['.mcp.json', 'heddle.json'])

/** Reading and writing files of the workspace; links are followed and must stay inside. */
export const fsTools: readonly Tool[] = [
  stdTool<{ readonly path: string; readonly encoding?: 'text' | 'base64' }>(
    {
      name: 'read',
      module,
      idempotent: true,
      description: 'Reads a file of the workspace as text.',
      input: objectSchema({ path, encoding: { enum: ['text', 'base64'], description: 'how to give the bytes back; default text, which is UTF-8' } }, ['path']),
      output: { type: 'string' },
      raises: ['std::read'],
    },
    async (input, context) => {
      const found = await place(context, input.path)
      await context.raise('std::read', about(context, found))
      const read = await readBytes(found.target, found.path, MAX_BYTES)
      if (!read.ok) throw failed(read.fault)
      if (input.encoding === 'base64') return Buffer.from(read.value.bytes).toString('base64')
      const { text: content, mended } = decodeMending(read.value.bytes)
      if (mended !== undefined) context.log(`${found.path} is ${mended}`)
      return content.replace(/^\uFEFF/, '')
    },
  ),
  stdTool<{ readonly path: string; readonly content: string; readonly mode?: 'replace' | 'create' | 'append'; readonly encoding?: 'text' | 'base64' }>(
    {
      name: 'write',
      module,
      description: 'Writes a file of the workspace, whole or not at all, with the folders on the way.',
      input: objectSchema(
        {
          path,
          content: text('what to write'),
          mode: { enum: ['replace', 'create', 'append'], description: 'replace (default), create: fail when it exists, append: add at its end' },
          encoding: { enum: ['text', 'base64'], description: 'what `content` is; default text' },
        },
        ['path', 'content'],
      ),
      output: { type: 'object', properties: { path: { type: 'string' }, bytes: { type: 'integer' } }, required: ['path', 'bytes'] },
      raises: ['std::write'],
    },
    async ({ path: given, content, mode = 'replace', encoding = 'text' }, context) => {
      const found = await place(context, given)
      const real = about(context, found)
      if (STARTERS.has(real.path.toLowerCase())) throw new ToolError(`${real.path} says which programs Heddle starts, so tools may not write it`, 'Edit it by hand.')
      const added = encoding === 'base64' ? Buffer.from(content, 'base64') : Buffer.from(content)
      await context.raise('std::write', { ...real, bytes: added.byteLength })
      await write(found, added, mode)
      return { path: found.path, bytes: added.byteLength }
    },
  ),
  stdTool<{ readonly path?: string }>(
    {
      name: 'list',
      module,
      idempotent: true,
      description: 'Lists a folder of the workspace: the names of its entries, folders with a slash at the end.',
      input: objectSchema({ path: text('the folder; default the workspace itself') }),
      output: { type: 'array', items: { type: 'string' } },
      raises: ['std::read'],
    },
    async (input, context) => {
      const folder = await placeOfFolder(context, input.path ?? '.')
      await context.raise('std::read', { path: folder.path })
      const names = await entries(folder.target, folder.path)
      return names
        .filter(({ name }) => !isPrivateName(name))
        .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
        .toSorted()
        .slice(0, MOST_ENTRIES)
    },
  ),
  stdTool<{ readonly pattern: string; readonly in?: string }>(
    {
      name: 'glob',
      module,
      idempotent: true,
      description: 'Lists the files of the workspace whose paths fit a pattern, such as notes/**/*.md. Links are not followed.',
      input: objectSchema({ pattern: text('such as **/*.md'), in: text('the folder to look in; default the workspace itself') }, ['pattern']),
      output: { type: 'array', items: { type: 'string' } },
      raises: ['std::read'],
    },
    async (input, context) => {
      const folder = await placeOfFolder(context, input.in ?? '.')
      await context.raise('std::read', { path: folder.path, pattern: input.pattern })
      if (input.pattern.length > 1_000) throw new ToolError('the pattern is longer than 1,000 characters')
      return await find(folder, picomatch(input.pattern, { dot: true, nonegate: true }), context)
    },
  ),
]

/** Where a path given by a workflow leads: inside the workspace, or it is refused. */
async function place(context: ToolContext, given: string): Promise<Contained> {
  const found = await contain(context.workspace, normal(context, given))
  if (!found.ok) throw failed(found.fault)
  return found.value
}

export type Folder = { /** Relative to the workspace; `.` is the workspace. */ readonly path: string; readonly target: string }

/** The same for a folder, which must exist. */
export async function placeOfFolder(context: ToolContext, given: string): Promise<Folder> {
  const path = normal(context, given)
  if (path === '' || path === '.') return { path: '.', target: context.workspace }
  const found = await place(context, path)
  const isFolder = found.exists && (await stat(found.target)).isDirectory()
  if (!isFolder) throw new ToolError(found.exists ? `${found.path} is not a folder` : `there is no folder ${found.path}`)
  return { path: realPath(context, found), target: found.target }
}

/** `./notes/../a.md` and absolute paths of the workspace in the form that is checked: `a.md`. */
function normal({ workspace }: ToolContext, given: string): string {
  const inside = given === workspace ? '.' : given.startsWith(workspace + sep) ? relative(workspace, given).split(sep).join('/') : given
  if (inside.trim() === '') return ''
  return posix.normalize(inside).replace(/(?<=.)\/$/, '')
}

/** What an effect on a file says of it: where it really is, and how it was called where that differs. */
function about(context: ToolContext, found: Contained): { readonly path: string; readonly called?: string } {
  const path = realPath(context, found)
  return path === found.path ? { path } : { path, called: found.path }
}

function realPath({ workspace }: ToolContext, { target }: Contained): string {
  return relative(workspace, target).split(sep).join('/')
}

async function write(found: Contained, bytes: Uint8Array, mode: 'replace' | 'create' | 'append'): Promise<void> {
  try {
    if (!found.exists) return await createFile(found.target, bytes)
    if (mode === 'create') throw new ToolError(`${found.path} exists already`)
    if (!(await stat(found.target)).isFile()) throw new ToolError(`${found.path} is not a regular file`)
    if (mode === 'replace') return void (await replaceFile(found.target, bytes, () => Promise.resolve(true)))
    const before = await readBytes(found.target, found.path, MAX_BYTES)
    if (!before.ok) throw failed(before.fault)
    await replaceFile(found.target, Buffer.concat([before.value.bytes, bytes]), () => Promise.resolve(true))
  } catch (error) {
    if (error instanceof ToolError || errnoOf(error) === '') throw error
    throw failed(faultOf(error, found.path, 'write').fault)
  }
}

async function entries(target: string, shown: string) {
  try {
    return await readdir(target, { withFileTypes: true })
  } catch (error) {
    throw failed(faultOf(error, shown, 'read').fault)
  }
}

async function find(folder: Folder, fits: (path: string) => boolean, { signal, log }: ToolContext): Promise<Json> {
  const found: string[] = []
  /** Names that are not matched yet: many at once, since to be watched over takes longer than to match one. */
  let names: string[] = []
  const open = ['']
  let folders = 0
  let left = MATCHING
  const match = (): void => {
    if (names.length === 0) return
    const began = performance.now()
    const fitting = within(Math.max(1, Math.ceil(left)), () => names.filter((name) => fits(name)))
    left -= performance.now() - began
    if (!fitting.ok) throw new ToolError(`the pattern takes longer than ${MATCHING / 1_000} s to be matched`, 'Write it with fewer `*`.')
    for (const at of fitting.value) found.push(folder.path === '.' ? at : `${folder.path}/${at}`)
    names = []
  }
  for (let inside = open.pop(); inside !== undefined; inside = open.pop()) {
    signal.throwIfAborted()
    folders += 1
    if (found.length > MOST_ENTRIES || folders > MOST_FOLDERS) {
      open.push(inside)
      break
    }
    // A folder that may not be read is passed over, as a shell does.
    const entriesIn = await readdir(join(folder.target, inside), { withFileTypes: true }).catch(() => [])
    for (const entry of entriesIn) {
      if (isPrivateName(entry.name)) continue
      const at = inside === '' ? entry.name : `${inside}/${entry.name}`
      if (entry.isDirectory()) open.push(at)
      else if (entry.isFile()) names.push(at)
    }
    if (names.length >= AT_ONCE) match()
  }
  match()
  if (found.length > MOST_ENTRIES || open.length > 0) log(`only the first ${Math.min(found.length, MOST_ENTRIES)} files are listed`)
  return found.toSorted().slice(0, MOST_ENTRIES)
}

/** Faults mark names with backticks for panes that render them; a tool's message is read everywhere. */
function failed({ detail }: Fault): ToolError {
  return new ToolError(detail.replaceAll('`', '"').replace(/\.$/, '').replace(' to the editor', ''))
}
