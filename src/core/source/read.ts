import type { Diagnostic, DiagnosticCode } from '../diagnostic.ts'
import { checkCharacters } from './characters.ts'
import { readJson } from './json/read.ts'
import { MAX_PROBLEMS, MAX_TEXT_LENGTH } from './limits.ts'
import { pathIn } from './path-at.ts'
import type { Format, Source, SourceNode } from './tree.ts'
import { readYaml } from './yaml/read.ts'

/**
 * Reads a text into a tree with ranges. Never throws, whatever the text; what is wrong with it is
 * in `diagnostics`, in the order of the text, and `isWhole` tells whether the tree can be taken for
 * the document.
 */
export function readSource(text: string, format: Format): Source {
  if (text.length > MAX_TEXT_LENGTH) {
    const message = `This text is longer than ${MAX_TEXT_LENGTH / 1024 / 1024} MB and is not read as a workflow. Move long texts into files of their own.`
    const tooLarge: Diagnostic = { code: 'text/too-large', severity: 'error', message, path: [], range: { start: 0, end: 0 } }
    return { format, text, root: null, comments: [], diagnostics: [tooLarge] }
  }
  const { root, comments, diagnostics } = format === 'json' ? readJson(text) : readYaml(text)
  const all = [...diagnostics, ...checkCharacters(text, format)].sort((a, b) => (a.range?.start ?? 0) - (b.range?.start ?? 0))
  return { format, text, root, comments, diagnostics: capped(all, format).map((diagnostic) => placed(diagnostic, root)) }
}

/** The first problems, and one that says how many more there are. Errors are kept before warnings. */
function capped(diagnostics: readonly Diagnostic[], format: Format): readonly Diagnostic[] {
  if (diagnostics.length <= MAX_PROBLEMS) return diagnostics
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  const kept = (errors.length > MAX_PROBLEMS ? errors : diagnostics).slice(0, MAX_PROBLEMS)
  const last = kept.at(-1)?.range
  return [...kept, {
    code: format === 'yaml' ? 'yaml/too-many-errors' : 'json/syntax',
    severity: errors.length > 0 ? 'error' : 'warning',
    message: `There are more problems than the ${MAX_PROBLEMS} shown. Mend these first.`,
    path: [],
    ...(last ? { range: last } : {}),
  }]
}

/** Problems of the tree, whose path is known. Where the syntax is at fault the tree tells nothing. */
const IN_TREE: ReadonlySet<DiagnosticCode> = new Set([
  'yaml/duplicate-key', 'yaml/unknown-anchor', 'yaml/recursive-alias', 'yaml/alias-expansion', 'yaml/merge-key',
  'yaml/complex-key', 'yaml/tag', 'json/duplicate-key', 'text/lone-surrogate', 'text/control-character',
])

function placed(diagnostic: Diagnostic, root: SourceNode | null): Diagnostic {
  const { code, range } = diagnostic
  return range && IN_TREE.has(code) ? { ...diagnostic, path: pathIn(root, range.start) } : diagnostic
}
