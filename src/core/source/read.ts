import type { Diagnostic } from '../diagnostic.ts'
import { MAX_TEXT_LENGTH } from './limits.ts'
import { readJson } from './read-json.ts'
import { readYaml } from './read-yaml.ts'
import type { Format, Source } from './tree.ts'

/**
 * Reads a text into a tree with ranges. Never throws, whatever the text; what is wrong with it is
 * in `diagnostics`, and `isWhole` tells whether the tree can be taken for the document.
 */
export function readSource(text: string, format: Format): Source {
  if (text.length > MAX_TEXT_LENGTH) {
    const message = `This text is longer than ${MAX_TEXT_LENGTH / 1024 / 1024} MB and is not read as a workflow. Move long texts into files of their own.`
    const tooLarge: Diagnostic = { code: 'text/too-large', severity: 'error', message, path: [], range: { start: 0, end: 0 } }
    return { format, text, root: null, comments: [], diagnostics: [tooLarge] }
  }
  return { format, text, ...(format === 'json' ? readJson(text) : readYaml(text)) }
}
