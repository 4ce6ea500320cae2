import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** Rules that the text editor keeps as well. */
const STANDARD = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** What the accessibility checker finds, in words that tell where: by all its rules, or with the text editor by those of the standard. */
export async function findings(page: Page, { withEditor = false }: { readonly withEditor?: boolean } = {}): Promise<readonly string[]> {
  const checker = new AxeBuilder({ page })
  const { violations } = await (withEditor ? checker.withTags(STANDARD) : checker.exclude('.monaco-editor')).analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, html }) => `${id}: ${target.join(' ')}: ${html.slice(0, 120)}`))
}
