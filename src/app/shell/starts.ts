import notes from '../../../examples/release-notes.yaml?raw'
import triage from '../../../examples/triage.yaml?raw'

/** A text to begin a file with. */
export type Start = { readonly id: string; readonly title: string; readonly text: string; readonly name: string; readonly content: string; /** Whole, to look at; the others are shapes. */ readonly example?: true }

/** A workflow to begin with: a step that needs another, and one that checks it. */
const STEPS = `name: workflow
nodes:
  - id: collect
    prompt: List the facts.
  - id: draft
    needs: [collect]
    prompt: Write a first version from the facts.
  - id: check
    kind: verifier
    needs: [collect, draft]
    prompt: Check the draft against the facts. Say PASS or FAIL.
`

const EMPTY = `name: workflow
nodes: []
`

/** What a new file can begin with: the shapes first, then whole examples. */
export const STARTS: readonly Start[] = [
  { id: 'steps', title: 'Steps that need each other', text: 'Independent steps run at the same time. The shortest way to start.', name: 'workflow.yaml', content: STEPS },
  { id: 'empty', title: 'An empty file', text: 'Add nodes from the left, or write them.', name: 'workflow.yaml', content: EMPTY },
  { id: 'empty-json', title: 'An empty JSON file', text: 'The same, for programs that write it.', name: 'workflow.json', content: '{\n  "name": "workflow",\n  "nodes": []\n}\n' },
  { id: 'release-notes', example: true, title: 'Example: release notes', text: 'Collect, write, check and criticise.', name: 'release-notes.yaml', content: notes },
  { id: 'triage', example: true, title: 'Example: triage', text: 'A router chooses who answers.', name: 'triage.yaml', content: triage },
]
