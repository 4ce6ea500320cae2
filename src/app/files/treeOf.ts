import type { ListedFile } from '../../protocol/index.ts'

export type TreeRow =
  | { readonly type: 'folder'; readonly path: string; readonly name: string; readonly depth: number }
  | { readonly type: 'file'; readonly file: ListedFile; readonly name: string; readonly depth: number }

/** The rows of the list: folders before files, both by name, without what lies in a closed folder. */
export function treeOf(files: readonly ListedFile[], closed: ReadonlySet<string>): readonly TreeRow[] {
  const rows: TreeRow[] = []
  walk('', files, 0)
  return rows

  function walk(folder: string, within: readonly ListedFile[], depth: number): void {
    const folders = new Map<string, ListedFile[]>()
    const here: ListedFile[] = []
    for (const file of within) {
      const rest = file.path.slice(folder.length)
      const slash = rest.indexOf('/')
      if (slash < 0) here.push(file)
      else {
        const name = rest.slice(0, slash)
        folders.set(name, [...(folders.get(name) ?? []), file])
      }
    }
    for (const name of [...folders.keys()].sort(byName)) {
      const path = `${folder}${name}/`
      rows.push({ type: 'folder', path, name, depth })
      if (!closed.has(path)) walk(path, folders.get(name)!, depth + 1)
    }
    for (const file of here.sort((a, b) => byName(a.path, b.path))) {
      rows.push({ type: 'file', file, name: file.path.slice(folder.length), depth })
    }
  }
}

function byName(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true })
}
