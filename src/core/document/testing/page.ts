import { choose } from './style.ts'
import type { Style } from './style.ts'

/** A part of the definition: `name`, `nodes/2`, `nodes/2/needs/0`. */
export type Part = string

export type PageLine = {
  readonly text: string
  /** The parts written on the line: it may change only when one of them does. */
  readonly parts: readonly Part[]
  /** A blank line above a part, which may go when the part goes. */
  readonly gap?: Part
  /** A line of a text in block style. */
  readonly inBlock?: true
  /** A line that holds nothing but a comment. */
  readonly comment?: true
  /** A comment line that a part owns above itself. */
  readonly note?: Part
}

/** Every comment is unique; `owner` is the part that takes it along when it is removed, null when none does. */
export type PageComment = { readonly text: string; readonly owner: Part | null }

export type Page = {
  readonly text: string
  readonly lines: readonly PageLine[]
  readonly comments: readonly PageComment[]
  /** The maps and lists that are in flow style; in JSON all are. */
  readonly flow: ReadonlySet<Part>
  /** The fields of each node in block style, as they are written: the first one stands behind the dash. */
  readonly fields: ReadonlyMap<Part, readonly Part[]>
  /** Texts that take in the blank lines below them. */
  readonly keeps: ReadonlySet<Part>
  /** Lists that are written as a single text, and those whose key stands without a value. */
  readonly bare: ReadonlySet<Part>
  /** The items of lists of maps. */
  readonly items: ReadonlySet<Part>
  /** What stands under an anchor or a tag, or comes by an alias or a merge key. */
  readonly guarded: ReadonlySet<Part>
}

/** Collects the lines of a file together with who owns them. */
export function createPage(style: Style) {
  const lines: PageLine[] = []
  const comments: PageComment[] = []
  const flow = new Set<Part>()
  const bare = new Set<Part>()
  const keeps = new Set<Part>()
  const items = new Set<Part>()
  const guarded = new Set<Part>()
  const fields = new Map<Part, readonly Part[]>()
  // The part whose text keeps the blank lines that follow.
  let open: Part | null = null
  // White space right below the lines of a text could become part of it.
  let isText = false

  function newComment(owner: Part | null): string {
    const text = `# c${comments.length} ${['note', 'was: x', '- id: old', 'été', '"q"', ''][comments.length % 6]!}`.trimEnd()
    comments.push({ text, owner })
    return text
  }

  /** Below a key without a value not every reader takes a line of white space for a blank one. */
  function isOpenKey(): boolean {
    const above = lines.findLast(({ text, comment }) => text.trim() !== '' && comment !== true)
    return above !== undefined && /:[ \t]*(?:#.*)?$/.test(above.text)
  }

  const page = {
    style,
    /** A line of content, perhaps with spaces or a comment behind it. */
    content(text: string, parts: readonly Part[], owner: Part | null, bare = false): void {
      open = null
      const place = `${lines.length}:${parts[0] ?? ''}`
      let tail = ''
      if (!bare && choose(style, style.comments, `eol ${place}`, 5) === 1) {
        const space = choose(style, style.tabs, `tab ${place}`, 3) === 1 ? '\t' : choose(style, true, `sp ${place}`, 2) === 0 ? '  ' : ' '
        tail = `${space}${newComment(owner)}`
      } else if (!bare && choose(style, style.trailing, `tail ${place}`, 4) === 1) {
        tail = choose(style, style.tabs, `tab ${place}`, 2) === 1 ? ' \t' : '  '
      }
      lines.push({ text: text + tail, parts })
      isText = false
    },
    /** A line inside a text of several lines. */
    raw(text: string, parts: readonly Part[], isBlock: boolean): void {
      lines.push({ text, parts, ...(isBlock ? { inBlock: true as const } : {}) })
      isText = true
    },
    /** Blank lines from here on belong to this part's text. */
    keepsBlanks(part: Part): void {
      open = part
      keeps.add(part)
    },
    /** A blank line, but not where a text would take it in. */
    blank(above: Part | null): void {
      if (open !== null) return
      const text = !isText && !isOpenKey() && choose(style, style.trailing, `gap ${lines.length}`, 3) === 1 ? (choose(style, style.tabs, `gap ${lines.length}`, 2) === 1 ? '\t' : '   ') : ''
      lines.push({ text, parts: [], ...(above === null ? {} : { gap: above }) })
    },
    comment(column: number, owner: Part | null, above = false): void {
      open = null
      isText = false
      // A part that owns a comment may take its line along.
      const note = above && owner !== null ? { note: owner } : {}
      lines.push({ text: ' '.repeat(column) + newComment(owner), parts: owner === null ? [] : [owner], comment: true, ...note })
    },
    inFlow(part: Part): void {
      flow.add(part)
    },
    hasFields(holder: Part, parts: readonly Part[]): void {
      fields.set(holder, parts)
    },
    isBare(part: Part): void {
      bare.add(part)
    },
    isItem(part: Part): void {
      items.add(part)
    },
    isGuarded(part: Part): void {
      guarded.add(part)
    },
    finish(): Page {
      const ends = lines.map((_, i) => (style.lineEnd === 'mixed' ? ['\n', '\r\n'][choose(style, true, `end ${i}`, 2)]! : style.lineEnd))
      // The end of the file is that of a text that keeps its blank lines.
      const finalNewline = open === null ? style.finalNewline : 'one'
      let text = style.bom ? '\uFEFF' : ''
      lines.forEach((line, i) => {
        const last = i === lines.length - 1
        text += line.text + (last && finalNewline === 'none' ? '' : ends[i]!)
      })
      if (finalNewline === 'many') text += (ends[0] ?? '\n').repeat(2)
      return { text, lines, comments, flow, bare, keeps, fields, items, guarded }
    },
  }
  return page
}

export type PageWriter = ReturnType<typeof createPage>
