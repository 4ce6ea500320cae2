import type { Source, SourceNode } from '../tree.ts'
import { isBlockScalar } from './extent.ts'
import { readHeader } from './header.ts'
import { columnOf, eolNear, lineStart } from './lines.ts'
import type { Quote } from './print-scalar.ts'
import { PLAIN_LAYOUT } from './print-value.ts'
import type { Layout, Models } from './print-value.ts'

/** Nodes looked at to learn how a file is written. Style is a habit: it shows early or not at all. */
const MOST_NODES = 400

type Habits = { -readonly [K in 'step' | 'dash' | 'gap' | 'bracketPad' | 'bracePad' | 'text']?: Layout[K] }

/** How the file is written around `at`: by the nearest neighbours first, then by the whole of it. */
export function layoutAt(source: Source, at: number, models: Models): Layout {
  const habits: Habits = {}
  const quotes: Record<Quote, number> = { single: 0, double: 0 }
  const waiting: (SourceNode | null)[] = [...models, source.root]
  for (let next = 0; next < waiting.length && next < MOST_NODES; next += 1) {
    const node = waiting[next]
    if (!node) continue
    switch (node.kind) {
      case 'alias': break
      case 'scalar':
        if (node.style === 'single' || node.style === 'double') quotes[node.style] += 1
        break
      case 'map':
        for (const { range, value } of node.entries) {
          if (node.style === 'block' && value) learnNesting(source.text, columnOf(source.text, range.start), value, habits)
          if (waiting.length < MOST_NODES) waiting.push(value)
        }
        if (node.style === 'flow' && node.entries[0]) habits.bracePad ??= padAfter(source.text, node.range.start)
        break
      case 'list':
        for (const { range, value } of node.items) {
          if (node.style === 'block' && value) learnGap(source.text, range.start, value, habits)
          if (waiting.length < MOST_NODES) waiting.push(value)
        }
        if (node.style === 'flow' && node.items[0]) habits.bracketPad ??= padAfter(source.text, node.range.start)
        break
    }
  }
  const step = habits.step ?? (habits.dash || PLAIN_LAYOUT.step)
  return {
    ...PLAIN_LAYOUT,
    eol: eolNear(source.text, at),
    quote: quotes.single > quotes.double ? 'single' : 'double',
    ...habits,
    step,
    text: habits.text ?? step,
    dash: habits.dash ?? step,
  }
}

function learnNesting(text: string, column: number, value: SourceNode, habits: Habits): void {
  if (value.kind === 'scalar' && isBlockScalar(value)) {
    const found = readHeader(text, value, column).column
    if (found !== undefined && found > column) habits.text ??= found - column
    return
  }
  if (value.kind !== 'map' && value.kind !== 'list') return
  if (value.style === 'flow') return
  const inner = columnOf(text, value.range.start)
  if (value.kind === 'list') habits.dash ??= Math.max(0, inner - column)
  else if (inner > column) habits.step ??= inner - column
}

/** The spaces between a dash and a value on its line. */
function learnGap(text: string, dash: number, value: SourceNode, habits: Habits): void {
  const start = value.outer.start
  if (start > dash + 1 && lineStart(text, start) === lineStart(text, dash)) habits.gap ??= start - dash - 1
}

function padAfter(text: string, bracket: number): string {
  return text[bracket + 1] === ' ' ? ' ' : ''
}
