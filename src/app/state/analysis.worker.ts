import { analyse, type Analysis, type WorkflowDocument } from '../../core/index.ts'
import { project } from './projection.ts'

// The last analysis, so that the last good graph outlives a text that does not parse. The page starts a
// new worker for another file.
let previous: Analysis | undefined

onmessage = ({ data }: MessageEvent<WorkflowDocument>) => {
  previous = analyse(data, previous)
  postMessage(project(previous))
}
