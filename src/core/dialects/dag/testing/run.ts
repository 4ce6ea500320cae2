import { patch } from '../../../source/patch/patch.ts'
import type { Format } from '../../../source/tree.ts'
import { applyEdits } from '../../../text/apply.ts'
import type { Command } from '../../command.ts'
import { dagOperations } from '../commands.ts'
import { open } from './open.ts'

/** The text after the commands, one after another; `refused: why` at the first that cannot be done. */
export function run(text: string, commands: Command | readonly Command[], format: Format = 'yaml'): string {
  let now = text
  for (const command of [commands].flat() as readonly Command[]) {
    const reading = open(now, format)
    const operations = dagOperations(reading, command)
    if (!operations.ok) return `${operations.diagnostics[0]!.code}: ${operations.diagnostics[0]!.message}`
    const patched = patch(reading.source, operations.value)
    if (!patched.ok) return `${patched.diagnostics[0]!.code}: ${patched.diagnostics[0]!.message}`
    now = applyEdits(now, patched.value.edits)
  }
  return now
}
