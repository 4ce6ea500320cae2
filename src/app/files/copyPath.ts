import { copyText } from '../shell/parts/index.ts'
import type { Session } from '../state/index.ts'

/** Puts a file's path, relative to the folder, onto the clipboard. */
export async function copyPath(session: Session, path: string): Promise<void> {
  await copyText(session, path, { done: `Copied \`${path}\`.`, instead: `The path is \`${path}\`.` })
}
