import type { RunError } from '../../../src/core/index.ts'
import { askModel, createModels, ModelFailure, requireModel, type Answer, type Env } from '../index.ts'

export type Outcome = {
  readonly answer?: Answer
  readonly error?: RunError
  /** Live text as it came; a retry begins a new entry. */
  readonly live: readonly string[]
  readonly retries: readonly { readonly attempt: number; readonly delay: number; readonly error: RunError }[]
  /** Milliseconds slept, never really. */
  readonly slept: number
}

/** Asks a model with a clock that does not wait, and gives back all that a run would see. */
export async function ask(
  env: Env,
  name: string,
  prompt = 'Say hello',
  more: { readonly signal?: AbortSignal; readonly system?: string; readonly random?: number; readonly fetch?: typeof fetch; readonly onDelta?: () => void; readonly prices?: Parameters<typeof createModels>[0]['prices'] } = {},
): Promise<Outcome> {
  const live = ['']
  const retries: { attempt: number; delay: number; error: RunError }[] = []
  let slept = 0
  try {
    const model = requireModel(createModels({ env, ...(more.fetch && { fetch: more.fetch }), ...(more.prices && { prices: more.prices }) }), name)
    const answer = await askModel(
      model,
      {
        prompt,
        ...(more.system === undefined ? {} : { system: more.system }),
        signal: more.signal ?? new AbortController().signal,
        sleep: async (ms) => {
          slept += ms
          await Promise.resolve()
        },
      },
      {
        delta: (text) => {
          live[live.length - 1] += text
          more.onDelta?.()
        },
        retrying: async (attempt, delay, error) => {
          retries.push({ attempt, delay, error })
          live.push('')
          await Promise.resolve()
        },
        random: () => more.random ?? 0,
      },
    )
    return { answer, live, retries, slept }
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error
    return { error: error.error, live, retries, slept }
  }
}
