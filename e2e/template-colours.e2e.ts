import type { Page } from '@playwright/test'
import { expect, openFile, test } from './harness.ts'

const STEPS = `name: colours {{ .none }}
workflow:
  steps:
    - id: facts
      tool: set
      if: '{{ not .trigger }}'
      input: |
        {
          "text": {{ printf "%q" .trigger }}, {{/* why */}}
          "n": {{ $n := 3 }}{{ $n }}
        }
    - id: say
      tool: echo
      prompt: >
        Say {{ if .facts }}
        {{ .facts.n }}{{ end }}
`

test.use({ files: { 'colours.yaml': STEPS } })

const pieces = (page: Page, kind: string) => page.getByTestId('text-pane').locator(`.view-lines .template-${kind}`)

const token = (page: Page, name: string) => page.evaluate((of) => {
  const probe = document.body.appendChild(document.createElement('i'))
  probe.style.color = `var(${of})`
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}, name)

test('the pieces of templates have colours of their own in every kind of text, in both themes', async ({ page, workspace }) => {
  await openFile(page, workspace, 'colours.yaml')
  await expect(pieces(page, 'function').filter({ hasText: 'not' })).toBeVisible()
  await expect(pieces(page, 'function').filter({ hasText: 'printf' })).toBeVisible()
  await expect(pieces(page, 'string')).toHaveText(['"%q"'])
  await expect(pieces(page, 'comment')).toHaveText(['{{/* why */}}'])
  await expect(pieces(page, 'number')).toHaveText(['3'])
  await expect(pieces(page, 'keyword')).toHaveText(['if', 'end'])
  await expect(pieces(page, 'variable')).toHaveText(['$n', '$n'])
  // A name is no template.
  await expect(pieces(page, 'field').filter({ hasText: '.none' })).toHaveCount(0)
  for (const theme of ['light', 'dark']) {
    await page.evaluate((name) => { document.documentElement.dataset.theme = name }, theme)
    await expect(pieces(page, 'field').first()).toHaveCSS('color', await token(page, '--code-template'))
    await expect(pieces(page, 'keyword').first()).toHaveCSS('color', await token(page, '--code-key'))
    await expect(pieces(page, 'comment').first()).toHaveCSS('color', await token(page, '--code-comment'))
  }
})

test('what is typed is coloured as soon as it is read', async ({ page, workspace }) => {
  await openFile(page, workspace, 'colours.yaml')
  await page.getByTestId('text-pane').locator('.view-line').filter({ hasText: 'if: ' }).first().click()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('{{{{ len .facts')
  await page.keyboard.press('Escape')
  await expect(pieces(page, 'function').filter({ hasText: 'len' })).toBeVisible()
})
