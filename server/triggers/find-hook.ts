import type { Trigger } from '../../src/core/index.ts'
import type { ListedFile } from '../../src/protocol/index.ts'
import type { Refusal } from './start-file.ts'

/** What a hook's address calls a file: the id of its agent, else the file's own name without its ending. */
export function agentNameOf({ path, trigger }: Pick<ListedFile, 'path' | 'trigger'>): string {
  return (trigger?.id ?? path.slice(path.lastIndexOf('/') + 1).replace(/\.(ya?ml|json)$/i, '')).normalize('NFC')
}

/** Can a request over HTTP start it? */
export function isHook({ trigger }: Pick<ListedFile, 'trigger'>): boolean {
  return trigger !== undefined && trigger.enabled && trigger.channels.includes('http')
}

/** The file that a hook's address means, or why none is meant. */
export function findHook(files: readonly ListedFile[], agent: string): { readonly ok: true; readonly file: string } | { readonly ok: false; readonly refusal: Refusal } {
  const name = agent.normalize('NFC')
  const named = files.filter((file) => agentNameOf(file) === name)
  const hooks = named.filter(isHook)
  // What is switched off does not stand in the way of what is not.
  const [first, ...others] = hooks.length > 0 ? hooks : named
  if (first === undefined) {
    return refuse('hook-not-found', `No agent file of this folder is called \`${name.slice(0, 200)}\`: neither by its \`id\` nor, without one, by its name.`)
  }
  if (others.length > 0) {
    const candidates = [first, ...others].map(({ path }) => path)
    return refuse('hook-ambiguous', `${candidates.map((path) => `\`${path}\``).join(', ')} are all called \`${name}\`. Give each an \`id\` of its own, or set \`enabled: false\` in all but one.`, { candidates })
  }
  // What cannot be read yet says why when it is started.
  if (first.dialect === null) return { ok: true, file: first.path }
  const refusal = refuseHook(first.trigger ?? null, first.path)
  return refusal === null ? { ok: true, file: first.path } : { ok: false, refusal }
}

/** Why a request over HTTP may not start a file; null when it may. */
export function refuseHook(trigger: Trigger | null, path: string): Refusal | null {
  if (trigger === null || !trigger.channels.includes('http')) {
    return { code: 'hook-not-http', detail: `\`${path}\` is not started by HTTP. Set \`trigger: channel\` and \`channels: [http]\` in it.`, more: { path } }
  }
  if (!trigger.enabled) return { code: 'hook-disabled', detail: `\`${path}\` is switched off by \`enabled: false\`. Only a person can start it.`, more: { path } }
  return null
}

function refuse(code: Refusal['code'], detail: string, more: Refusal['more'] = {}): { readonly ok: false; readonly refusal: Refusal } {
  return { ok: false, refusal: { code, detail, more } }
}
