import type { Health, ListedFile, Workspace as WorkspaceAnswer } from '../../src/protocol/index.ts'
import type { Scheduler } from '../triggers/scheduler.ts'
import type { Workspace } from '../workspace/workspace.ts'
import type { Catalogue } from './catalogue.ts'
import { json, type Route } from './route.ts'

export type WorkspaceServices = {
  readonly workspace: Workspace
  readonly catalogue: Catalogue
  /** What starts files at their times; absent where nothing does. */
  readonly schedules?: Pick<Scheduler, 'of'> | undefined
  readonly version: string
}

/** What there is: files, models, agents. */
export function workspaceRoutes({ workspace, catalogue, schedules, version }: WorkspaceServices): readonly Route[] {
  return [
    { method: 'GET', path: '/api/health', answer: () => json({ status: 'ok', version } satisfies Health) },
    {
      method: 'GET',
      path: '/api/workspace',
      async answer() {
        const [{ files, truncated }, models, { model }, agents] = await Promise.all([workspace.listing.refresh(), catalogue.models(), catalogue.defaults(), catalogue.agents()])
        return json({
          id: workspace.id,
          name: workspace.name,
          version,
          files: files.map((file) => ({ ...file, ...timesOfFile(schedules?.of(file.path)) })),
          truncated,
          models: [...models],
          defaultModel: model.ok ? model.name : '',
          ...(!model.ok && { modelProblem: model.reason }),
          agents: [...agents],
          timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
          backend: 'embedded',
        } satisfies WorkspaceAnswer)
      },
    },
  ]
}

function timesOfFile({ next, notice }: ReturnType<Scheduler['of']> = {}): Pick<ListedFile, 'next_run' | 'schedule_notice'> {
  return {
    ...(next !== undefined && { next_run: new Date(next).toISOString() }),
    ...(notice !== undefined && { schedule_notice: { at: new Date(notice.at).toISOString(), message: notice.message } }),
  }
}
