import type { WorkspaceConfig } from '../config.ts'
import { createToolbox } from '../tools/toolbox.ts'
import type { WorkspaceTools } from '../tools/tool.ts'
import { createTrust } from '../trust.ts'
import type { CommandContext } from './command.ts'

/** The tools of the working folder, as far as it is trusted: once and for all, or by `--trust`. Nothing is started yet. */
export function toolsOfFolder({ io, flags }: Pick<CommandContext, 'io' | 'flags'>, config: WorkspaceConfig): WorkspaceTools {
  return createToolbox({
    workspace: io.cwd,
    env: io.env,
    modules: config.tools ?? [],
    ...(config.effects === undefined ? {} : { effects: config.effects }),
    trusted: async () => flags.has('trust') || (await createTrust(io.env).isTrusted(io.cwd)),
  })
}
