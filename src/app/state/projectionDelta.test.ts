import { describe, expect, it } from 'vitest'
import { analyse, applyCommand, editText, openDocument, project, type Analysis, type Command, type Projection, type WorkflowDocument } from '../../core/index.ts'
import { applyDelta, deltaOf } from './projectionDelta.ts'

const TEXT = `nodes:\n${Array.from({ length: 40 }, (_, n) => `  - id: n${n}\n${n === 0 ? '' : `    needs: [n${n - 1}]\n`}    prompt: Do part ${n}.\n`).join('')}`

/** As it comes out of another thread: equal, and no object the same. */
const sent = <T>(value: T): T => structuredClone(value)

function follow(changes: readonly ((document: WorkflowDocument, analysis: Analysis) => WorkflowDocument)[]) {
  let document = openDocument({ text: TEXT, format: 'yaml' })
  let analysis = analyse(document)
  let there: Projection = project(analysis)
  let here: Projection = applyDelta(null, sent(deltaOf(null, there)))
  const steps = [{ there, here, bytes: 0 }]
  for (const change of changes) {
    document = change(document, analysis)
    analysis = analyse(document, analysis)
    const next = project(analysis)
    const delta = sent(deltaOf(there, next))
    here = applyDelta(here, delta)
    there = next
    steps.push({ there, here, bytes: JSON.stringify(delta.view).length })
  }
  return steps
}

const typed = (at: string, text: string) => (document: WorkflowDocument) => {
  const start = document.text.indexOf(at) + at.length
  return editText(document, [{ range: { start, end: start }, text }])
}

const done = (command: Command) => (document: WorkflowDocument, analysis: Analysis) => {
  const result = applyCommand(document, command, analysis)
  if (!result.ok) throw new Error(result.diagnostics[0]?.message)
  return result.value
}

describe('a projection that comes from a worker as what changed', () => {
  it('is the projection that was made there, through any change', () => {
    const steps = follow([
      typed('Do part 20.', ' Well.'),
      typed('needs: [n9', ', ghost'),
      done({ type: 'remove', nodes: ['n5', 'n6'] }),
      done({ type: 'add', node: { id: 'new', prompt: 'p' }, after: 'n3' }),
      done({ type: 'moveNode', node: 'n12', before: 'n9' }),
      done({ type: 'moveNode', node: 'n39', before: 'n0' }),
      typed('needs: [n20', 'x'),
      typed('nodes:', ' ['),
    ])
    for (const { there, here } of steps) expect(here).toEqual(there)
  })

  it('keeps what did not change as the same objects, and sends none of it', () => {
    const [first, second] = follow([typed('Do part 20.', ' Well.')])
    expect(second!.here.view.edges).toBe(first!.here.view.edges)
    expect(second!.here.view.nodes.filter((node, place) => node !== first!.here.view.nodes[place])).toEqual([expect.objectContaining({ id: 'n20', summary: 'Do part 20. Well.' })])
    expect(second!.bytes).toBeLessThan(300)
  })

  it('is the very view of before when nothing is drawn otherwise', () => {
    const [first, second] = follow([typed('nodes:', ' # all of them')])
    expect(second!.here.view).toBe(first!.here.view)
  })
})
