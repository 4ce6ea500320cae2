import { analyse, convert, type Diagnostic, drawPicture, type Format, openDocument, toMermaid, unreachable } from '../../src/core/index.ts'
import { type ExportTarget, exportSchema, MAX_BODY_BYTES } from '../../src/protocol/index.ts'
import { problem } from './problem.ts'
import { json, readBody, type Route } from './route.ts'

const FORMS: { readonly [target in ExportTarget]: { readonly ending: string; readonly mediaType: string } } = {
  yaml: { ending: '.yaml', mediaType: 'application/yaml' },
  json: { ending: '.json', mediaType: 'application/json' },
  mermaid: { ending: '.mmd', mediaType: 'text/vnd.mermaid' },
  svg: { ending: '.svg', mediaType: 'image/svg+xml' },
}

/** A text in another form, as a file to download. */
export function exportRoutes(): readonly Route[] {
  return [
    {
      method: 'POST',
      path: '/api/export',
      async answer(exchange) {
        const body = await readBody(exchange, exportSchema, MAX_BODY_BYTES)
        if (!body.ok) return body.response
        const { text, format, to, name } = body.value
        const exported = exportText(text, format, to, name ?? '')
        if ('problems' in exported) return problem('definition-invalid', `This cannot be exported: ${exported.problems[0]?.message ?? 'it does not parse'}`, { diagnostics: exported.problems })
        const { ending, mediaType } = FORMS[to]
        return json({ content: exported.content, mediaType, filename: `${stem(name)}${ending}`, diagnostics: exported.lost })
      },
    },
  ]
}

type Exported = { readonly content: string; readonly lost: readonly Diagnostic[] } | { readonly problems: readonly Diagnostic[] }

function exportText(text: string, format: Format, to: ExportTarget, title: string): Exported {
  const analysis = analyse(openDocument({ text, format }))
  if (analysis.stale) return { problems: analysis.diagnostics }
  switch (to) {
    case 'mermaid':
      return { content: toMermaid(analysis.view), lost: [] }
    case 'svg':
      return { content: drawPicture(analysis.view, { title }).svg, lost: [] }
    case 'yaml':
    case 'json': {
      const converted = convert(analysis.source, to)
      return converted.ok ? { content: converted.value.text, lost: converted.value.diagnostics } : { problems: converted.diagnostics }
    }
    default:
      return unreachable(to)
  }
}

/** A name that is safe as a file's on every system. */
function stem(name: string | undefined): string {
  const safe = [...(name ?? '')].filter((character) => character >= ' ' && !'<>:"/\\|?*\u007F'.includes(character)).join('').replace(/^[. ]+|[. ]+$/g, '').slice(0, 100)
  return safe === '' ? 'workflow' : safe
}
