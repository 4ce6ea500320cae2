/** A workflow to begin with: two steps, the second needs the first. */
export const NEW_DAG = `name: workflow
nodes:
  - id: agent
    prompt: Say what this step must do.
`
