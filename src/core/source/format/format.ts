import type { Path, Result } from '../../diagnostic.ts'
import { applyEdits } from '../../text/apply.ts'
import { composeEdits } from '../../text/compose.ts'
import type { TextEdit } from '../../text/edit.ts'
import { lineStarts, positionAt } from '../../text/lines.ts'
import { isWhole } from '../find.ts'
import { readSource } from '../read.ts'
import type { Source } from '../tree.ts'
import { endWithLine, separateItems } from './blanks.ts'
import { layOutJson } from './json.ts'
import { oneListStyle } from './lists.ts'
import { sayAlike, saySame } from './same.ts'
import { layOutYaml } from './yaml.ts'

/**
 * Edits that lay a text out: indentation, spaces, blank lines, the last line end, and lists of names one
 * way. Every comment stays, in order, and so does every value and how it is written; a text that is laid
 * out already needs none. Refused for a text that does not parse, and where the layout cannot be told from
 * the meaning.
 *
 * @param isNames tells of the way to a list whether it is one of names, which may stand in brackets or
 *   behind dashes: the file's more frequent way is taken.
 */
export function formatSource(source: Source, isNames: (path: Path) => boolean = () => false): Result<readonly TextEdit[]> {
  if (!isWhole(source)) {
    const fault = source.diagnostics.find(({ severity }) => severity === 'error')
    const line = fault?.range ? positionAt(lineStarts(source.text), fault.range.start).line : null
    return refuse('refused/syntax', `The text does not parse: mend ${line === null ? 'it' : `line ${line}`} first, then format it.`)
  }
  const passes: readonly Pass[] = source.format === 'json' ? [[layOutJson, saySame]] : [
    [layOutYaml, saySame],
    [(each) => oneListStyle(each, isNames), sayAlike],
    [separateItems, saySame],
    [endWithLine, saySame],
  ]
  let now = source
  let all: readonly TextEdit[] = []
  for (const [at, [pass, isSame]] of passes.entries()) {
    const edits = pass(now)
    if (edits.length === 0) continue
    const next = readSource(applyEdits(now.text, edits), source.format)
    if (!isWhole(next) || !isSame(now, next)) {
      if (at === 0) return refuse('refused/rule', 'The text is laid out in a way that cannot be changed without changing what it says. Lay it out by hand.')
      continue
    }
    all = all.length === 0 ? edits : composeEdits(all, edits)
    now = next
  }
  // What one pass moved and another moved back is no edit.
  return { ok: true, value: all.filter(({ range, text }) => source.text.slice(range.start, range.end) !== text) }
}

type Pass = readonly [(source: Source) => readonly TextEdit[], (before: Source, after: Source) => boolean]

function refuse(code: 'refused/syntax' | 'refused/rule', message: string): Result<never> {
  return { ok: false, diagnostics: [{ code, severity: 'error', message, path: [] }] }
}
