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
        const [{ files, truncated }, agents] = await Promise.all([workspace.listing.refresh(), catalogue.agents()])
        const chosen = catalogue.defaultModel()
        return json({
          name: workspace.name,
          version,
          files: [...files],
          truncated,
          models: [...catalogue.models()],
          defaultModel: chosen.ok ? chosen.name : '',
          ...(!chosen.ok && { modelProblem: chosen.reason }),
          agents: [...agents],
          backend: 'embedded',
        } satisfies WorkspaceAnswer)
      },
    },
  ]
}
