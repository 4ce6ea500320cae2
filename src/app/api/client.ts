import * as z from 'zod/mini'
import { api, draftsSchema, fileSchema, header, layoutSchema, projectedSchema, workspaceSchema } from '../../protocol/index.ts'
import type { Answer, Backend, Follower, StreamListener } from '../state/index.ts'
import { readParts } from './readParts.ts'
import { send, unreadable, type Fetch, type Shape } from './request.ts'

/** A shape that comes with the answer. */
const late = <Name extends keyof Answers>(name: Name) => async () => (await import('./answers.ts'))[name]
type Answers = typeof import('./answers.ts')

const nothing = z.pipe(z.unknown(), z.transform(() => null))

/** The server at the page's own origin. `client` is the page's name for itself. */
export function createClient(plain: Fetch, follow: (listener: StreamListener) => Follower, client: string): Backend {
  // Its own changes are told to the other pages under this name, and not to itself.
  const fetch: Fetch = (url, init) => plain(url, { ...init, headers: { ...init.headers, [header.client]: client } })
  const get = <T>(url: string, schema: Shape<T>) => send(fetch, { method: 'GET', url }, schema)
  const post = <T>(url: string, body: unknown, schema: Shape<T>) => send(fetch, { method: 'POST', url, body }, schema)
  return {
    workspace: () => get(api.workspace, workspaceSchema),
    readFile: (path) => get(api.file(path), fileSchema),
    projection: (path) => get(api.projection(path), projectedSchema),
    saveFile: (path, text, etag) => send(fetch, { method: 'PUT', url: api.file(path), body: { text }, ifMatch: etag }, late('fileSavedSchema')),
    createFile: (path, text) => post(api.files, { path, text }, late('fileSavedSchema')),
    renameFile: (from, to, etag, text) => post(api.renameFile, { from, to, etag, ...(text !== undefined && { text }) }, late('fileSavedSchema')),
    deleteFile: (path, etag) => send(fetch, { method: 'DELETE', url: api.file(path), ifMatch: etag }, late('fileDeletedSchema')),
    restoreFile: (trash) => post(api.restoreFile, { trash }, late('fileSavedSchema')),
    readDrafts: async (path) => map(await get(api.draft(path), draftsSchema), ({ drafts }) => drafts),
    drafted: async () => map(await get(api.drafts, late('draftedSchema')), ({ paths }) => paths),
    saveDraft: async (path, draft, leaving) =>
      map(await send(fetch, { method: 'PUT', url: api.draft(path), body: draft, ...(leaving && { outlive: true }) }, late('draftSavedSchema')), () => null),
    deleteDraft: (path, session) => send(fetch, { method: 'DELETE', url: `${api.draft(path)}${session === null ? '' : `?session=${encodeURIComponent(session)}`}` }, nothing),
    committed: (path) => get(api.head(path), late('headSchema')),
    layout: () => get(api.layout, layoutSchema),
    saveLayout: (file, layout) => send(fetch, { method: 'PUT', url: api.layout, body: { file, ...layout } }, nothing),
    check: (text, format, path) => post(api.check, { text, format, path }, late('checkedSchema')),
    tools: () => get(api.tools, late('toolsSchema')),
    trust: (trusted) => post(api.trust, { trusted }, late('toolsSchema')),
    startRun: async (request) => map(await post(api.runs, request, late('runStartedSchema')), ({ run }) => run),
    cancelRun: async (run) => map(await post(api.cancelRun(run), {}, late('runCancelledSchema')), ({ cancelling }) => cancelling),
    resumeRun: async (run, options = {}) => map(await post(api.resumeRun(run), options, late('runStartedSchema')), (started) => started.run),
    runs: async (file) => map(await get(`${api.runs}?file=${encodeURIComponent(file)}`, late('runListSchema')), ({ runs }) => runs),
    async run(run) {
      const answer = await get(api.run(run), late('unreadRunSchema'))
      if (!answer.ok) return answer
      const { state } = answer.value
      const nodes = await readParts(state.nodes, await late('nodeStateSchema')())
      if (typeof nodes === 'string') return unreadable(api.run(run), nodes)
      const visits = await readParts({ ...state.visits }, await late('visitSchema')())
      if (typeof visits === 'string') return unreadable(api.run(run), visits)
      return { ok: true, value: { ...state, nodes, visits: Object.values(visits) } }
    },
    follow: (listener) => follow(ignoringOwn(listener, client)),
  }
}

function map<T, U>(answer: Answer<T>, change: (value: T) => U): Answer<U> {
  return answer.ok ? { ok: true, value: change(answer.value) } : answer
}

function ignoringOwn(listener: StreamListener, own: string): StreamListener {
  return {
    ...listener,
    fileChanged(path, etag, client) {
      if (client !== own) listener.fileChanged(path, etag, client)
    },
  }
}
