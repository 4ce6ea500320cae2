import { defineTool } from 'heddle'

/** A library in place of the web, so that the example gives the same answer everywhere, offline too. */
const pages = [
  {
    title: 'The printing press',
    url: 'https://example.org/press',
    text: 'Around 1450 movable type made books cheap. Within fifty years presses stood in more than two hundred towns.',
  },
  {
    title: 'Paper before print',
    url: 'https://example.org/paper',
    text: 'Paper came to Europe in the twelfth century. Without paper mills the printing press would have had nothing to print on.',
  },
  {
    title: 'The loom',
    url: 'https://example.org/loom',
    text: 'A loom holds the warp so that the weft can pass. The heddle lifts the threads that a pattern asks for.',
  },
  {
    title: 'Punched cards',
    url: 'https://example.org/cards',
    text: 'In 1804 a loom read its pattern from punched cards. A century later the same cards counted people.',
  },
]

type Result = { readonly title: string; readonly url: string; readonly excerpt: string }

const words = (text: string): readonly string[] => text.toLowerCase().match(/\p{L}{3,}/gu) ?? []

export const web_search = defineTool({
  name: 'web_search',
  description: 'Finds pages that hold words of the query, the best first.',
  input: {
    type: 'object',
    properties: { query: { type: 'string', description: 'What to look for.' } },
    required: ['query'],
    additionalProperties: false,
  },
  idempotent: true,
  run: (input) => {
    const { query } = input as { query: string }
    const wanted = new Set(words(query))
    return pages
      .map((page) => ({ page, hits: words(`${page.title} ${page.text}`).filter((word) => wanted.has(word)).length }))
      .filter(({ hits }) => hits > 0)
      .sort((left, right) => right.hits - left.hits)
      .map(({ page }): Result => ({ title: page.title, url: page.url, excerpt: page.text }))
  },
})

export const summarize_report = defineTool({
  name: 'summarize_report',
  description: 'Writes a report from the results of a search.',
  input: {
    type: 'object',
    properties: { search_results: { type: 'array', items: { type: 'object' } } },
    required: ['search_results'],
    additionalProperties: false,
  },
  idempotent: true,
  run: (input) => {
    const { search_results: results } = input as { search_results: readonly Result[] }
    if (results.length === 0) return { title: 'Nothing found', body: 'No page holds a word of the query.', sources: [] }
    return {
      title: results[0]!.title,
      body: results.map(({ title, excerpt }) => `${title}: ${excerpt}`).join('\n\n'),
      sources: results.map(({ url }) => url),
    }
  },
})
