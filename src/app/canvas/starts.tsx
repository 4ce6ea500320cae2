import type { ComponentType } from 'react'

export type Start = { readonly name: string; readonly title: string; readonly text: string; readonly content: string; readonly Picture: ComponentType }

const EXAMPLE = `name: workflow
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

function Graph() {
  return (
    <svg width="132" height="52" viewBox="0 0 132 52" fill="none" aria-hidden="true">
      <path d="M27 26H53M79 26H105M27 26C40 26 40 8 66 8S92 26 105 26" stroke="var(--thread)" strokeWidth="1.5" />
      <rect x="1" y="18.5" width="26" height="15" rx="4" fill="var(--agent-bg)" stroke="var(--agent)" strokeWidth="1.25" />
      <rect x="53" y="18.5" width="26" height="15" rx="4" fill="var(--agent-bg)" stroke="var(--agent)" strokeWidth="1.25" />
      <rect x="105" y="18.5" width="26" height="15" rx="8" fill="var(--verifier-bg)" stroke="var(--verifier)" strokeWidth="1.25" />
    </svg>
  )
}

function Nothing() {
  return (
    <svg width="132" height="52" viewBox="0 0 132 52" fill="none" aria-hidden="true">
      <rect x="1" y="18.5" width="26" height="15" rx="4" stroke="var(--line-ui)" strokeWidth="1.25" strokeDasharray="4 3" />
    </svg>
  )
}

export const STARTS: readonly Start[] = [
  {
    name: 'workflow',
    title: 'Steps that need each other',
    text: 'Independent steps run at the same time. The shortest way to start.',
    content: EXAMPLE,
    Picture: Graph,
  },
  { name: 'blank', title: 'An empty file', text: 'Add nodes from the left, or write them.', content: EMPTY, Picture: Nothing },
]
