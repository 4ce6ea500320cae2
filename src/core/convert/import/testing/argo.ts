/** Workflows of Argo as people write them, by file name. */
export const ARGO: { readonly [name: string]: string } = {
  'diamond.yaml': `apiVersion: argoproj.io/v1alpha1
kind: Workflow
metadata:
  generateName: dag-diamond-
  labels: { team: data }
spec:
  entrypoint: diamond
  serviceAccountName: argo-workflow
  ttlStrategy: { secondsAfterCompletion: 3600 }
  arguments:
    parameters:
      - name: message
        value: hello
  templates:
    - name: diamond
      dag:
        failFast: false
        tasks:
          - name: A
            template: echo
            arguments: { parameters: [{ name: message, value: A }] }
          - name: B
            dependencies: [A]
            template: echo
          - name: C
            depends: A
            template: transform
            when: "{{workflow.parameters.message}} == hello"
          - name: D
            depends: (B && C.Succeeded) || A.Failed
            template: echo
            withItems: [1, 2, 3]
          - name: E
            depends: B && C.Succeeded
            templateRef: { name: shared, template: notify, clusterScope: true }
            continueOn: { failed: true }
    - name: echo
      inputs: { parameters: [{ name: message }] }
      retryStrategy: { limit: "3", retryPolicy: OnFailure }
      container:
        image: alpine:3.20
        command: [echo, "{{inputs.parameters.message}}"]
        resources: { limits: { memory: 64Mi } }
    - name: transform
      activeDeadlineSeconds: 90
      script:
        image: python:3.12
        command: [python]
        source: |
          import json
          print(json.dumps({"ok": True}))
        env: [{ name: MODE, value: strict }]
    - name: forgotten
      container: { image: busybox }
`,
  'ml.yaml': `# Retrains every night.
apiVersion: argoproj.io/v1alpha1
kind: CronWorkflow
metadata:
  name: nightly-training
  namespace: ml
spec:
  schedule: "0 2 * * *"
  timezone: Europe/Vienna
  concurrencyPolicy: Replace
  startingDeadlineSeconds: 0
  workflowSpec:
    entrypoint: main
    onExit: notify
    volumeClaimTemplates:
      - metadata: { name: work }
        spec: { accessModes: [ReadWriteOnce], resources: { requests: { storage: 20Gi } } }
    templates:
      - name: main
        steps:
          - - name: fetch
              template: fetch
          - - name: clean
              template: clean
            - name: profile
              template: clean
              arguments: { parameters: [{ name: mode, value: profile }] }
          - - name: train
              template: training
              withParam: "{{steps.fetch.outputs.result}}"
          - - name: sign-off
              template: wait
          - - name: publish
              inline:
                container: { image: curl, args: [-fsS, https://example.org/publish] }
      - name: fetch
        http: { url: "https://example.org/data", method: POST, timeoutSeconds: 20 }
      - name: clean
        container:
          image: registry.example.org/clean:1.4
          args: ["--mode={{inputs.parameters.mode}}"]
          volumeMounts: [{ name: work, mountPath: /work }]
      - name: training
        dag:
          target: evaluate
          tasks:
            - { name: split, template: clean }
            - { name: fit, template: clean, depends: split }
            - { name: evaluate, template: clean, depends: "fit && split" }
      - name: wait
        suspend: { duration: "2h" }
      - name: notify
        container: { image: mail }
`,
  'recursive.yaml': `apiVersion: argoproj.io/v1alpha1
kind: WorkflowTemplate
metadata: { name: coin }
spec:
  templates:
    - name: flip
      steps:
        - - name: toss
            template: toss
        - - name: again
            template: flip
            when: "{{steps.toss.outputs.result}} == tails"
        - - name: circle
            template: loop
    - name: toss
      script: { image: python, source: "import random\\nprint(random.choice(['heads', 'tails']))" }
    - name: loop
      dag:
        tasks:
          - { name: x, template: toss, dependencies: [z] }
          - { name: y, template: toss, dependencies: [x, gone] }
          - { name: z, template: toss, dependencies: [y] }
          - { name: x, template: toss }
`,
  'two.yaml': `---
# A comment alone is no document.
---
apiVersion: argoproj.io/v1alpha1
kind: Workflow
metadata: { name: 第一 }
spec:
  entrypoint: 主
  templates:
    - name: 主
      container: { image: 镜像, command: [打印, "你好"] }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: settings }
data: { key: value }
`,
}
