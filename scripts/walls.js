// Checks the import rules of .dependency-cruiser.mjs. Run by `npm run check`; `inspect` serves its test.
import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { cruise } from 'dependency-cruiser'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')

/**
 * Checks the tree below `base`, which has the project's top folders (`src`, `server`).
 * @param {string} base
 * @returns {Promise<{ modules: number, violations: { rule: string, from: string, to: string }[] }>}
 */
export async function inspect(base = root) {
  const { default: config } = await import(pathToFileURL(resolve(root, '.dependency-cruiser.mjs')).href)
  const folders = ['src', 'server'].filter((folder) => existsSync(resolve(base, folder)))
  const result = await cruise(
    folders,
    { ...config.options, ruleSet: { forbidden: config.forbidden }, validate: true, baseDir: base },
    config.options.enhancedResolveOptions,
  )
  const { summary, modules } = result.output
  return {
    modules: modules.filter((module) => /^(src|server)\//.test(module.source)).length,
    violations: summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { modules, violations } = await inspect()
  for (const { rule, from, to } of violations) process.stderr.write(`${rule}: ${from} -> ${to}\n`)
  // A checker that finds no modules has checked nothing, whatever its exit code says.
  if (modules === 0) process.stderr.write('walls: no modules were seen\n')
  process.stdout.write(`walls: ${modules} modules, ${violations.length} violations\n`)
  process.exit(modules === 0 || violations.length > 0 ? 1 : 0)
}
