import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { analyse } from 'scslre'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const root = import.meta.dirname

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'testing' ? [] : filesIn(path)
    return entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts') ? [path] : []
  })
}

/** The regular expressions of a file, each with its line. */
function patternsIn(path: string): { readonly place: string; readonly pattern: RegExp }[] {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ESNext, true)
  const found: { place: string; pattern: RegExp }[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/')
      const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1
      found.push({ place: `${path.slice(root.length + 1)}:${line} ${node.text}`, pattern: new RegExp(node.text.slice(1, end), node.text.slice(end + 1)) })
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** A pattern whose time grows faster than the text, with the kind of reason: it begins anew within a run, or shares a run out in many ways. */
function isSlow(pattern: RegExp): boolean {
  return analyse(pattern, { reportTypes: { Move: true } }).reports.length > 0
}

describe('the regular expressions of the core', () => {
  it('take no more than linear time, whatever text they meet', () => {
    const patterns = filesIn(root).flatMap(patternsIn)
    expect(patterns.length).toBeGreaterThan(200)
    expect(patterns.filter(({ pattern }) => isSlow(pattern)).map(({ place }) => place)).toEqual([])
  }, 120_000)

  it.each([/[ \t]+$/, /\s+#.*$/, /^(?:[&!]\S*\s*)*$/, /[^\r\n]*$/, /^[-+]?(?:[0-9][0-9_]*)?\.?[0-9_]*$/])('are told apart: %s would not', (pattern) => {
    expect(isSlow(pattern)).toBe(true)
  })
})
