import { type FileLayout, fileLayoutSchema, type Layout, layoutSchema } from '../../src/protocol/index.ts'
import { done, errnoOf, faultOf, type Outcome } from './fault.ts'
import { decode, readBytes } from './read.ts'
import { stateFolder } from './state-folder.ts'
import { replaceFile } from './write.ts'
import { join } from 'node:path'

/** How graphs are drawn, in `.heddle/layout.json`: `{ [file]: { direction?, nodes: { [node id]: { x, y } } } }`. */
export type LayoutFile = {
  /** A file that cannot be read or has another shape counts as empty: positions may be lost, never in the way. */
  read(): Promise<Layout>
  /** Replaces the layout of one file; one without positions that runs to the right removes it. */
  set(file: string, layout: FileLayout): Promise<Outcome<null>>
  /** The layout of a file follows it to another name. */
  move(from: string, to: string): Promise<Outcome<null>>
  /** Puts the layout of a deleted file where the file went. */
  throwAway(file: string, destination: string): Promise<void>
  /** Brings back what `throwAway` put there. */
  takeBack(file: string, from: string): Promise<void>
}

export function createLayoutFile(root: string, lock: <T>(key: string, work: () => Promise<T>) => Promise<T>): LayoutFile {
  const path = join(root, '.heddle', 'layout.json')

  async function read(): Promise<Layout> {
    const empty: Layout = Object.create(null)
    const found = await readBytes(path, '.heddle/layout.json')
    if (!found.ok) return empty
    const text = decode(found.value.bytes, '.heddle/layout.json')
    if (!text.ok) return empty
    try {
      const parsed = layoutSchema.safeParse(JSON.parse(text.value))
      return parsed.success ? parsed.data : empty
    } catch {
      return empty
    }
  }

  async function change(edit: (layout: { [file: string]: FileLayout }) => void): Promise<Outcome<null>> {
    return await lock(path, async () => {
      const folder = await stateFolder(root)
      if (!folder.ok) return folder
      const layout: { [file: string]: FileLayout } = Object.assign(Object.create(null), await read())
      const before = JSON.stringify(layout)
      edit(layout)
      if (JSON.stringify(layout) === before) return done(null)
      try {
        await replaceFile(path, Buffer.from(`${JSON.stringify(layout, null, 1)}\n`), async () => true)
        return done(null)
      } catch (error) {
        if (errnoOf(error) === '') throw error
        return faultOf(error, '.heddle/layout.json', 'write')
      }
    })
  }

  return {
    read,
    set: (file, { direction, nodes }) =>
      change((layout) => {
        const turned = direction !== undefined && direction !== 'right'
        if (Object.keys(nodes).length === 0 && !turned) delete layout[file]
        else layout[file] = { ...(turned && { direction }), nodes }
      }),
    move: (from, to) =>
      change((layout) => {
        const moved = layout[from]
        if (moved === undefined) return
        delete layout[from]
        layout[to] = moved
      }),
    async throwAway(file, destination) {
      const nodes = (await read())[file]
      if (nodes === undefined) return
      await replaceFile(destination, Buffer.from(JSON.stringify(nodes)), async () => true).catch(ignoreDisk)
      await change((layout) => {
        delete layout[file]
      })
    },
    async takeBack(file, from) {
      const found = await readBytes(from, 'the positions')
      const text = found.ok ? decode(found.value.bytes, 'the positions') : found
      if (!text.ok) return
      try {
        const parsed = fileLayoutSchema.safeParse(JSON.parse(text.value))
        if (parsed.success) {
          await change((layout) => {
            layout[file] = parsed.data
          })
        }
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error
      }
    },
  }
}

/** Positions may be lost, never in the way: what the disk refuses is let go. Bugs are thrown on. */
function ignoreDisk(error: unknown): void {
  if (errnoOf(error) === '') throw error
}
