/** Where everything stands. Builders take plain values and escape them. */
export const api = {
  health: '/api/health',
  workspace: '/api/workspace',
  /** `POST`: create. */
  files: '/api/files',
  /** `POST`: rename. */
  renameFile: '/api/files/rename',
  /** `POST`: takes a deleted file back. */
  restoreFile: '/api/files/restore',
  /** `GET`, `PUT`, `DELETE`. `path` is relative to the workspace, with forward slashes. */
  file: (path: string) => `/api/files/${escapePath(path)}`,
  /** `GET`: what a file holds, as it is drawn. */
  projection: (path: string) => `/api/projections/${escapePath(path)}`,
  /** `GET`: which files have unsaved texts. */
  drafts: '/api/drafts',
  /** `GET`, `PUT`, `DELETE`. */
  draft: (path: string) => `/api/drafts/${escapePath(path)}`,
  /** `GET`: the committed version. */
  head: (path: string) => `/api/git/head/${escapePath(path)}`,
  layout: '/api/layout',
  check: '/api/check',
  /** `GET`. */
  tools: '/api/tools',
  /** `POST`: the user's decision on the folder. */
  trust: '/api/trust',
  export: '/api/export',
  /** `POST`: start; `GET`: list. */
  runs: '/api/runs',
  run: (run: string) => `/api/runs/${encodeURIComponent(run)}`,
  /** The events of one run; `after` is a `seq`. */
  runEvents: (run: string, after = 0) => `/api/runs/${encodeURIComponent(run)}/events${after > 0 ? `?after=${after}` : ''}`,
  cancelRun: (run: string) => `/api/runs/${encodeURIComponent(run)}/cancel`,
  resumeRun: (run: string) => `/api/runs/${encodeURIComponent(run)}/resume`,
  /** Files changed on disk, runs that changed status, and the events of the named runs, on one stream. */
  events: (cursors: readonly RunCursor[] = []) =>
    `/api/events${cursors.length > 0 ? `?${cursors.map(({ run, after }) => `run=${encodeURIComponent(formatCursor([{ run, after }]))}`).join('&')}` : ''}`,
} as const

/** How far a reader has got in the log of a run: the `seq` of the last event it has, 0 for none. */
export type RunCursor = { readonly run: string; readonly after: number }

/** The id of an event on the stream of several runs: `<run>:<seq>,<run>:<seq>`. */
export function formatCursor(cursors: readonly RunCursor[]): string {
  return cursors.map(({ run, after }) => `${run}:${after}`).join(',')
}

/** Reads `formatCursor`'s text; parts that do not read are left out, a run without a number starts at 0. */
export function parseCursor(id: string): readonly RunCursor[] {
  const cursors = new Map<string, number>()
  for (const part of id.split(',')) {
    const match = /^([^:,]+)(?::(\d{1,15}))?$/.exec(part.trim())
    if (match) cursors.set(match[1] ?? '', Number(match[2] ?? 0))
  }
  return [...cursors].map(([run, after]) => ({ run, after }))
}

function escapePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}
