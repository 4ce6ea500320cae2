import { analyse, project, type Analysis, type Projection, type WorkflowDocument } from '../../core/index.ts'
import type { FromWorker } from './killableAnalysis.ts'
import { deltaOf } from './projectionDelta.ts'

// The last analysis, so that the last good graph outlives a text that does not parse. The page starts a
// new worker for another file.
let previous: Analysis | undefined
let sent: Projection | null = null

onmessage = ({ data }: MessageEvent<WorkflowDocument>) => {
  postMessage({ begun: data.revision } satisfies FromWorker)
  previous = analyse(data, previous)
  const projection = project(previous)
  postMessage(deltaOf(sent, projection) satisfies FromWorker)
  sent = projection
}
