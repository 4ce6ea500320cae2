import { nearest } from '../../src/core/index.ts'
import { commands, commonFlags, type CommandInfo, type Flag } from './catalog.ts'
import { usageError } from './failure.ts'
import { flagsOf, type Flags } from './flags.ts'

export type CommandLine = {
  /** Undefined when only flags were given. */
  readonly command: CommandInfo | undefined
  readonly args: readonly string[]
  readonly flags: Flags
}

const topFlags: readonly Flag[] = [...commonFlags, { name: 'version', short: 'V', help: 'print the version' }]

/**
 * Reads a command line (without Node and the script). Flags may stand anywhere; after `--` all is
 * argument. Throws a CommandFailure that says what is wrong and what was probably meant.
 */
export function parseCommandLine(argv: readonly string[]): CommandLine {
  const words = withoutAlias(argv)
  const command = findCommand(words)
  const known = command === undefined ? topFlags : [...command.flags, ...topFlags]
  const given = new Map<string, string[]>()
  const args: string[] = []
  let named = command === undefined
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? ''
    if (word === '--') {
      args.push(...words.slice(index + 1))
      break
    }
    if (!word.startsWith('-') || word === '-' || /^-\d/.test(word)) {
      if (!named && word === command?.name) named = true
      else args.push(word)
      continue
    }
    const { flag, value } = readFlag(word, known, command)
    const values = given.get(flag.name) ?? []
    if (flag.value === undefined) {
      if (value !== undefined) throw usageError(`--${flag.name} takes no value`, `Write --${flag.name} alone.`)
      values.push('')
    } else {
      let text = value
      if (text === undefined) {
        const next = words[index + 1]
        if (next === undefined || next.startsWith('--')) throw usageError(`--${flag.name} needs a value`, `Write --${flag.name} ${flag.value}.`)
        text = next
        index += 1
      }
      values.push(checkValue(flag, text))
    }
    given.set(flag.name, values)
  }
  if (command !== undefined && !given.has('help')) checkCount(command, args)
  return { command, args, flags: flagsOf(given) }
}

/** Is a flag on a command line that may be wrong elsewhere? For errors that must keep to `--json`. */
export function mentions(argv: readonly string[], flag: string): boolean {
  const end = argv.indexOf('--')
  return (end < 0 ? argv : argv.slice(0, end)).includes(`--${flag}`)
}

/** `heddle workflow run` is `heddle run`: the word is dropped where a command is expected. */
function withoutAlias(words: readonly string[]): readonly string[] {
  const at = firstWord(words)
  return at >= 0 && words[at] === 'workflow' ? words.toSpliced(at, 1) : words
}

/** The index of the first word that is neither a flag nor the value of one that all commands share; -1 without one. */
function firstWord(words: readonly string[]): number {
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? ''
    if (word === '--') return -1
    if (word === '--cwd') index += 1
    else if (!word.startsWith('-')) return index
  }
  return -1
}

function findCommand(words: readonly string[]): CommandInfo | undefined {
  const word = words[firstWord(words)]
  if (word === undefined || word === 'help') return undefined
  const command = commands.find(({ name }) => name === word)
  if (command !== undefined) return command
  const meant = nearest(word, commands.map(({ name }) => name))
  const hint = /\.(ya?ml|json)$/i.test(word) ? `To run a file: heddle run ${word}` : 'heddle --help lists the commands.'
  throw usageError(`unknown command "${word}"${meant === null ? '' : `; did you mean ${meant}?`}`, hint)
}

function readFlag(word: string, known: readonly Flag[], command: CommandInfo | undefined): { readonly flag: Flag; readonly value: string | undefined } {
  const equals = word.indexOf('=')
  const written = equals < 0 ? word : word.slice(0, equals)
  const value = equals < 0 ? undefined : word.slice(equals + 1)
  const flag = known.find(({ name, short }) => written === `--${name}` || (short !== undefined && written === `-${short}`))
  if (flag !== undefined) return { flag, value }
  const meant = nearest(written.replace(/^-+/, ''), known.map(({ name }) => name))
  const of = command === undefined ? '' : ` of heddle ${command.name}`
  const elsewhere = commands.filter(({ flags }) => flags.some(({ name }) => written === `--${name}`)).map(({ name }) => name)
  const hint =
    elsewhere.length > 0 && command !== undefined
      ? `${written} belongs to heddle ${elsewhere.join(' and heddle ')}.`
      : `heddle ${command === undefined ? '' : `${command.name} `}--help lists the flags.`
  throw usageError(`unknown flag ${written}${of}${meant === null ? '' : `; did you mean --${meant}?`}`, hint)
}

function checkValue(flag: Flag, text: string): string {
  if (flag.choices !== undefined && !flag.choices.includes(text)) {
    const meant = nearest(text, flag.choices)
    throw usageError(`--${flag.name} cannot be "${text}"${meant === null ? '' : `; did you mean ${meant}?`}`, `It is one of ${flag.choices.join(', ')}.`)
  }
  if (flag.integer === true && !/^[+-]?\d+$/.test(text)) throw usageError(`--${flag.name} must be a whole number, not "${text}"`)
  return text
}

function checkCount(command: CommandInfo, args: readonly string[]): void {
  const { least, most, what } = command.arguments
  if (args.length < least) throw usageError(`heddle ${command.name} needs ${what}`, `Usage: heddle ${command.name} ${command.usage}`)
  if (args.length > most) {
    throw usageError(`heddle ${command.name} does not know what to do with "${args[most] ?? ''}"`, `Usage: heddle ${command.name} ${command.usage}`)
  }
}
