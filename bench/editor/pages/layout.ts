// Layout alone: Heddle's engine and elkjs by itself, in the same page, on the same graph.
import Elk from 'elkjs/lib/elk-api.js'
import workerUrl from 'elkjs/lib/elk-worker.min.js?url'
import { createLayoutEngine } from '../../../src/app/layout/index.ts'
import { analyse, openDocument } from '../../../src/core/index.ts'
import { peer } from './peer.ts'

const elk = new Elk({ workerFactory: () => new Worker(workerUrl) })
const engine = createLayoutEngine()
const NODE = { width: 208, height: 84 }

peer.layOut = async (text, by) => {
  const { view } = analyse(openDocument({ text, format: 'yaml' }))
  const began = performance.now()
  if (by === 'heddle') await engine.layOut(view, 'arrange', 'right')
  else {
    await elk.layout({
      id: 'root',
      layoutOptions: { 'elk.algorithm': 'layered', 'elk.direction': 'RIGHT', 'elk.layered.thoroughness': '1' },
      children: view.nodes.map(({ key }) => ({ id: key, ...NODE })),
      edges: view.edges.map(({ key, from, to }) => ({ id: key, sources: [from], targets: [to] })),
    })
  }
  return performance.now() - began
}
