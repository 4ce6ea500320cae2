import { type DraftAnswer, MAX_BODY_BYTES, saveDraftSchema } from '../../src/protocol/index.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { unreadablePath } from './files.ts'
import { problemOf } from './problem.ts'
import { json, readBody, type Route, wildcard } from './route.ts'

const PREFIX = '/api/drafts/'

/** Unsaved texts, kept beside the files until they are saved or thrown away. */
export function draftRoutes(workspace: Workspace): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/api/drafts/*',
      async answer(exchange) {
        const path = wildcard(exchange, PREFIX)
        if (path === null) return unreadablePath()
        const contained = await workspace.contain(path)
        if (!contained.ok) return problemOf(contained.fault)
        return json({ draft: await workspace.drafts.read(path) } satisfies DraftAnswer)
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
        const body = await readBody(exchange, saveDraftSchema, MAX_BODY_BYTES)
        if (!body.ok) return body.response
        const saved = await workspace.drafts.save(path, { ...body.value, savedAt: new Date().toISOString() })
        return saved.ok ? json({ draft: saved.value } satisfies DraftAnswer) : problemOf(saved.fault)
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
        const removed = await workspace.drafts.remove(path)
        return removed.ok ? new Response(null, { status: 204 }) : problemOf(removed.fault)
      },
    },
  ]
}
