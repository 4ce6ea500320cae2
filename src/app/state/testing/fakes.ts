import { openDocument, reduceRuns, type RunState } from '../../../core/index.ts'
import type { Draft, File, FileLayout, RunSummary, StartRun, Workspace } from '../../../protocol/index.ts'
import { createAnalyst, createDocumentCore, createSession, type Answer, type Backend, type DocumentCore, type Failure, type Host, type LayoutEngine, type Positions, type ReadInWorker, type KeptDraft, type OpenElsewhere, type Pages, type Session, type StreamListener, type UnsavedText } from '../index.ts'
import { reader } from '../reader.ts'

/** Pages of one browser, by name; a page that is deleted has crashed. */
export type FakeBrowser = Map<string, { readonly listener: (files: readonly OpenElsewhere[]) => void; readonly textOf: (path: string) => UnsavedText | null; open: readonly OpenElsewhere[] }>

function fakePages(id: string, browser: FakeBrowser): Pages {
  const tellAll = () => {
    for (const [page, { listener }] of browser) listener([...browser].flatMap(([other, { open }]) => (other === page ? [] : open)))
  }
  return {
    id,
    ready: Promise.resolve(),
    join(_workspace, listener, textOf) {
      browser.set(id, { listener, textOf, open: [] })
    },
    tell(open) {
      const own = browser.get(id)
      if (own) own.open = open
      tellAll()
    },
    alive: () => Promise.resolve(new Set([id, ...browser.keys()])),
    ask: (path) => Promise.resolve([...browser].flatMap(([page, { textOf }]) => (page === id ? [] : [textOf(path)])).find((text) => text !== null) ?? null),
    close: () => void browser.delete(id),
  }
}

export type FakeSetup = { readonly page?: string; readonly browser?: FakeBrowser; readonly memory?: Map<string, unknown>; readonly kept?: Map<string, KeptDraft>; /** Reads large texts; by default as a worker that cannot be started. */ readonly readInWorker?: ReadInWorker; readonly isDrawn?: () => boolean }

/** A clock and a memory that tests move by hand. */
export function fakeHost(given: FakeSetup = {}) {
  const pages = fakePages(given.page ?? 'page', given.browser ?? new Map())
  const timers = new Set<{ at: number; work: () => void }>()
  const memory = given.memory ?? new Map<string, unknown>()
  const kept = given.kept ?? new Map<string, KeptDraft>()
  const hides = new Set<() => void>()
  let now = 0
  const host: Host = {
    now: () => now,
    date: () => new Date(Date.UTC(2026, 0, 1) + now).toISOString(),
    uuid: () => 'uuid',
    after(ms, work) {
      const timer = { at: now + ms, work }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    frame: (work) => void timers.add({ at: now, work }),
    isDrawn: given.isDrawn ?? (() => true),
    onHide(work) {
      hides.add(work)
      return () => void hides.delete(work)
    },
    keep: {
      write(_workspace, draft) {
        kept.set(`${draft.session}:${draft.path}`, draft)
        return true
      },
      writeSoon: (_workspace, draft) => void kept.set(`${draft.session}:${draft.path}`, draft),
      remove: (_workspace, path, session) => void kept.delete(`${session}:${path}`),
      read: (_workspace, path) => Promise.resolve([...kept.values()].filter((draft) => draft.path === path)),
    },
    pages,
    memory: { read: (key) => memory.get(key) ?? null, write: (key, value) => void memory.set(key, value) },
  }
  return {
    host,
    memory,
    kept,
    /** The page is hidden or left. */
    hide() {
      for (const work of hides) work()
    },
    /** Lets time pass and runs what is due. */
    pass(ms: number) {
      now += ms
      for (const timer of [...timers].filter(({ at }) => at <= now)) {
        timers.delete(timer)
        timer.work()
      }
    },
  }
}

/** A server that keeps files in memory; `problem` makes the next call of a name fail. */
export function fakeBackend(files: { [path: string]: string }) {
  const disk = new Map(Object.entries(files).map(([path, text]) => [path, { text, version: 1 }]))
  const drafts = new Map<string, Draft>()
  const trash = new Map<string, { text: string; version: number }>()
  let away = false
  let written = 0
  const layouts = new Map<string, FileLayout>()
  const started: StartRun[] = []
  const runs = new Map<string, RunState>()
  const summaries: RunSummary[] = []
  const watched: string[][] = []
  let listener: StreamListener | null = null

  const ok = <T>(value: T): Promise<Answer<T>> => Promise.resolve({ ok: true, value })
  const no = (failure: Failure): Promise<{ ok: false; failure: Failure }> => Promise.resolve({ ok: false, failure })
  const etagOf = (path: string) => `"${disk.get(path)?.version ?? 0}"`
  const problem = (code: 'file-not-found' | 'file-exists' | 'run-not-found', message: string) =>
    no({ kind: 'problem', code, message, problem: { type: `urn:heddle:problem:${code}`, title: code, status: 400, detail: message } })
  const saved = (path: string) => ({ path, etag: etagOf(path), size: disk.get(path)?.text.length ?? 0, modified: '' })

  const backend: Backend = {
    workspace: () => {
      const workspace: Workspace = {
        id: 'folder-id',
        name: 'folder',
        version: '0',
        files: [...disk.keys()].map((path) => ({ path, format: 'yaml', dialect: 'dag', etag: etagOf(path), size: 1, modified: '', problems: { errors: 0, warnings: 0 } })),
        truncated: false,
        models: [],
        defaultModel: 'simulated:echo',
        agents: [],
        timezone: 'Asia/Tokyo',
        backend: 'embedded',
      }
      return ok(workspace)
    },
    readFile(path) {
      const file = disk.get(path)
      if (!file) return problem('file-not-found', `${path} does not exist.`)
      const read: File = { path, text: file.text, etag: etagOf(path), size: 1, modified: '', readOnly: false }
      return ok(read)
    },
    projection(path) {
      const file = disk.get(path)
      if (!file) return problem('file-not-found', `${path} does not exist.`)
      return ok({ etag: etagOf(path), projection: reader.project(reader.analyse(openDocument({ text: file.text, format: 'yaml', name: path }), null)) })
    },
    saveFile(path, text, etag) {
      const file = disk.get(path)
      if (!file || etag !== etagOf(path)) {
        const theirs = file ? { text: file.text, etag: etagOf(path) } : null
        return no({ kind: 'problem', code: 'file-changed', message: 'The file changed.', problem: { type: 'urn:heddle:problem:file-changed', title: '', status: 412, detail: 'The file changed.', theirs } })
      }
      disk.set(path, { text, version: file.version + 1 })
      return ok(saved(path))
    },
    createFile(path, text) {
      if (disk.has(path)) return problem('file-exists', `${path} exists.`)
      disk.set(path, { text, version: 1 })
      return ok(saved(path))
    },
    renameFile(from, to, _etag, text) {
      const file = disk.get(from)
      if (!file) return problem('file-not-found', `${from} does not exist.`)
      if (disk.has(to)) return problem('file-exists', `${to} exists.`)
      disk.delete(from)
      disk.set(to, text === undefined ? file : { text, version: 1 })
      for (const [key, draft] of drafts) {
        if (!key.startsWith(`${from} `)) continue
        drafts.delete(key)
        drafts.set(key.replace(from, to), draft)
      }
      return ok(saved(to))
    },
    deleteFile(path) {
      const file = disk.get(path)
      if (!file) return problem('file-not-found', `${path} does not exist.`)
      disk.delete(path)
      trash.set(`trash/${path}`, file)
      return ok({ path, trash: `trash/${path}` })
    },
    restoreFile(place) {
      const file = trash.get(place)
      const path = place.replace('trash/', '')
      if (!file) return problem('file-not-found', `${path} is not in the trash.`)
      disk.set(path, file)
      return ok(saved(path))
    },
    readDrafts: (path) => ok([...drafts].flatMap(([key, draft]) => (key.startsWith(`${path} `) ? [draft] : [])).toSorted((a, b) => (a.savedAt < b.savedAt ? 1 : -1))),
    drafted: () => ok([...new Set([...drafts.keys()].map((key) => key.split(' ')[0] ?? ''))]),
    saveDraft(path, draft) {
      if (away) return no({ kind: 'offline', message: 'The server is away.' })
      written += 1
      drafts.set(`${path} ${draft.session ?? ''}`, { ...draft, savedAt: `server ${String(written).padStart(4, '0')}` })
      return ok(null)
    },
    deleteDraft(path, session) {
      for (const key of drafts.keys()) if (key === `${path} ${session ?? ''}` || (session === null && key.startsWith(`${path} `))) drafts.delete(key)
      return ok(null)
    },
    committed: () => ok({ text: null, commit: null }),
    layout: () => ok(Object.fromEntries(layouts)),
    saveLayout(file, layout) {
      layouts.set(file, layout)
      return ok(null)
    },
    check: () => ok({ diagnostics: [], tools: [] }),
    tools: () => ok({ trusted: true, modules: [] }),
    trust: (trusted) => ok({ trusted, modules: [] }),
    startRun(request) {
      started.push(request)
      return ok('run-1')
    },
    cancelRun: () => ok(true),
    resumeRun: (run) => ok(run),
    runs: () => ok(summaries),
    run(run) {
      const state = runs.get(run)
      return state ? ok(state) : problem('run-not-found', `There is no run ${run}.`)
    },
    follow(given) {
      listener = given
      return { watch: (cursors) => void watched.push(cursors.map(({ run, after }) => `${run}:${after}`)), close() {} }
    },
  }
  return {
    backend,
    disk,
    drafts,
    layouts,
    started,
    runs,
    summaries,
    watched,
    stream: (): StreamListener => listener!,
    /** The server does not answer any more, as far as drafts go. */
    away(on: boolean) {
      away = on
    },
    /** Another program writes a file. */
    write(path: string, text: string) {
      disk.set(path, { text, version: (disk.get(path)?.version ?? 0) + 1 })
      return etagOf(path)
    },
  }
}

/** Puts every node without a place 100 below the one before; counts full layouts. */
export function fakeEngine() {
  const counts = { full: 0 }
  const engine: LayoutEngine = {
    layOut(view) {
      counts.full += 1
      return Promise.resolve(new Map(view.nodes.map(({ key }, index) => [key, { x: 0, y: index * 100 }])))
    },
    cancel() {},
    place(view, positions): Positions {
      const missing = view.nodes.filter(({ key }) => !positions.has(key))
      return new Map(missing.map(({ key }, index) => [key, { x: 1000, y: (positions.size + index) * 100 }]))
    },
  }
  return { engine, counts }
}

/** A whole session over fakes, with analysis after typing done when time passes. */
export function fakeSession(files: { [path: string]: string }, given: FakeSetup & { readonly server?: ReturnType<typeof fakeBackend>; /** Whose reader may come late. */ readonly core?: DocumentCore } = {}) {
  const server = given.server ?? fakeBackend(files)
  const clock = fakeHost(given)
  const layout = fakeEngine()
  const session: Session = createSession({
    core: given.core ?? createDocumentCore(reader),
    fold: reduceRuns,
    analyst: createAnalyst({
      afterPaint: (work) => void clock.host.after(0, work),
      afterPause: (work) => void clock.host.after(150, work),
      inWorker: given.readInWorker ?? (() => Promise.resolve('failed')),
    }),
    backend: server.backend,
    layoutEngine: layout.engine,
    host: clock.host,
  })
  return { session, server, clock, layoutCounts: layout.counts }
}

/** Lets promises that are already resolved run on. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 60; i += 1) await Promise.resolve()
}
