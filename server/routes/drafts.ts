import { type Drafted, type Drafts, type DraftSaved, MAX_DRAFT_BYTES, saveDraftSchema, session } from '../../src/protocol/index.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { unreadablePath } from './files.ts'
import { problem, problemOf } from './problem.ts'
import { json, readBody, type Route, wildcard } from './route.ts'

const PREFIX = '/api/drafts/'

/** Unsaved texts, kept beside the files until they are saved or thrown away. */
export function draftRoutes(workspace: Workspace): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/api/drafts',
      answer: async () => json({ paths: [...(await workspace.drafts.paths())] } satisfies Drafted),
    },
    {
      method: 'GET',
      path: '/api/drafts/*',
      async answer(exchange) {
        const path = wildcard(exchange, PREFIX)
        if (path === null) return unreadablePath()
        const contained = await workspace.contain(path)
        if (!contained.ok) return problemOf(contained.fault)
        return json({ drafts: [...(await workspace.drafts.read(path))] } satisfies Drafts)
      },
    },
    {
      method: 'PUT',
      path: '/api/drafts/*',
      async answer(exchange) {
        const path = wildcard(exchange, PREFIX)
        if (path === null) return unreadablePath()
        const contained = await workspace.contain(path)
        if (!contained.ok) return problemOf(contained.fault)
        const body = await readBody(exchange, saveDraftSchema, MAX_DRAFT_BYTES)
        if (!body.ok) return body.response
        const saved = await workspace.drafts.save(path, { ...body.value, savedAt: new Date().toISOString() })
        return saved.ok ? json({ draft: saved.value } satisfies DraftSaved) : problemOf(saved.fault)
      },
    },
    {
      method: 'DELETE',
      path: '/api/drafts/*',
      async answer(exchange) {
        const path = wildcard(exchange, PREFIX)
        if (path === null) return unreadablePath()
        const contained = await workspace.contain(path)
        if (!contained.ok) return problemOf(contained.fault)
        const named = exchange.req.query('session')
        if (named !== undefined && !session.safeParse(named).success) return problem('bad-request', 'A `session` is a name of letters, digits, `_` and `-`.')
        const removed = await workspace.drafts.remove(path, named ?? null)
        return removed.ok ? new Response(null, { status: 204 }) : problemOf(removed.fault)
      },
    },
  ]
}
