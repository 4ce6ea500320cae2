import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { analyse } from './analyse.ts'
import { editText } from './edit.ts'
import { openDocument } from './open.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

function heap(): number {
  collect()
  return process.memoryUsage().heapUsed / 1_000_000
}

it('keeps no former text alive, neither by the history nor by the tree', () => {
  const nodes = Array.from({ length: 400 }, (_, i) => `  - id: node_${i}\n    prompt: ${'Read the inbox and list the topics. '.repeat(15)}\n`)
  let document = openDocument({ text: `nodes:\n${nodes.join('')}`, format: 'yaml' })
  let analysis = analyse(document)
  const before = heap()
  for (let i = 0; i < 400; i += 1) {
    const start = document.text.indexOf('Read the inbox', document.text.indexOf(`node_${i}\n`))
    document = editText(document, [{ range: { start, end: start + 40 }, text: 'Read all that has come in and then list ' }], { origin: 'canvas' })
    analysis = analyse(document, analysis)
  }
  expect(document.history.done).toHaveLength(400)
  expect(analysis.view.nodes[399]!.summary).toContain('Read all that has come in')
  // 400 texts of 220 kB would be 88 MB.
  expect(heap() - before).toBeLessThan(15)
})
