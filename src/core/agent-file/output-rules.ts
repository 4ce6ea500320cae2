import type { Path } from '../diagnostic.ts'
import type { Origin } from '../dialects/dialect.ts'
import type { Problems } from '../dialects/problems.ts'
import { shown } from '../dialects/say.ts'
import { namesGivenBy, type TemplateHolder } from './template-holder.ts'

/** What started the run: the one variable that is there before any node has run. */
export const TRIGGER = 'trigger'

const RESERVED: ReadonlyMap<string, string> = new Map([
  [TRIGGER, 'it is what started the run'],
  ['failure', 'it is kept for what went wrong'],
  ['inputs', 'it is kept for what a run is given'],
])

/** Why no node may give a variable this name; null when one may. */
export function refuseOutput(name: string): string | null {
  const why = RESERVED.get(name)
  return why === undefined ? null : `${shown(name)} is reserved: ${why}. Choose another name.`
}

/** Can a template read the name behind a point, as `.name`? */
export function isReadable(name: string): boolean {
  return /^[\p{L}_][\p{L}\p{Nd}_]*$/u.test(name)
}

/** Checks the names that a node gives to its results and items. */
export function checkOutputs(origin: Origin, holder: TemplateHolder, problems: Problems): void {
  for (const { field, name, path } of namesGivenBy(holder)) {
    const place: { path: Path; range: ReturnType<Origin['range']> } = { path, range: origin.range(path) }
    const refusal = refuseOutput(name)
    if (refusal !== null) problems.add('node/reserved-output', place, refusal, { node: holder.id, field })
    else if (!isReadable(name)) {
      problems.add('node/unreadable-output', place,
        `A template cannot read ${shown(name)} as \`.name\`, only as ${shown(`index . ${JSON.stringify(name)}`)}. Use letters, digits and \`_\`.`,
        { node: holder.id, field, severity: 'warning' })
    }
  }
}
