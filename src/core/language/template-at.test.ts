import { describe, expect, it } from 'vitest'
import { dialectNamed } from '../dialects/registry.ts'
import { analyse } from '../document/analyse.ts'
import { applyCommand } from '../document/apply.ts'
import { openDocument } from '../document/open.ts'
import { complete } from './complete.ts'
import { definitionAt, referencesAt } from './define.ts'
import { hoverAt } from './hover.ts'
import { renamingAt } from './rename.ts'

const TEXT = `workflow:
  steps:
    - {id: gather, tool: t, output: notes}
    - id: write
      tool: t
      input: "{\\"q\\": \\"{{.notes}} {{| }}\\"}"
      output: text
`

function offered(text: string): string[] {
  const offset = text.indexOf('|')
  const dialect = dialectNamed('steps')
  return complete(text.replace('|', ''), 'yaml', offset, { dialect, view: { nodes: [], edges: [], levels: [] } }).map(({ label }) => label)
}

describe('inside a template', () => {
  it('the variables that can have been set are offered, then functions', () => {
    const words = offered(TEXT)
    expect(words.slice(0, 2)).toEqual(['.notes', '.trigger'])
    expect(words).toContain('printf')
    expect(words).not.toContain('.text')
    expect(offered(TEXT.replace('{{| }}', '{{.| }}'))).toEqual(['notes', 'trigger'])
    expect(offered(TEXT.replace('{{| }}', '{{.notes.|}}'))).toEqual([])
    // Outside of an action it is a text like any other.
    expect(offered(TEXT.replace('{{| }}', '|'))).toEqual([])
  })

  it('a variable leads to where it is set, says by whom, and is renamed everywhere', () => {
    const document = openDocument({ text: TEXT.replace('{{| }}', ''), format: 'yaml' })
    const analysis = analyse(document)
    const at = document.text.indexOf('.notes') + 2
    const target = definitionAt(analysis, at)!
    expect(document.text.slice(target.name.start, target.name.end)).toBe('notes')
    expect(target.name.start).toBeLessThan(at)
    expect(referencesAt(analysis, at).map(({ role }) => role)).toEqual(['definition', 'reference'])
    expect(hoverAt(analysis, at)?.text).toContain('Set by `gather`.')
    const renaming = renamingAt(analysis, at)
    if (!renaming.ok) throw new Error(renaming.diagnostics[0]!.message)
    const renamed = applyCommand(document, renaming.value.command('facts'), analysis)
    expect(renamed.ok && renamed.value.text).toBe(document.text.replaceAll('notes', 'facts'))
    expect(renamingAt(analyse(openDocument({ text: TEXT.replace('.notes', '.trigger').replace('| ', ''), format: 'yaml' })), TEXT.indexOf('.notes') + 2).ok).toBe(false)
  })
})
