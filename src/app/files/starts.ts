import notes from '../../../examples/release-notes.yaml?raw'
import triage from '../../../examples/triage.yaml?raw'

/** A text to begin a file with. */
export type Start = { readonly id: string; readonly title: string; readonly text: string; readonly name: string; readonly content: string }

/** A workflow to begin with: two steps, the second needs the first. */
const TWO_STEPS = `name: workflow
nodes:
  - id: collect
    prompt: Say what this step must find out.
  - id: draft
    needs: [collect]
    prompt: Say what to make of it.
`

const EMPTY = `name: workflow
nodes: []
`

/** What a new file can begin with: the shapes first, then whole examples. */
export const STARTS: readonly Start[] = [
  { id: 'steps', title: 'Steps that need each other', text: 'Two steps; independent ones run at the same time.', name: 'workflow.yaml', content: TWO_STEPS },
  { id: 'empty', title: 'An empty file', text: 'Add nodes from the left, or write them.', name: 'workflow.yaml', content: EMPTY },
  { id: 'empty-json', title: 'An empty JSON file', text: 'The same, for programs that write it.', name: 'workflow.json', content: '{\n  "name": "workflow",\n  "nodes": []\n}\n' },
  { id: 'release-notes', title: 'Example: release notes', text: 'Collect, write, check and criticise.', name: 'release-notes.yaml', content: notes },
  { id: 'triage', title: 'Example: triage', text: 'A router chooses who answers.', name: 'triage.yaml', content: triage },
]
