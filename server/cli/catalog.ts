import type { Command } from './command.ts'

/** A flag: `--name`, `--name VALUE` or `--name=VALUE`. */
export type Flag = {
  readonly name: string
  readonly short?: string
  /** What the value is called in the help; absent for a switch. */
  readonly value?: string
  /** The only values allowed. */
  readonly choices?: readonly string[]
  /** May be given more than once; the values add up. */
  readonly repeats?: true
  /** Must be a whole number. */
  readonly integer?: true
  readonly help: string
}

export type CommandInfo = {
  readonly name: string
  /** The arguments as the help shows them. */
  readonly usage: string
  readonly arguments: { readonly least: number; readonly most: number; /** What is missing when there are too few. */ readonly what: string }
  readonly summary: string
  /** More for the command's own help. */
  readonly details?: readonly string[]
  readonly flags: readonly Flag[]
  /** Each command is a file of its own that is loaded when it is called. */
  readonly load: () => Promise<Command>
}

/** Every command takes these. */
export const commonFlags: readonly Flag[] = [
  { name: 'json', help: 'print one JSON object and nothing else on stdout' },
  { name: 'cwd', value: 'DIR', help: 'work in this folder' },
  { name: 'no-color', help: 'no colours (also: the variable NO_COLOR)' },
  { name: 'debug', help: 'print stack traces of errors' },
  { name: 'help', short: 'h', help: 'print help' },
]

const checkpointDir: Flag = { name: 'checkpoint-dir', value: 'DIR', help: 'keep the runs in DIR (default: .heddle)' }
const durability: Flag = { name: 'durability', value: 'LEVEL', choices: ['normal', 'full'], help: 'full: an event survives a loss of power, too (default: normal)' }
const trustFlag: Flag = { name: 'trust', help: 'trust the folder for this command: its tool modules and servers may run' }
const logFile: Flag = { name: 'log-file', value: 'FILE', help: 'write the events of the run to FILE as JSON lines' }

const one = (what: string) => ({ least: 1, most: 1, what })
const anyNumber = { least: 0, most: Number.POSITIVE_INFINITY, what: '' }

export const commands: readonly CommandInfo[] = [
  {
    name: 'serve',
    usage: '[DIR|FILE]',
    arguments: { least: 0, most: 1, what: '' },
    summary: 'open the editor on a folder, or on a file in its folder',
    flags: [
      { name: 'port', value: 'PORT', integer: true, help: 'the port to listen on (default: 4317, or the next free one)' },
      { name: 'host', value: 'HOST', help: 'the address to listen on (default: 127.0.0.1)' },
      { name: 'no-open', help: 'do not open the browser' },
      checkpointDir,
    ],
    load: async () => (await import('./commands/serve.ts')).serve,
  },
  {
    name: 'hooks',
    usage: '[DIR]',
    arguments: { least: 0, most: 1, what: '' },
    summary: 'how to start the agent files of a folder over HTTP, with the token for it',
    details: [
      'Lists the enabled agent files with "trigger: channel" and "channels: [http]", and prints a curl line for each.',
      'The token opens the hooks of this folder and nothing else. HEDDLE_HOOK_TOKEN sets one of your own.',
    ],
    flags: [
      { name: 'token', help: 'print the token alone' },
      { name: 'renew', help: 'make a new token: all of before, of every folder, are refused from then on' },
      { name: 'port', value: 'PORT', integer: true, help: 'the port that heddle serve listens on, for the lines to copy (default: 4317)' },
    ],
    load: async () => (await import('./commands/hooks.ts')).hooks,
  },
  {
    name: 'run',
    usage: 'FILE|NAME',
    arguments: one('a workflow file or name'),
    summary: 'run a workflow, with live progress',
    details: ['The result goes to stdout, progress to stderr. Ctrl-C cancels the run and keeps what is done; a second one leaves at once.'],
    flags: [
      { name: 'inputs', value: 'JSON', help: 'the inputs, as a JSON object' },
      { name: 'input', value: 'KEY=VALUE', repeats: true, help: 'one input; may be repeated' },
      { name: 'trigger', value: 'TEXT', help: 'what steps and flows read as .trigger' },
      { name: 'max-parallel', value: 'N', integer: true, help: 'nodes at work at one time (default: 4)' },
      { name: 'schedule', value: 'HOW', choices: ['levels', 'eager'], help: 'levels (default), or eager: start each node as soon as its needs are met' },
      { name: 'model', value: 'PROVIDER:MODEL', help: 'the model of nodes that name none' },
      { name: 'local', help: 'use the local model that heddle.json names' },
      { name: 'policy', value: 'FILE', help: 'the rules for effects, as JSON (default: the one that heddle.json names)' },
      { name: 'approve', value: 'EFFECT,...', repeats: true, help: 'approve these effects, such as std::write' },
      { name: 'reject', value: 'EFFECT,...', repeats: true, help: 'reject these effects, whatever else is said' },
      { name: 'permission-mode', value: 'MODE', choices: ['onRequest', 'auto', 'acceptEdits', 'never', 'bypass'], help: 'onRequest (default) asks; auto approves reading; acceptEdits writing, too; never and bypass reject and approve all' },
      trustFlag,
      { name: 'run-id', value: 'ID', help: 'the id of the new run' },
      checkpointDir,
      durability,
      logFile,
    ],
    load: async () => (await import('./commands/run.ts')).run,
  },
  {
    name: 'check',
    usage: '[FILE|NAME...]',
    arguments: anyNumber,
    summary: 'report problems and warnings; without arguments, of every workflow in the folder',
    flags: [trustFlag],
    load: async () => (await import('./commands/check.ts')).check,
  },
  {
    name: 'draft',
    usage: 'FILE|NAME',
    arguments: one('a workflow file or name'),
    summary: 'normalise and validate a definition, then print or rewrite it',
    flags: [
      { name: 'format', value: 'FORMAT', choices: ['yaml', 'yml', 'json'], help: 'the format to print (default: that of the file)' },
      { name: 'write', help: 'rewrite the file instead of printing' },
    ],
    load: async () => (await import('./commands/draft.ts')).draft,
  },
  {
    name: 'list',
    usage: '[DIR]',
    arguments: { least: 0, most: 1, what: '' },
    summary: 'list the workflows of a folder',
    flags: [],
    load: async () => (await import('./commands/list.ts')).list,
  },
  {
    name: 'runs',
    usage: '[FILE|NAME]',
    arguments: { least: 0, most: 1, what: '' },
    summary: 'list past runs, the newest first',
    flags: [{ name: 'limit', value: 'N', integer: true, help: 'how many to list (default: 50)' }, checkpointDir],
    load: async () => (await import('./commands/runs.ts')).runs,
  },
  {
    name: 'show',
    usage: 'RUN',
    arguments: one('the id of a run'),
    summary: 'show one run, step by step',
    details: ['RUN may be the beginning of an id, or "last" for the newest run.'],
    flags: [{ name: 'events', help: 'print the events of its log' }, checkpointDir],
    load: async () => (await import('./commands/show.ts')).show,
  },
  {
    name: 'resume',
    usage: 'RUN',
    arguments: one('the id of a run'),
    summary: 'go on with a run that failed, was cancelled or interrupted; what is done is not done again',
    details: ['RUN may be the beginning of an id, or "last" for the newest run.'],
    flags: [{ name: 'retry-unknown', help: 'do again what may have been done already: calls that nobody knows the outcome of' }, trustFlag, checkpointDir, durability, logFile],
    load: async () => (await import('./commands/resume.ts')).resume,
  },
  {
    name: 'cancel',
    usage: 'RUN',
    arguments: one('the id of a run'),
    summary: 'cancel a run that is under way, in whichever process',
    flags: [checkpointDir],
    load: async () => (await import('./commands/cancel.ts')).cancel,
  },
  {
    name: 'verify',
    usage: 'RUN',
    arguments: one('the id of a run'),
    summary: 'check that the record of a run is as it was written',
    flags: [checkpointDir],
    load: async () => (await import('./commands/verify.ts')).verify,
  },
  {
    name: 'export',
    usage: 'FILE|NAME --to FORMAT',
    arguments: one('a workflow file or name'),
    summary: 'print a workflow as a picture or in the other format',
    flags: [{ name: 'to', value: 'FORMAT', choices: ['mermaid', 'svg', 'yaml', 'json'], help: 'what to print' }],
    load: async () => (await import('./commands/export.ts')).exportWorkflow,
  },
  {
    name: 'tools',
    usage: '[SOURCE]',
    arguments: { least: 0, most: 1, what: '' },
    summary: 'show what the tools of a module or server take, give and may do',
    details: ['SOURCE is std, a module such as std::fs or ./tools.ts, or a server: mcp::NAME. Without it all tools of the folder are shown.'],
    flags: [{ name: 'dir', value: 'DIR', help: 'the workspace (default: the working folder)' }, trustFlag],
    load: async () => (await import('./commands/tools.ts')).tools,
  },
  {
    name: 'trust',
    usage: '[DIR]',
    arguments: { least: 0, most: 1, what: '' },
    summary: 'let the tool modules and servers of a folder run; the decision is kept outside of it',
    flags: [{ name: 'revoke', help: 'trust the folder no longer' }],
    load: async () => (await import('./commands/trust.ts')).trust,
  },
  {
    name: 'schema',
    usage: '[DIALECT]',
    arguments: { least: 0, most: 1, what: '' },
    summary: 'print the JSON Schema of workflow files',
    flags: [],
    load: async () => (await import('./commands/schema.ts')).schema,
  },
]
