import type { Diagnostic, Path } from '../diagnostic.ts'
import type { Reading } from '../dialects/dialect.ts'
import type { Problems } from '../dialects/problems.ts'
import { shown } from '../dialects/say.ts'
import { editsInScalar } from '../source/scalar-map.ts'
import { checkInput, checkTemplate } from '../template/check.ts'
import { templateVariables } from '../template/reads.ts'
import { TRIGGER } from './output-rules.ts'
import { rangeInScalar, scalarAt } from './place-in-template.ts'
import { templatesOf, type TemplateHolder, type TemplateText, type Variables } from './template-holder.ts'

/** A reading with its text, or a value from code, which has none. */
type Read = { readonly origin: Reading['origin']; readonly source: Reading['source'] | null }

/**
 * Checks every template of a holder: syntax, functions and broken JSON are errors; a variable that cannot
 * have been set is a warning, since what is missing renders as nothing.
 *
 * @param setBy the ids of the nodes that set each variable anywhere in the file.
 */
export function checkTemplates(read: Read, holder: TemplateHolder, setBy: ReadonlyMap<string, readonly string[]>, problems: Problems): void {
  for (const template of templatesOf(holder)) {
    const known = holder.variables(template.field.name)
    const { reads, isSound } = lookAt(holder, template)
    if (isSound && reads.every((name) => known.has(name))) continue
    const check = template.field.json ? checkInput : checkTemplate
    for (const found of check(template.text, namesFor(reads, known))) {
      const { range, fixes = [] } = inFile(read, template.path, found)
      problems.add(found.code, { path: template.path, range }, messageOf(found, template, setBy), {
        severity: found.severity, node: holder.id, field: template.field.name, fixes,
      })
    }
  }
}

type Look = { readonly reads: readonly string[]; readonly isSound: boolean }

/** What was found in the text of a template once, for as long as the node is the same. */
const looked = new WeakMap<object, Map<string, Look>>()

/** What a template reads, and whether nothing else is wrong with it. Only which variables there are can change. */
function lookAt({ values }: TemplateHolder, { field, text }: TemplateText): Look {
  let ofNode = looked.get(values)
  if (!ofNode) looked.set(values, ofNode = new Map())
  let seen = ofNode.get(field.name)
  if (!seen) {
    const reads = [...new Set(templateVariables(text).map(({ name }) => name))]
    seen = { reads, isSound: (field.json ? checkInput : checkTemplate)(text, reads).length === 0 }
    ofNode.set(field.name, seen)
  }
  return seen
}

/** More names than these are not looked through for what an unknown one may mean: each template would cost as much as the file. */
const MOST_COMPARED = 100

/** The nearest names, what started the run, which is the farthest of all, and those that the template reads of all others. */
function namesFor(reads: readonly string[], known: Variables): readonly string[] {
  const names: string[] = []
  for (const name of known.names()) {
    if (names.length === MOST_COMPARED) break
    names.push(name)
  }
  return [...names, ...[TRIGGER, ...reads].filter((name) => known.has(name))]
}

/** A variable that another node sets at another time is not a slip of the pen. */
function messageOf({ code, severity, range, message }: Diagnostic, { text }: TemplateText, setBy: ReadonlyMap<string, readonly string[]>): string {
  if (code !== 'template/unknown-variable' || severity !== 'warning' || !range) return message
  const name = text.slice(range.start, range.end)
  const setters = setBy.get(name)
  if (!setters || setters.length === 0) return message
  return `The variable ${shown(name)} renders as nothing here: it is set by ${shown(setters[0]!)}${setters.length > 1 ? ` and ${setters.length - 1} more` : ''}, which cannot have run before this.`
}

/** A finding of a template with the range and the edits that it has in the file. */
function inFile({ source, origin }: Read, path: Path, { range, fixes = [] }: Diagnostic): Pick<Diagnostic, 'range' | 'fixes'> {
  const scalar = scalarAt({ origin }, path)
  const whole = origin.range(path)
  if (source === null || scalar === null || !range) return whole ? { range: whole } : {}
  const mended = scalar.anchor !== undefined ? [] : fixes.flatMap(({ title, edits }) => {
    const written = editsInScalar(source, scalar, edits)
    return written ? [{ title, edits: written }] : []
  })
  return { range: rangeInScalar(source, scalar, range), fixes: mended }
}
