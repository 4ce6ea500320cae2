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

/** A loop: what is written is judged, and written again until it is good or the budget is spent. */
const FLOW = `name: flow
workflow:
  nodes:
    - id: write
      kind: agent
      prompt: "Write a short note about {{ .trigger }}. Mend what was found wrong: {{ .verdict.text }}"
      output: note
    - id: judge
      kind: verifier
      prompt: "Is this note clear and complete? {{ .note }}"
      output: verdict
    - id: send
      tool: echo
      input: "{{ .note }}"
  edges:
    # The way there needs as much room as the way back.
    - from: write
      to: judge
      max_iterations: 3
    - from: judge
      to: write
      if: "{{ not .verdict.pass }}"
      max_iterations: 2
    - from: judge
      to: send
`

/** One thing after another, each a call of a tool. */
const TOOLS = `name: steps
workflow:
  steps:
    - id: collect
      tool: set
      input: '{"topic": "{{ .trigger }}"}'
      output: facts
    - id: report
      tool: echo
      input: "A report about {{ .facts.topic }}"
      output: report
    - id: send
      tool: echo
      if: "{{ .report }}"
      input: "{{ .report }}"
`

const EMPTY_FLOW = `name: flow
workflow:
  nodes: []
  edges: []
`

const EMPTY = `name: workflow
nodes: []
`

/** What a new file can begin with: the shapes first, then whole examples. */
export const STARTS: readonly Start[] = [
  { id: 'steps', title: 'Steps that need each other', text: 'Independent steps run at the same time. The shortest way to start.', name: 'workflow.yaml', content: STEPS },
  { id: 'flow', title: 'A flow with branches and loops', text: 'Conditions and budgets on its edges: here one that goes round until the judge is content.', name: 'flow.yaml', content: FLOW },
  { id: 'tools', title: 'A list of tools, in order', text: 'One after the other, started by hand, on a schedule or by a message.', name: 'steps.yaml', content: TOOLS },
  { id: 'empty', title: 'An empty file', text: 'Add nodes from the left, or write them.', name: 'workflow.yaml', content: EMPTY },
  { id: 'empty-flow', title: 'An empty flow', text: 'Draw nodes and the edges between them.', name: 'flow.yaml', content: EMPTY_FLOW },
  { id: 'empty-json', title: 'An empty JSON file', text: 'The same, for programs that write it.', name: 'workflow.json', content: '{\n  "name": "workflow",\n  "nodes": []\n}\n' },
  { id: 'release-notes', example: true, title: 'Example: release notes', text: 'Collect, write, check and criticise.', name: 'release-notes.yaml', content: notes },
  { id: 'triage', example: true, title: 'Example: triage', text: 'A router chooses who answers.', name: 'triage.yaml', content: triage },
]
