import type { Health, Workspace as WorkspaceAnswer } from '../../src/protocol/index.ts'
import type { Workspace } from '../workspace/workspace.ts'
import type { Catalogue } from './catalogue.ts'
import { json, type Route } from './route.ts'

/** What there is: files, models, agents. */
export function workspaceRoutes({ workspace, catalogue, version }: { readonly workspace: Workspace; readonly catalogue: Catalogue; readonly version: string }): readonly Route[] {
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
          files: [...files],
          truncated,
          models: [...models],
          defaultModel: model.ok ? model.name : '',
          ...(!model.ok && { modelProblem: model.reason }),
          agents: [...agents],
          backend: 'embedded',
        } satisfies WorkspaceAnswer)
      },
    },
  ]
}
