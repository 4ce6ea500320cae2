import type { Diagnostic } from '../diagnostic.ts'
import type { Range } from '../text/edit.ts'
import { Composer, type CST } from 'yaml'
import { MAX_DEPTH } from './limits.ts'
import type { SourceNode } from './tree.ts'
import { buildTree } from './yaml-tree.ts'
import { readTokens } from './yaml-tokens.ts'

export type YamlReading = {
  readonly root: SourceNode | null
  readonly comments: readonly Range[]
  readonly diagnostics: readonly Diagnostic[]
}

/** Reads a text as one YAML 1.2 document. */
export function readYaml(text: string): YamlReading {
  const { tokens, comments, tooDeep } = readTokens(text)
  if (tooDeep !== null) {
    const message = `This is nested more than ${MAX_DEPTH} levels deep. Flatten it: nothing that a workflow holds needs so many.`
    return {
      root: null,
      comments,
      diagnostics: [{ code: 'yaml/too-deep', severity: 'error', message, path: [], range: { start: tooDeep, end: tooDeep + 1 } }],
    }
  }
  const diagnostics: Diagnostic[] = []
  const documents = tokens.filter((token): token is CST.Document => token.type === 'document')
  const composer = new Composer({ uniqueKeys: false, merge: false, schema: 'failsafe', logLevel: 'silent' })
  for (const document of composer.compose(tokens, true, text.length)) {
    for (const error of document.errors) {
      diagnostics.push({
        code: 'yaml/syntax', severity: 'error', message: error.message, path: [],
        range: { start: error.pos[0], end: error.pos[1] },
      })
    }
  }
  const first = documents[0]
  const root = first ? buildTree(first, { alias() {}, node() {} }) : null
  return { root, comments, diagnostics }
}
