import { randomBytes } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { ToolError } from './tool.ts'
import { stateFolder } from '../workspace/state-folder.ts'

/** A file of the workspace's own folder that takes in what is too large to be a result. */
export type OutputFile = {
  /** As the user finds it: relative to the workspace. */
  readonly path: string
  readonly handle: FileHandle
}

/** Opens a new file in `.heddle/outputs`, called after the call that it belongs to. Rejects with a ToolError. */
export async function openOutput(workspace: string, key: string, ending: 'txt' | 'json'): Promise<OutputFile> {
  const folder = await stateFolder(workspace, 'outputs')
  if (!folder.ok) throw new ToolError(`its output is too large for a result and cannot be kept: ${folder.fault.detail}`)
  const called = key.normalize('NFC').replaceAll(/[^\p{L}\p{N}.#-]+/gu, '_').slice(-60).replace(/^[.]+/, '')
  const name = `${called}-${randomBytes(4).toString('hex')}.${ending}`
  return { path: `.heddle/outputs/${name}`, handle: await open(join(folder.value, name), 'wx', 0o600) }
}
