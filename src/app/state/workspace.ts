import { unreachable } from '../../core/index.ts'
import type { CalledTool, ListedFile, Model, ScheduleMessage, Tools, Workspace } from '../../protocol/index.ts'
import { createReducerStore, type Store } from './store.ts'

/** What is asked about a file, over the page. */
export type FileDialog = { readonly type: 'new'; /** With a `/` at its end; empty at the top. */ readonly folder: string } | { readonly type: 'rename'; readonly path: string; /** Where the file stands in the list. */ readonly inList?: true }

export type WorkspaceState = {
  /** `failed` carries why. */
  readonly status: 'loading' | 'ready' | 'failed'
  readonly error: string | null
  /** Tells this folder from others; empty until it is loaded. */
  readonly id: string
  /** The folder's own name. */
  readonly name: string
  readonly version: string
  readonly files: readonly ListedFile[]
  readonly truncated: boolean
  readonly models: readonly Model[]
  readonly defaultModel: string
  readonly agents: readonly string[]
  /** That of the machine that serves; empty until it is known. */
  readonly timezone: string
  /** Null until they are known. */
  readonly tools: Tools | null
  /** The tools that the file at `path` calls, as the server found them, by the names that it calls them by. */
  readonly called: { readonly path: string; readonly tools: ReadonlyMap<string, CalledTool> } | null
  /** No contact with the server; edits stay in this page and in the drafts that were already sent. */
  readonly offline: boolean
  /** A file that is being fetched. */
  readonly opening: string | null
  /** What other tabs of this browser have open: with unsaved edits or without. */
  readonly elsewhere: ReadonlyMap<string, 'open' | 'dirty'>
  /** Write files after a pause in typing. */
  readonly autosave: boolean
  readonly dialog: FileDialog | null
}

export type WorkspaceAction =
  | { readonly type: 'loaded'; readonly workspace: Workspace }
  | { readonly type: 'failed'; readonly error: string }
  | { readonly type: 'tools'; readonly tools: Tools }
  /** What was said of the schedule of a file, and when it starts next. */
  | ({ readonly type: 'scheduleNotice' } & Pick<ScheduleMessage, 'path' | 'notice' | 'next_run'>)
  | { readonly type: 'called'; readonly path: string; readonly tools: readonly CalledTool[] }
  | { readonly type: 'offline'; readonly on: boolean }
  | { readonly type: 'opening'; readonly path: string | null }
  | { readonly type: 'elsewhere'; readonly files: readonly { readonly path: string; readonly dirty: boolean }[] }
  | { readonly type: 'dialog'; readonly dialog: FileDialog | null }
  | { readonly type: 'autosave'; readonly on: boolean }

export type WorkspaceStore = Store<WorkspaceState, WorkspaceAction>

const LOADING: WorkspaceState = {
  status: 'loading',
  error: null,
  id: '',
  name: '',
  version: '',
  files: [],
  truncated: false,
  models: [],
  defaultModel: '',
  agents: [],
  timezone: '',
  tools: null,
  called: null,
  offline: false,
  opening: null,
  elsewhere: new Map(),
  autosave: false,
  dialog: null,
}

/** The tools of all modules as nodes can name them: by their bare names, those of servers and doubled ones in full. */
export function namesOfTools(tools: Tools | null): readonly { readonly name: string; readonly description: string }[] {
  const all = tools?.modules.flatMap((module) => module.tools) ?? []
  const counts = new Map<string, number>()
  for (const { name } of all) counts.set(name, (counts.get(name) ?? 0) + 1)
  return all.map(({ name, module, description }) => {
    const isServer = module.startsWith('mcp::')
    if (!isServer && counts.get(name) === 1) return { name, description }
    return { name: `${isServer ? module.slice('mcp::'.length) : module}.${name}`, description }
  })
}

function sameCalled(called: WorkspaceState['called'], { path, tools }: Extract<WorkspaceAction, { type: 'called' }>): boolean {
  return called?.path === path && called.tools.size === tools.length && tools.every((tool) => JSON.stringify(called.tools.get(tool.called)) === JSON.stringify(tool))
}

/** What the tool takes that a node of the file at `path` calls by this name; null while that is not known. */
export function toolCalled({ called, tools }: Pick<WorkspaceState, 'called' | 'tools'>, path: string | null, name: string): Pick<CalledTool, 'name' | 'description' | 'input'> | null {
  const found = called !== null && called.path === path ? called.tools.get(name) : undefined
  // Until the server has looked at the file, the list of all tools tells.
  const all = found ? [] : (tools?.modules.flatMap((module) => module.tools) ?? [])
  return found ?? all[namesOfTools(tools).findIndex((tool) => tool.name === name)] ?? null
}

export function createWorkspaceStore(autosave = false): WorkspaceStore {
  return createReducerStore({ ...LOADING, autosave }, reduceWorkspace)
}

export function reduceWorkspace(state: WorkspaceState, action: WorkspaceAction): WorkspaceState {
  switch (action.type) {
    case 'loaded': {
      const { id, name, version, files, truncated, models, defaultModel, agents, timezone } = action.workspace
      return { ...state, status: 'ready', error: null, id, name, version, files, truncated, models, defaultModel, agents, timezone }
    }
    case 'tools':
      return { ...state, tools: action.tools }
    case 'called':
      return sameCalled(state.called, action) ? state : { ...state, called: { path: action.path, tools: new Map(action.tools.map((tool) => [tool.called, tool])) } }
    case 'scheduleNotice':
      return {
        ...state,
        files: state.files.map((file) => {
          if (file.path !== action.path) return file
          const { next_run: _, ...rest } = file
          return { ...rest, schedule_notice: action.notice, ...(action.next_run !== undefined && { next_run: action.next_run }) }
        }),
      }
    case 'failed':
      // A list that was loaded once is better than none.
      return state.status === 'ready' ? state : { ...state, status: 'failed', error: action.error }
    case 'offline':
      return state.offline === action.on ? state : { ...state, offline: action.on }
    case 'opening':
      return state.opening === action.path ? state : { ...state, opening: action.path }
    case 'elsewhere': {
      const elsewhere = new Map<string, 'open' | 'dirty'>()
      for (const { path, dirty } of action.files) if (dirty || !elsewhere.has(path)) elsewhere.set(path, dirty ? 'dirty' : 'open')
      return { ...state, elsewhere }
    }
    case 'dialog':
      return { ...state, dialog: action.dialog }
    case 'autosave':
      return { ...state, autosave: action.on }
    default:
      return unreachable(action)
  }
}
