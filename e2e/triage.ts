// A small file that several browser tests compare, bring in and take out.

export const TRIAGE = `name: triage
nodes:
  # Read it twice.
  - id: read
    prompt: Read the report.
  - id: sort
    kind: verifier
    needs: [read]
    prompt: |
      Sort it.
      Say PASS or FAIL.
`
