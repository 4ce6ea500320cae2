import type { Range } from '../text/edit.ts'
import { templateCompletion } from './complete.ts'
import { templateFunctions } from './functions/table.ts'
import { KEYWORDS } from './token.ts'
import type { TemplateValue } from './value.ts'

/** A variable that may be offered, and where it comes from. */
export type OfferedVariable = { readonly name: string; readonly detail: string }

/** Something that may be written at a place of a template. `insert` replaces `range`. */
export type TemplateOption = {
  readonly label: string
  readonly insert: string
  readonly range: Range
  readonly kind: 'variable' | 'part' | 'function' | 'keyword' | 'definition'
  readonly detail: string
  readonly help: string
}

/**
 * What may be written at an offset of a template, the likeliest first: variables, the parts that they had
 * when `partsOf` last knew them, functions and keywords. Empty outside of an action.
 */
export function templateOptions(text: string, offset: number, variables: readonly OfferedVariable[], partsOf: (path: readonly string[]) => TemplateValue | undefined = () => undefined): readonly TemplateOption[] {
  const at = templateCompletion(text, offset)
  if (!at) return []
  const { range } = at
  const option = (label: string, insert: string, kind: TemplateOption['kind'], detail: string, help = ''): TemplateOption => ({ label, insert, range, kind, detail, help })
  switch (at.place) {
    case 'field': {
      if (at.of !== 'data') return []
      if (at.path.length === 0) return variables.map(({ name, detail }) => option(name, name, 'variable', detail))
      return namesIn(partsOf(at.path)).map((name) => option(name, name, 'part', `of .${at.path.join('.')}`))
    }
    case 'variable':
      return at.names.map((name) => option(name, name, 'variable', 'of this template'))
    case 'definition':
      return at.names.map((name) => option(name, name, 'definition', 'defined in this template'))
    case 'word': {
      const dot = at.isDotData ? '.' : '$.'
      const words = at.isFirst ? KEYWORDS.map((word) => option(word, word, 'keyword', 'keyword')) : []
      return [
        ...variables.map(({ name, detail }) => option(`${dot}${name}`, `${dot}${name}`, 'variable', detail)),
        ...templateFunctions().map(({ name, usage, help }) => option(name, name, 'function', usage, help)),
        ...words,
      ]
    }
  }
}

/** The names that can be read of a value with a point: those of an object that are plain words. */
function namesIn(value: TemplateValue | undefined): readonly string[] {
  if (value === undefined || value === null || typeof value !== 'object' || Array.isArray(value)) return []
  const names = value instanceof Map ? [...(value as ReadonlyMap<string, TemplateValue>).keys()] : Object.keys(value)
  return names.filter((name) => /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name))
}
