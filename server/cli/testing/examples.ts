import { existsSync } from 'node:fs'
import { cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const examples = fileURLToPath(new URL('../../../examples', import.meta.url))

export type ExampleFolder = {
  readonly cwd: string
  /** The calls of its own tools so far, by name, in their order. */
  calls(): Promise<readonly string[]>
  /** Lets a tool that waits go on. */
  release(): Promise<void>
  remove(): Promise<void>
}

/**
 * A copy of an example whose own tools write down each call before they do what they do. The one named
 * `waits` does not answer until it is released.
 */
export async function exampleFolder(name: string, { waits }: { readonly waits?: string } = {}): Promise<ExampleFolder> {
  const cwd = await mkdtemp(join(tmpdir(), 'heddle-example-'))
  await cp(join(examples, name), cwd, { recursive: true, filter: (path) => !/[\\/](?:\.heddle|shipped)(?:[\\/]|$)/.test(path) })
  await rename(join(cwd, 'tools.ts'), join(cwd, 'own-tools.ts'))
  const names = [...(await readFile(join(cwd, 'own-tools.ts'), 'utf8')).matchAll(/^export const (\w+) = defineTool/gm)].map(([, one]) => one!)
  await writeFile(join(cwd, 'tools.ts'), `import { appendFileSync, existsSync } from 'node:fs'
import { defineTool } from 'heddle'
import * as own from './own-tools.ts'
const counted = (tool) => defineTool({ ...tool, run: async (input, context) => {
  appendFileSync('calls.txt', tool.name + '\\n')
  while (tool.name === ${JSON.stringify(waits ?? '')} && !existsSync('released')) await new Promise((resolve) => setTimeout(resolve, 10))
  return tool.run(input, context)
} })
${names.map((one) => `export const ${one} = counted(own.${one})`).join('\n')}
`)
  const file = join(cwd, 'calls.txt')
  return {
    cwd,
    calls: async () => (existsSync(file) ? (await readFile(file, 'utf8')).trim().split('\n') : []),
    release: () => writeFile(join(cwd, 'released'), ''),
    remove: () => rm(cwd, { recursive: true, force: true }),
  }
}
