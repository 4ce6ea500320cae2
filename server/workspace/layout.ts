import { type FileLayout, type Layout, layoutSchema } from '../../src/protocol/index.ts'
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
  /** The layout of a file follows it to another name; null lets them go with it. */
  move(from: string, to: string | null): Promise<Outcome<null>>
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
        if (to !== null) layout[to] = moved
      }),
  }
}
