import type { Json } from '../../core/index.ts'
import type { StartRun } from '../../protocol/index.ts'

/** What a run is started with beside its file. `approve`: effects that the user has said yes to, for this run. */
export type StartGiven = Pick<StartRun, 'options' | 'approve'> & { readonly trigger?: Json }
