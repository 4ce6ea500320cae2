/** Folders and files that are nobody's business over HTTP, wherever they stand in a path. */
const PRIVATE = new Set(['.git', '.heddle', 'node_modules', 'git~1'])

/** Characters that some file systems ignore in names, so that `.g<U+200C>it` would be `.git`. */
const IGNORABLE = /[\u00AD\u034F\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFE00-\uFE0F\uFEFF]/gu

/** Is this name, in any spelling that a file system may take for it, one that is never served or listed? */
export function isPrivateName(name: string): boolean {
  const plain = (name.split(':')[0] ?? '').normalize('NFKC').replace(IGNORABLE, '').toLowerCase().replace(/[. ]+$/, '')
  return PRIVATE.has(plain) || plain.startsWith('.env')
}

export type PathFault = { readonly code: 'path-refused' | 'name-too-long'; readonly detail: string }

/** What is wrong with a path of the workspace, as far as its text alone tells; null when nothing is. */
export function faultOfPath(path: string): PathFault | null {
  const parts = path.split('/')
  const refused = (detail: string): PathFault => ({ code: 'path-refused', detail })
  if (/\p{Cc}/u.test(path)) return refused('A name cannot hold control characters.')
  if (path.includes('\\')) return refused('Use forward slashes between folders.')
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) return refused('Names are relative to the folder that Heddle serves: begin with the name of a file or folder in it.')
  if (/\p{Surrogate}/u.test(path)) return refused('The path holds half of a character.')
  if (parts.some((part) => part === '.' || part === '..')) return refused('A path cannot lead out of its folder: leave `.` and `..` out.')
  if (parts.includes('')) return refused(parts.at(-1) === '' ? 'The name of the file is missing.' : 'A folder is missing its name.')
  if (parts.some(isPrivateName)) return refused('`.git`, `.heddle`, `.env` files and `node_modules` are not open to the editor.')
  if (parts.some((part) => new TextEncoder().encode(part).length > 255)) return { code: 'name-too-long', detail: 'A file name may have at most 255 bytes.' }
  return null
}

/** The format that the name of a workflow file says; null when it is none. */
export function formatOfEnding(path: string): 'yaml' | 'json' | null {
  const [, ending] = /[^/]\.(ya?ml|json)$/i.exec(path) ?? []
  return ending === undefined ? null : ending.toLowerCase() === 'json' ? 'json' : 'yaml'
}

export type NewName = {
  /** Of the text; either when it is not written yet. */
  readonly format?: 'yaml' | 'json'
  readonly taken?: ReadonlySet<string>
}

/** Why a new workflow file cannot have this name, in words; null when it can. Space around it does not count. */
export function faultOfNewName(given: string, { format, taken }: NewName = {}): string | null {
  const name = given.trim()
  if (name === '') return 'Give the file a name.'
  const fault = faultOfPath(name)
  if (fault !== null) return fault.detail
  if (/[<>:"|?*]/.test(name)) return 'A name cannot hold < > : " | ? * on every system.'
  const said = formatOfEnding(name)
  if (format === undefined && said === null) return 'The name ends with .yaml, .yml or .json, which says the format.'
  if (format !== undefined && said !== format) return format === 'json' ? 'The text is JSON: end the name with .json.' : 'The text is YAML: end the name with .yaml or .yml.'
  return taken?.has(name) ? `There is a file ${name} already.` : null
}
