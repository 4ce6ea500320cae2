/** Flows of Kestra as people write them, by file name. */
export const KESTRA: { readonly [name: string]: string } = {
  'etl.yaml': `id: orders-etl
namespace: company.sales
description: |
  Loads the orders of the day,
  checks them and tells the team.
labels:
  owner: data
inputs:
  - id: day
    type: DATE
    defaults: "2026-01-01"
variables:
  bucket: s3://orders
concurrency:
  limit: 1
tasks:
  - id: download
    type: io.kestra.plugin.core.http.Download
    uri: "https://example.org/orders/{{ inputs.day }}.csv"
    timeout: PT10M
    retry: { type: constant, interval: PT30S, maxAttempts: 3 }
  - id: both
    type: io.kestra.plugin.core.flow.Parallel
    concurrent: 2
    tasks:
      - id: check
        type: io.kestra.plugin.scripts.python.Script
        containerImage: python:3.12-slim
        beforeCommands: [pip install pandas]
        script: |
          import pandas as pd
          print(pd.read_csv("{{ outputs.download.uri }}").describe())
        env: { MODE: strict }
      - id: load
        type: io.kestra.plugin.jdbc.postgresql.CopyIn
        url: jdbc:postgresql://db/orders
        table: orders
        timeout: P1DT2H
  - id: decide
    type: io.kestra.plugin.core.flow.If
    condition: "{{ outputs.check.vars.rows > 0 }}"
    then:
      - id: report
        type: io.kestra.plugin.core.log.Log
        message: "Loaded {{ outputs.check.vars.rows }} rows"
    else:
      - id: alert
        type: io.kestra.plugin.notifications.slack.SlackIncomingWebhook
        url: "{{ secret('SLACK') }}"
        payload: '{"text": "no rows"}'
      - id: stop
        type: io.kestra.plugin.core.execution.Fail
  - id: done
    type: io.kestra.plugin.core.log.Log
    message: done
    disabled: true
errors:
  - id: failed
    type: io.kestra.plugin.core.log.Log
    message: It failed
triggers:
  - id: nightly
    type: io.kestra.plugin.core.trigger.Schedule
    cron: "0 1 * * *"
`,
  'graph.yml': `id: graph
namespace: company.team
tasks:
  - id: dag
    type: io.kestra.plugin.core.flow.Dag
    tasks:
      - task:
          id: t1
          type: io.kestra.plugin.core.log.Log
          message: one
      - task: { id: t2, type: io.kestra.plugin.core.log.Log, message: two }
        dependsOn: [t1]
      - dependsOn: [t1, t9]
        task:
          id: t3
          type: io.kestra.plugin.core.flow.ForEach
          values: [1, 2]
          concurrencyLimit: 0
          tasks:
            - { id: inner, type: io.kestra.plugin.core.debug.Return, format: "{{ taskrun.value }}" }
      - task: { id: t4, type: io.kestra.plugin.core.log.Log, message: four }
        dependsOn: [t2, t3]
  - id: route
    type: io.kestra.plugin.core.flow.Switch
    value: "{{ outputs.t4.value }}"
    cases:
      FIRST:
        - { id: first, type: io.kestra.plugin.core.log.Log, message: first }
      "第二":
        - { id: 第二步, type: io.kestra.plugin.core.log.Log, message: 你好 }
    defaults:
      - { id: other, type: io.kestra.plugin.core.flow.Subflow, namespace: company.team, flowId: other-flow, wait: true }
  - id: ask
    type: io.kestra.plugin.core.flow.Pause
    onResume: [{ id: reason, type: STRING }]
`,
  'old.yaml': `id: old-style
namespace: io.kestra.tests
taskDefaults:
  - type: io.kestra.core.tasks.log.Log
    values: { level: DEBUG }
tasks:
  - id: each
    type: io.kestra.core.tasks.flows.EachSequential
    value: '["a", "b"]'
    tasks:
      - id: log
        type: io.kestra.core.tasks.log.Log
        message: "{{ taskrun.value }}"
      - id: log
        type: io.kestra.plugin.scripts.shell.Commands
        commands:
          - echo one
          - echo two
        warningOnStdErr: false
  - id: empty
    type: io.kestra.plugin.core.flow.If
    condition: "{{ true }}"
`,
}
