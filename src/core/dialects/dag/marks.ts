import type { Landmarks } from '../marks.ts'

/** What stands for a field that is not written, by which the eye finds the node. */
export const landmarks: Landmarks = {
  nodes: ['nodes'],
  instead: new Map([
    ['routes', ['kind', 'id']],
    ['id', ['prompt', 'kind', 'agent', 'needs', 'routes', 'output_format']],
    ['', ['id', 'kind', 'agent', 'needs', 'routes']],
  ]),
}
