// Files at the far end of what people have, made up: the browser tests and the bench open the same ones.

/** How many nodes stand in one level of a made-up file. */
export const WIDTH = 25

const PROMPT = ['      Keep to what the inputs say, name every source, and end with one sentence', '      that a reader in a hurry can use.', '']

/**
 * A file like real ones: comments, needs on two or three nodes of the level before, a prompt of some
 * lines. 1,000 nodes have 2,001 needs.
 */
export function workflowOf(nodes: number): string {
  const lines = ['name: generated', 'nodes:']
  for (let index = 0; index < nodes; index += 1) {
    const level = Math.floor(index / WIDTH)
    if (index % 7 === 0) lines.push(`  # part ${index} of the work`)
    lines.push(`  - id: node_${index}`)
    if (level > 0) lines.push(`    needs: [${needsOf(index).join(', ')}]`)
    lines.push('    prompt: |', `      Do part ${index} of the work and say what was found.`, ...PROMPT)
  }
  return `${lines.join('\n')}\n`
}

/** The ids that a node of `workflowOf` needs. */
export function needsOf(index: number): readonly string[] {
  const before = (Math.floor(index / WIDTH) - 1) * WIDTH
  if (before < 0) return []
  const column = index % WIDTH
  return [column, (column + 1) % WIDTH, ...(index % 19 === 0 ? [(column + 2) % WIDTH] : [])].map((at) => `node_${before + at}`)
}

/** The number of the line, from 1, on which a node of `workflowOf` begins. */
export function lineOf(text: string, id: string): number {
  const at = text.indexOf(`  - id: ${id}\n`)
  if (at < 0) throw new Error(`there is no node ${id}`)
  return text.slice(0, at).split('\n').length
}

const SENTENCE = 'Weigh what speaks for it against what speaks against it, and say which sources you used. '

/** Prose of just so many characters, in lines that an editor shows without wrapping much. */
function prose(characters: number, indent: string): string {
  const line = `${indent}${SENTENCE.trim()}\n`
  return line.repeat(Math.ceil(characters / line.length)).slice(0, characters - 1).concat('\n')
}

/** A file of about two megabytes: 200 nodes with prompts of ten kilobytes. */
export function twoMegabytes(): string {
  const nodes = Array.from({ length: 200 }, (_, index) => {
    const needs = index < 10 ? '' : `    needs: [chapter_${index - 10}]\n`
    return `  - id: chapter_${index}\n${needs}    prompt: |\n      Write chapter ${index}.\n${prose(10_000, '      ')}`
  })
  return `# Every chapter of the book, with all that was agreed on.\nname: book\nnodes:\n${nodes.join('')}`
}

/** A small file in which one prompt is 250 kB long. */
export function longPrompt(): string {
  return `name: long prompt\nnodes:\n  - id: read\n    prompt: |\n      Read all of this.\n${prose(250_000, '      ')}  - id: judge\n    # Only after reading.\n    needs: [read]\n    prompt: Say what matters.\n`
}

/** A file of just so many characters, most of them in one prompt. */
export function archiveOf(characters: number): string {
  const head = 'name: archive\nnodes:\n  - id: first\n    prompt: |\n'
  return head + prose(characters - head.length, '      ')
}
