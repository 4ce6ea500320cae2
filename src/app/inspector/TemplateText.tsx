import type { Range, TemplateToken } from '../../core/index.ts'

type Piece = { readonly text: string; readonly kind: string; readonly fault: boolean; readonly at: number }

/** A template's text in colour, under the field in which it is typed. It says nothing that the field does not. */
export function TemplateText({ text, tokens, faults }: { readonly text: string; readonly tokens: readonly TemplateToken[]; readonly faults: readonly Range[] }) {
  return (
    <pre className="template-text mono" aria-hidden="true">
      {piecesOf(text, tokens, faults).map(({ text: piece, kind, fault, at }) => (
        <span key={at} data-token={kind} data-fault={fault || undefined}>
          {piece}
        </span>
      ))}
      {'\n'}
    </pre>
  )
}

/** The text in pieces of one colour each, cut at the ends of what is wrong, too. */
export function piecesOf(text: string, tokens: readonly TemplateToken[], faults: readonly Range[]): readonly Piece[] {
  const cuts = new Set([0, text.length])
  for (const { start, end } of [...tokens.map(({ range }) => range), ...faults]) {
    cuts.add(Math.min(start, text.length))
    cuts.add(Math.min(end, text.length))
  }
  const sorted = [...cuts].sort((a, b) => a - b)
  let token = 0
  return sorted.slice(0, -1).map((start, index) => {
    const end = sorted[index + 1]!
    while (tokens[token] && tokens[token]!.range.end <= start) token += 1
    const here = tokens[token]
    const kind = here && here.range.start <= start ? here.kind : 'text'
    return { text: text.slice(start, end), kind, fault: faults.some((fault) => fault.start <= start && fault.end >= end), at: start }
  })
}
