import { MAX_FILE_BYTES } from '../../../protocol/index.ts'
import type { Incoming } from '../../state/index.ts'

/** More than a person drops on purpose. */
const MOST_FILES = 50

export type Taken = { readonly incoming: readonly Incoming[]; /** What was not taken, in words. */ readonly refused: readonly string[] }

/** The texts of files from outside. What is no text, or too large to be a workflow, is left with a word. */
export async function textsOf(files: readonly File[]): Promise<Taken> {
  const refused: string[] = files.length > MOST_FILES ? [`Only the first ${MOST_FILES} of ${files.length} files were taken.`] : []
  const incoming: Incoming[] = []
  for (const file of files.slice(0, MOST_FILES)) {
    if (file.size > MAX_FILE_BYTES) {
      refused.push(`${file.name} is larger than ${MAX_FILE_BYTES / 1024 / 1024} MB, too large for a workflow.`)
      continue
    }
    try {
      const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await file.arrayBuffer())
      if (text.includes('\0')) refused.push(`${file.name} is no text.`)
      else incoming.push({ name: file.name, text })
    } catch (error) {
      // A folder cannot be read as a file, and what is no UTF-8 cannot be a workflow.
      refused.push(error instanceof TypeError ? `${file.name} is no text in UTF-8.` : `${file.name} cannot be read. Drop files, not folders.`)
    }
  }
  return { incoming, refused }
}
