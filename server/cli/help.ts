import { nearest } from '../../src/core/index.ts'
import { commands, commonFlags, type CommandInfo, type Flag } from './catalog.ts'
import { usageError } from './failure.ts'
import type { Style } from './style.ts'

/** The help for a command, for the one that `heddle help NAME` names, or for all. */
export function helpFor(command: CommandInfo | undefined, args: readonly string[], style: Style): string {
  const word = args[0] === 'help' ? args[1] : args[0]
  const named = command ?? commands.find(({ name }) => name === word)
  if (named !== undefined) return commandHelp(named, style)
  if (word === undefined) return generalHelp(style)
  const meant = nearest(word, commands.map(({ name }) => name))
  throw usageError(`unknown command "${word}"${meant === null ? '' : `; did you mean ${meant}?`}`, 'heddle --help lists the commands.')
}

/** What `heddle` prints when it is asked for nothing else. */
export function generalHelp(style: Style): string {
  const rows = commands.map(({ name, usage, summary }) => [`${name} ${usage}`, summary] as const)
  return [
    `${style.bold('heddle')} draws, checks, runs and resumes pipelines of model calls in plain files.`,
    '',
    `${style.bold('Usage:')} heddle COMMAND [ARGUMENTS] [FLAGS]`,
    '',
    style.bold('Commands:'),
    ...table(rows),
    '',
    style.bold('Flags of every command:'),
    ...table([...commonFlags, { name: 'version', short: 'V', help: 'print the version' }].map(flagRow)),
    '',
    'A NAME means workflows/NAME.json, .yaml or .yml, then NAME.json, .yaml or .yml.',
    'heddle COMMAND --help tells more about a command.',
    '',
  ].join('\n')
}

export function commandHelp({ name, usage, summary, details = [], flags }: CommandInfo, style: Style): string {
  return [
    `${style.bold('Usage:')} heddle ${name} ${usage}`.trimEnd() + (flags.length > 0 ? ' [FLAGS]' : ''),
    '',
    `${summary[0]?.toUpperCase() ?? ''}${summary.slice(1)}.`,
    ...details,
    '',
    ...(flags.length === 0 ? [] : [style.bold('Flags:'), ...table(flags.map(flagRow)), '']),
    style.bold('Flags of every command:'),
    ...table(commonFlags.map(flagRow)),
    '',
  ].join('\n')
}

function flagRow({ name, short, value, help }: Flag): readonly [string, string] {
  return [`${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`, help]
}

function table(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.min(30, Math.max(...rows.map(([left]) => left.length)))
  return rows.flatMap(([left, right]) => (left.length > width ? [`  ${left}`, `  ${' '.repeat(width)}  ${right}`] : [`  ${left.padEnd(width)}  ${right}`]))
}
