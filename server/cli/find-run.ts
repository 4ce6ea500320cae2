import { nearest } from '../../src/core/index.ts'
import type { Engine, RunStore } from '../engine/index.ts'
import { usageError } from './failure.ts'

/** How many runs are looked through for the beginning of an id. */
const searched = 5_000

/** The id of a run by itself, by its beginning, or `last` for the newest. Throws a CommandFailure. */
export async function findRun({ engine, store }: { readonly engine: Engine; readonly store: RunStore }, given: string): Promise<string> {
  if (given !== '' && (await store.exists(given))) return given
  const all = (await engine.list({ limit: searched })).map(({ run }) => run)
  if (all.length === 0) throw usageError(`there is no run "${given}": this folder has no runs yet`, 'heddle run FILE starts one; --cwd and --checkpoint-dir say where runs are kept.')
  if (given === 'last' && all[0] !== undefined) return all[0]
  const matching = given === '' ? [] : all.filter((run) => run.startsWith(given))
  const [first, second] = matching
  if (first !== undefined && second === undefined) return first
  if (first !== undefined) {
    throw usageError(`"${given}" is the beginning of ${matching.length} runs`, `Give more of it: ${matching.slice(0, 5).join(', ')}${matching.length > 5 ? ', …' : ''}`)
  }
  const meant = nearest(given, all)
  throw usageError(`there is no run "${given}"${meant === null ? '' : `; did you mean ${meant}?`}`, 'heddle runs lists them.')
}
