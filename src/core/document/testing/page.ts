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
}

/** Collects the lines of a file together with who owns them. */
export function createPage(style: Style) {
  const lines: PageLine[] = []
  const comments: PageComment[] = []
  const flow = new Set<Part>()
  const bare = new Set<Part>()
  const keeps = new Set<Part>()
  const fields = new Map<Part, readonly Part[]>()
  // The part whose `|+` text takes in the blank lines that follow.
  let open: Part | null = null

  function newComment(owner: Part | null): string {
    const text = `# c${comments.length} ${['note', 'was: x', '- id: old', 'été', '"q"', ''][comments.length % 6]!}`.trimEnd()
    comments.push({ text, owner })
    return text
  }

  const page = {
    style,
    /** A line of content, perhaps with spaces or a comment behind it. */
    content(text: string, parts: readonly Part[], owner: Part | null, bare = false): void {
      open = null
      const place = `${lines.length}:${parts[0] ?? ''}`
      let tail = ''
      if (!bare && choose(style, style.comments, `eol ${place}`, 5) === 1) {
        tail = `${choose(style, true, `sp ${place}`, 2) === 0 ? '  ' : ' '}${newComment(owner)}`
      } else if (!bare && choose(style, style.trailing, `tail ${place}`, 4) === 1) {
        tail = '  '
      }
      lines.push({ text: text + tail, parts })
    },
    /** A line inside a text of several lines. */
    raw(text: string, parts: readonly Part[]): void {
      lines.push({ text, parts })
    },
    /** Blank lines from here on belong to this part's text. */
    keepsBlanks(part: Part): void {
      open = part
      keeps.add(part)
    },
    blank(above: Part | null): void {
      if (open !== null) lines.push({ text: '', parts: [open] })
      else lines.push({ text: '', parts: [], ...(above === null ? {} : { gap: above }) })
    },
    comment(column: number, owner: Part | null, above = false): void {
      open = null
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
    finish(): Page {
      const ends = lines.map((_, i) => (style.lineEnd === 'mixed' ? ['\n', '\r\n'][choose(style, true, `end ${i}`, 2)]! : style.lineEnd))
      let text = style.bom ? '\uFEFF' : ''
      lines.forEach((line, i) => {
        const last = i === lines.length - 1
        text += line.text + (last && style.finalNewline === 'none' ? '' : ends[i]!)
      })
      if (style.finalNewline === 'many') text += '\n\n'
      return { text, lines, comments, flow, bare, keeps, fields }
    },
  }
  return page
}

export type PageWriter = ReturnType<typeof createPage>
