/** Workflows of GitHub Actions as people write them, by file name. */
export const GITHUB: { readonly [name: string]: string } = {
  'ci.yml': `name: CI
run-name: CI for \${{ github.ref_name }}

on:
  push:
    branches: [main, 'release/**']
    paths-ignore: ['**.md']
  pull_request:
  schedule:
    - cron: '17 3 * * 1'

permissions:
  contents: read

concurrency:
  group: ci-\${{ github.ref }}
  cancel-in-progress: true

env:
  NODE_VERSION: 22
  FORCE_COLOR: true

defaults:
  run:
    shell: bash

jobs:
  lint:
    name: Lint and format
    runs-on: ubuntu-latest
    timeout-minutes: 10
    steps:
      - uses: actions/checkout@v4
      - name: Set up Node
        uses: actions/setup-node@v4
        with:
          node-version: \${{ env.NODE_VERSION }}
          cache: npm
      - run: npm ci
      # The fastest check goes first.
      - name: Check the format
        run: npm run format:check
      - name: Lint
        id: lint
        run: |
          npm run lint -- --max-warnings 0
          npm run types
        env:
          ESLINT_USE_FLAT_CONFIG: true

  test:
    name: Test (\${{ matrix.os }}, \${{ matrix.node }})
    needs: lint
    runs-on: \${{ matrix.os }}
    continue-on-error: \${{ matrix.experimental }}
    strategy:
      fail-fast: false
      matrix:
        os: [ubuntu-latest, windows-latest, macos-latest]
        node: [20, 22]
        experimental: [false]
        include:
          - os: ubuntu-latest
            node: 24
            experimental: true
    services:
      postgres:
        image: postgres:16
        env:
          POSTGRES_PASSWORD: postgres
        ports: ['5432:5432']
        options: >-
          --health-cmd pg_isready
          --health-interval 10s
    steps:
      - uses: actions/checkout@v4
        with:
          fetch-depth: 0
      - name: Unit tests
        run: npm test -- --coverage
        working-directory: packages/core
        timeout-minutes: 5
      - name: Upload coverage
        if: always() && matrix.node == 22
        uses: codecov/codecov-action@v4
        with:
          token: \${{ secrets.CODECOV_TOKEN }}

  build:
    runs-on: ubuntu-latest
    needs: [lint]
    outputs:
      version: \${{ steps.version.outputs.value }}
    steps:
      - uses: actions/checkout@v4
      - id: version
        run: echo "value=$(jq -r .version package.json)" >> "$GITHUB_OUTPUT"
      - run: npm run build

  publish:
    needs: [test, build, sign-off]
    if: startsWith(github.ref, 'refs/tags/v')
    runs-on: ubuntu-latest
    environment:
      name: npm
      url: https://www.npmjs.com/package/example
    permissions:
      id-token: write
    steps:
      - uses: actions/download-artifact@v4
      - run: npm publish --provenance
        env:
          NODE_AUTH_TOKEN: \${{ secrets.NPM_TOKEN }}
`,
  'release.yaml': `"on":
  workflow_call:
    inputs:
      channel: { type: string, required: true }
    secrets: inherit
x-setup: &setup
  runs-on: [self-hosted, linux, x64]
  timeout-minutes: 30
jobs:
  plan:
    <<: *setup
    steps: &steps
      - &checkout
        uses: actions/checkout@v4
      - name: Plan
        run: ./scripts/plan.sh
  images:
    <<: *setup
    needs: plan
    steps: *steps
  deploy-staging:
    needs: [plan, images]
    uses: ./.github/workflows/deploy.yml
    with: { target: staging }
    secrets: inherit
  smoke:
    needs: deploy-staging
    container:
      image: node:22-bookworm
      volumes: [/tmp/cache:/cache]
    steps:
      - *checkout
      - run: npx playwright test --grep @smoke
  rollback:
    needs: [smoke]
    if: failure()
    steps:
      - run: ./scripts/rollback.sh "\${{ needs.plan.outputs.previous }}"
`,
  '发布.yml': `name: 发布流程
on: workflow_dispatch
jobs:
  检查:
    name: 检查代码
    runs-on: ubuntu-latest
    steps:
      - name: 安装依赖
        run: npm ci
      - name: 运行测试 🚦
        run: |
          echo "开始"
          npm test
  构建:
    needs: 检查
    runs-on: ubuntu-latest
    steps:
      - name: 构建镜像
        run: docker build -t 应用:最新 .
`,
  'hostile.yml': `name: "a: b # c \\u0000 \\u2028 end"
on: [push]
jobs:
  __proto__:
    needs: [constructor, __proto__]
    steps:
      - name: "- id: x\\n    prompt: y"
        run: "echo '\${{ github.event.issue.title }}' | sh\\n\\t# \\u0007"
  constructor:
    needs: [__proto__, toString, "nowhere"]
    steps: "not a list"
  toString:
    timeout-minutes: \${{ inputs.minutes }}
    steps:
      - null
      - just text
      - run: [a, list]
      - {}
  nothing:
  number: 7
  "two words\\u200b and more":
    name: |2

        indented
`,
}

/** A workflow with very many jobs, each after the one before. */
export function manyJobs(count: number): string {
  const jobs = Array.from({ length: count }, (_, at) => `  job-${at}:\n    runs-on: ubuntu-latest\n${at === 0 ? '' : `    needs: [job-${at - 1}]\n`}    steps:\n      - name: Step ${at}\n        run: make target-${at}\n`)
  return `name: many\non: push\njobs:\n${jobs.join('')}`
}
