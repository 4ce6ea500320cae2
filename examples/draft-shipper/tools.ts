import { defineTool } from 'heddle'

const object = (properties: Record<string, object>, required: readonly string[]) =>
  ({ type: 'object', properties, required, additionalProperties: false }) as const

/** What the judge wants to find, and what is written when it is missing. */
const parts = [
  { name: 'a summary', heading: 'In short', text: (topic: string) => `${topic} in two sentences, for those who read no further.` },
  { name: 'an example', heading: 'For example', text: (topic: string) => `A case in which ${topic} made the difference.` },
  { name: 'a next step', heading: 'What to do next', text: (topic: string) => `One thing that can be done about ${topic} today.` },
]

export const refine = defineTool({
  name: 'refine',
  description: 'Writes a first draft, or adds to a draft what the judge missed first.',
  input: object(
    { topic: { type: 'string' }, draft: { type: ['string', 'null'] }, remarks: { type: ['array', 'null'], items: { type: 'string' } } },
    ['topic'],
  ),
  idempotent: true,
  run: (input) => {
    const { topic, draft, remarks } = input as { topic: string; draft?: string | null; remarks?: readonly string[] | null }
    const text = draft ?? `# ${topic}\n`
    const missing = parts.find(({ name }) => remarks?.includes(name))
    return { text: missing === undefined ? text : `${text}\n## ${missing.heading}\n\n${missing.text(topic)}\n` }
  },
})

export const judge = defineTool({
  name: 'judge',
  description: 'Says whether a draft may be shipped, and what it misses.',
  input: object({ draft: { type: 'string' } }, ['draft']),
  idempotent: true,
  run: (input) => {
    const { draft } = input as { draft: string }
    const remarks = parts.filter(({ heading }) => !draft.includes(`## ${heading}`)).map(({ name }) => name)
    return { ok: remarks.length === 0, remarks }
  },
})
