import { parseDocument } from 'yaml'
import { analyse, applyCommand, editText, openDocument, type Analysis, type WorkflowDocument } from '../src/core/index.ts'
import { workflowOf } from '../e2e/large-files.ts'
import { medianOf, ms, type Table } from './table.ts'

export function measure(): Table {
  const rows = [100, 1000, 10_000].map((count) => {
    const text = workflowOf(count)
    const document = openDocument({ text, format: 'yaml' })
    const analysis = analyse(document)
    const rounds = count > 1000 ? 5 : 25
    return [
      `${count.toLocaleString('en')} nodes, ${Math.round(text.length / 1000)} kB`,
      ms(medianOf(rounds, () => parseDocument(text, { uniqueKeys: false }))),
      ms(medianOf(rounds, () => analyse(openDocument({ text, format: 'yaml' })))),
      ms(medianOf(rounds, (round) => typed(document, analysis, round))),
      ms(medianOf(rounds, (round) => commanded(document, analysis, round))),
    ]
  })
  return {
    title: 'The core: text to analysis, command to text',
    columns: ['file', 'parse alone (`yaml`)', 'open and analyse', 'keystroke to analysis', 'command to text'],
    rows,
    notes: ['Medians. A keystroke is one character typed into a prompt in the middle of the file, analysed with the analysis before it at hand; a command sets the prompt of a node in the middle.'],
  }
}

function typed(document: WorkflowDocument, analysis: Analysis, round: number): void {
  const at = document.text.indexOf('Keep to what', Math.floor(document.text.length / 2))
  const next = editText(document, [{ range: { start: at, end: at }, text: String.fromCharCode(97 + (Math.abs(round) % 26)) }], { origin: 'text' })
  analyse(next, analysis)
}

function commanded(document: WorkflowDocument, analysis: Analysis, round: number): void {
  const middle = analysis.view.nodes[Math.floor(analysis.view.nodes.length / 2)]
  const result = applyCommand(document, { type: 'setField', node: middle?.key ?? '', field: 'prompt', value: `Say it in other words, take ${round}.` }, analysis)
  if (!result.ok) throw new Error(result.diagnostics[0]?.message)
}
