import { createFileSchema, type File, header, MAX_BODY_BYTES, renameFileSchema, restoreFileSchema, saveFileSchema } from '../../src/protocol/index.ts'
import type { Outcome } from '../workspace/fault.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { problem, problemOf } from './problem.ts'
import { type Exchange, json, readBody, type Route, wildcard } from './route.ts'

const PREFIX = '/api/files/'

/** Texts of the workspace, each with its version. */
export function fileRoutes(workspace: Workspace): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/api/files/*',
      async answer(exchange) {
        const path = wildcard(exchange, PREFIX)
        if (path === null) return unreadablePath()
        const found = await workspace.read(path)
        if (!found.ok) return problemOf(found.fault)
        const { etag } = found.value
        if (versionsOf(exchange.req.header(header.ifNoneMatch)).includes(etag)) return new Response(null, { status: 304, headers: { etag } })
        return json(found.value satisfies File, 200, { etag })
      },
    },
    {
      method: 'PUT',
      path: '/api/files/*',
      async answer(exchange) {
        const path = wildcard(exchange, PREFIX)
        if (path === null) return unreadablePath()
        const versions = versionsOf(exchange.req.header(header.ifMatch))
        if (versions.length === 0) return versionRequired(path)
        const body = await readBody(exchange, saveFileSchema, MAX_BODY_BYTES)
        if (!body.ok) return body.response
        const { text } = body.value
        const saved = await workspace.write(path, text, versions, clientOf(exchange))
        if (!saved.ok) return problemOf(saved.fault, saved.fault.code === 'file-changed' ? { yours: { text } } : {})
        return json(saved.value, 200, { etag: saved.value.etag })
      },
    },
    {
      method: 'DELETE',
      path: '/api/files/*',
      async answer(exchange) {
        const path = wildcard(exchange, PREFIX)
        if (path === null) return unreadablePath()
        const versions = versionsOf(exchange.req.header(header.ifMatch))
        if (versions.length === 0) return versionRequired(path)
        return answerWith(await workspace.remove(path, versions, clientOf(exchange)))
      },
    },
    {
      method: 'POST',
      path: '/api/files',
      async answer(exchange) {
        const body = await readBody(exchange, createFileSchema, MAX_BODY_BYTES)
        if (!body.ok) return body.response
        const created = await workspace.create(body.value.path, body.value.text, clientOf(exchange))
        return created.ok ? json(created.value, 201, { etag: created.value.etag }) : problemOf(created.fault)
      },
    },
    {
      method: 'POST',
      path: '/api/files/rename',
      async answer(exchange) {
        const body = await readBody(exchange, renameFileSchema, MAX_BODY_BYTES)
        if (!body.ok) return body.response
        const { from, to, etag, text } = body.value
        if (text !== undefined) return answerWith(await workspace.saveAs(from, to, etag, text, clientOf(exchange)))
        return answerWith(await workspace.rename(from, to, etag, clientOf(exchange)))
      },
    },
    {
      method: 'POST',
      path: '/api/files/restore',
      async answer(exchange) {
        const body = await readBody(exchange, restoreFileSchema)
        return body.ok ? answerWith(await workspace.restore(body.value.trash, clientOf(exchange))) : body.response
      },
    },
  ]
}

export function answerWith<T>(outcome: Outcome<T>): Response {
  return outcome.ok ? json(outcome.value) : problemOf(outcome.fault)
}

export function unreadablePath(): Response {
  return problem('path-refused', 'The path in the address cannot be read. It is relative to the workspace, with each part escaped by itself.')
}

/** The versions in an `If-Match` or `If-None-Match`; `*` and weak ones name no version and are left out. */
export function versionsOf(value: string | undefined): readonly string[] {
  return [...(value ?? '').matchAll(/(W\/)?("[^"]*")/g)].flatMap(([, weak, etag]) => (weak === undefined && etag !== undefined ? [etag] : []))
}

function versionRequired(path: string): Response {
  return problem('version-required', `Say in \`If-Match\` which version of \`${path}\` is meant: the \`ETag\` that came with it.`, { path })
}

/** The page that asks, by a name of its own making; it hears nothing of its own changes. */
function clientOf(exchange: Exchange): string | undefined {
  const client = exchange.req.header(header.client)
  return client !== undefined && /^[\w-]{1,64}$/.test(client) ? client : undefined
}
