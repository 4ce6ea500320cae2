import { readFile } from 'node:fs/promises'
import { basename, extname, join, resolve } from 'node:path'
import { dialectFor, isWhole, lookup, readSource, resolve as resolveNode, type SourceMap } from '../../../src/core/index.ts'
import { formatOf } from '../target.ts'
import type { Command } from '../command.ts'
import { exit, usageError } from '../failure.ts'
import { printJson, success } from '../report.ts'
import { fit, visible, widthOf } from '../width.ts'
import { findWorkflows } from '../workflows.ts'

type Listed = {
  readonly name: string
  readonly file: string
  readonly dialect: string
  readonly description: string
  /** Names of the inputs that it takes. */
  readonly inputs: readonly string[]
  /** It does not parse. */
  readonly broken?: true
}

/** The workflows of a folder, each written like a call with its inputs, then its description. */
export const list: Command = async ({ args, io, json, style }) => {
  const folder = resolve(io.cwd, args[0] ?? '.')
  const { stat } = await import('node:fs/promises')
  const info = await stat(folder).catch(() => null)
  if (info === null) throw usageError(`there is no folder ${args[0] ?? folder}`)
  if (!info.isDirectory()) throw usageError(`${args[0] ?? folder} is not a folder`)
  const listed: Listed[] = []
  for (const file of await findWorkflows(folder)) listed.push(await describe(folder, file))
  if (json) {
    printJson(io, success(listed))
    return exit.done
  }
  if (listed.length === 0) io.out.write(`no workflows in ${visible(args[0] ?? folder)}\n`)
  const calls = listed.map(({ name, inputs }) => `${visible(name)}(${inputs.join(', ')})`)
  const width = Math.min(40, Math.max(0, ...calls.map(widthOf)))
  for (const [index, { description, broken, file }] of listed.entries()) {
    const call = calls[index] ?? ''
    const said = broken === true ? style.out.red(`does not parse: heddle check ${visible(file)}`) : fit(visible(description.replaceAll(/\s+/g, ' ')), Math.max(20, io.out.columns() - width - 2))
    io.out.write(`${style.out.bold(call)}${' '.repeat(Math.max(0, width - widthOf(call)))}  ${said}`.trimEnd() + '\n')
  }
  return exit.done
}

async function describe(folder: string, file: string): Promise<Listed> {
  const stem = basename(file, extname(file))
  const text = await readFile(join(folder, file), 'utf8').catch(() => '')
  const source = readSource(text, formatOf(file))
  const root = resolveNode(source.root)
  if (!isWhole(source) || root?.kind !== 'map') return { name: stem, file, dialect: dialectFor(source).name, description: '', inputs: [], ...(isWhole(source) ? {} : { broken: true as const }) }
  return {
    name: textOf(root, 'name') || stem,
    file,
    dialect: dialectFor(source).name,
    description: textOf(root, 'description'),
    inputs: dialectFor(source).trigger === undefined ? [] : ['trigger'],
  }
}

function textOf(map: SourceMap, key: string): string {
  const node = resolveNode(lookup(map, key)?.value ?? null)
  return node?.kind === 'scalar' && node.value !== null ? node.text.trim() : ''
}
