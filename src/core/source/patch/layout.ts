import type { Source, SourceNode } from '../tree.ts'
import { isBlockScalar } from './extent.ts'
import { readHeader } from './header.ts'
import { columnOf, eolNear, lineStart } from './lines.ts'
import type { Quote } from './print-scalar.ts'
import { PLAIN_LAYOUT } from './print-value.ts'
import type { Layout, Models } from './print-value.ts'

/** Nodes looked at to learn how a file is written. Style is a habit: it shows early or not at all. */
const NODES_OF_FILE = 200
const NODES_NEARBY = 40

type Habits = { -readonly [K in 'step' | 'dash' | 'gap' | 'leafGap' | 'bracketPad' | 'bracePad' | 'text']?: Layout[K] } & Record<Quote, number>

/** A source never changes, so its habits are found once. */
const ofFiles = new WeakMap<Source, Habits>()

/** How the file is written around `at`: by the nearest neighbours first, then by the whole of it. */
export function layoutAt(source: Source, at: number, models: Models): Layout {
  const file = ofFiles.get(source) ?? learn(source.text, [source.root], NODES_OF_FILE)
  ofFiles.set(source, file)
  const near = models.length > 0 ? learn(source.text, models, NODES_NEARBY) : { single: 0, double: 0 }
  const { single, double, ...habits } = { ...file, ...near }
  const isSingle = single === double ? file.single > file.double : single > double
  const step = habits.step ?? (habits.dash || PLAIN_LAYOUT.step)
  return {
    ...PLAIN_LAYOUT,
    eol: eolNear(source.text, at),
    quote: isSingle ? 'single' : 'double',
    ...habits,
    step,
    gap: habits.gap ?? habits.leafGap ?? PLAIN_LAYOUT.gap,
    leafGap: habits.leafGap ?? habits.gap ?? PLAIN_LAYOUT.leafGap,
    text: habits.text ?? step,
    dash: habits.dash ?? step,
  }
}

function learn(text: string, from: readonly (SourceNode | null)[], most: number): Habits {
  const habits: Habits = { single: 0, double: 0 }
  const waiting = [...from]
  for (let next = 0; next < waiting.length && next < most; next += 1) {
    const node = waiting[next]
    if (!node) continue
    switch (node.kind) {
      case 'alias': break
      case 'scalar':
        if (node.style === 'single' || node.style === 'double') habits[node.style] += 1
        break
      case 'map':
        if (node.style === 'flow' && node.entries[0]) habits.bracePad ??= padAfter(text, node.range.start)
        for (const { range, value } of node.entries.slice(0, most)) {
          if (node.style === 'block' && value) learnNesting(text, range.start, value, habits)
          if (waiting.length < most) waiting.push(value)
        }
        break
      case 'list':
        if (node.style === 'flow' && node.items[0]) habits.bracketPad ??= padAfter(text, node.range.start)
        for (const { range, value } of node.items.slice(0, most)) {
          if (node.style === 'block' && value) learnGap(text, range.start, value, habits)
          if (waiting.length < most) waiting.push(value)
        }
        break
    }
  }
  return habits
}

function learnNesting(text: string, key: number, value: SourceNode, habits: Habits): void {
  if (value.kind === 'alias') return
  if (value.kind === 'scalar') {
    if (habits.text !== undefined || !isBlockScalar(value)) return
    const column = columnOf(text, key)
    const found = readHeader(text, value, column).column
    if (found !== undefined && found > column) habits.text ??= found - column
    return
  }
  if (value.style === 'flow' || habits[value.kind === 'list' ? 'dash' : 'step'] !== undefined) return
  const column = columnOf(text, key)
  const inner = columnOf(text, value.range.start)
  if (value.kind === 'list') habits.dash ??= Math.max(0, inner - column)
  else if (inner > column) habits.step ??= inner - column
}

/** The spaces between a dash and a value on its line. */
function learnGap(text: string, dash: number, value: SourceNode, habits: Habits): void {
  const start = value.outer.start
  const which = (value.kind === 'map' || value.kind === 'list') && value.style === 'block' ? 'gap' : 'leafGap'
  if (habits[which] !== undefined) return
  if (start > dash + 1 && lineStart(text, start) === lineStart(text, dash)) habits[which] = start - dash - 1
}

function padAfter(text: string, bracket: number): string {
  return text[bracket + 1] === ' ' ? ' ' : ''
}
