import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

it('the linter finds a floating promise, a switch with a hole and a promise where none is awaited', () => {
  const { stdout, status } = spawnSync('npx', ['oxlint', '--type-aware', '--format', 'json', 'scripts/fixtures/lint'], { cwd: root, encoding: 'utf8' })
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string }[] }
  const codes = diagnostics.map(({ code }) => code)
  expect(codes).toContain('typescript(no-floating-promises)')
  expect(codes).toContain('typescript(switch-exhaustiveness-check)')
  expect(codes).toContain('typescript(no-misused-promises)')
  expect(status).not.toBe(0)
})
