import type { Field, Group } from '../dialects/dialect.ts'

export const triggerValues = [
  { value: 'channel', label: 'Channel', help: 'A message on one of its channels starts a run.' },
  { value: 'cron', label: 'Schedule', help: 'Runs start at the times that its schedule tells.' },
  { value: 'manual', label: 'By hand', help: 'A run starts when somebody starts it.' },
] as const

export const overlapValues = [
  { value: 'skip', label: 'Skip', help: 'When the last run is still going at the next time, that time is passed over.' },
  { value: 'allow', label: 'Allow', help: 'A run starts at its time, whether or not the last one has ended.' },
] as const

/** The fields at the head of an agent file, in rendered order; `llm` stands between `schedule` and `system_prompt`. */
export const headFields = [
  {
    name: 'id', type: 'text', label: 'Id', example: 'report-writer',
    help: 'The name of the agent for programs: in addresses, runs and other files.',
  },
  {
    name: 'name', type: 'text', label: 'Name', always: true, example: 'Report Writer', also: ['title'],
    help: 'What the workflow is called in lists, runs and results.',
  },
  {
    name: 'description', type: 'multiline', label: 'Description', example: 'Run a repeatable reporting pipeline', also: ['summary'],
    help: 'What the workflow is for, in a sentence or two. Nothing runs by it.',
  },
  {
    name: 'trigger', type: 'enum', label: 'Trigger', values: triggerValues, default: 'manual', example: 'cron', also: ['on', 'start', 'type'],
    help: 'What starts a run. It can always be started by hand, too.',
  },
  {
    name: 'channels', type: 'list', label: 'Channels', default: [], example: '[http]', when: { field: 'trigger', is: ['channel'] }, also: ['channel'],
    help: 'Where messages come from that start a run.',
  },
  {
    name: 'schedule', type: 'text', cron: { timezone: 'timezone', enabled: 'enabled' }, label: 'Schedule', example: '0 7 * * 1-5', when: { field: 'trigger', is: ['cron'] }, also: ['cron', 'crontab'],
    help: 'When runs start, as minute, hour, day of the month, month and day of the week: `0 7 * * 1-5` is seven o’clock from Monday to Friday.',
  },
  {
    name: 'timezone', type: 'text', label: 'Time zone', example: 'Europe/Berlin', when: { field: 'trigger', is: ['cron'] }, also: ['tz', 'time_zone', 'timeZone'],
    help: 'The time zone of the schedule, by its name. Without one it is that of the machine where Heddle serves.',
  },
  {
    name: 'overlap', type: 'enum', label: 'Overlap', values: overlapValues, default: 'skip', example: 'allow', when: { field: 'trigger', is: ['cron'] }, also: ['concurrency', 'parallel'],
    help: 'What happens when the last run is still going at the next time.',
  },
  {
    name: 'system_prompt', type: 'multiline', label: 'System prompt', example: 'Run the reporting workflow.', also: ['system', 'instructions'],
    help: 'What every plain model request of the workflow is told first.',
  },
  {
    name: 'agents', type: 'list', label: 'Agents', default: [], example: '[editor]', offers: 'agents', also: ['agent'],
    help: 'The agents that the workflow may call.',
  },
  {
    name: 'tools', type: 'list', label: 'Tools', default: [], example: '[./tools.ts]', also: ['tool', 'modules'],
    help: 'Tools of this file alone: modules, or names of tools. They are found before those of the workspace and the built-in ones.',
  },
  {
    name: 'enabled', type: 'boolean', label: 'Enabled', default: true, example: 'false', also: ['active'],
    help: 'When `false`, nothing but a person starts it.',
  },
] as const satisfies readonly Field[]

export const llmFields = [
  {
    name: 'provider', type: 'text', label: 'Model provider', within: ['llm'], example: 'openai',
    help: 'Whose model is asked where nothing else is said.',
  },
  {
    name: 'model', type: 'text', label: 'Model', within: ['llm'], example: 'gpt-4o', also: ['name'],
    help: 'The model that is asked where nothing else is said: with its provider beside it, or as `provider:model`.',
  },
] as const satisfies readonly Field[]

export const llmGroup = {
  name: 'llm', type: 'map', label: 'Model',
  help: 'The model that the workflow asks where a node, its agent and the run name none.',
} as const satisfies Group

const before = headFields.findIndex(({ name }) => name === 'system_prompt')

/** All fields of the header, in rendered order. */
export const headerFields: readonly Field[] = [...headFields.slice(0, before), ...llmFields, ...headFields.slice(before)]

/** What stands at the root of an agent file, in rendered order; the workflow itself comes last. */
export const headerRows: readonly (Field | Group)[] = [...headFields.slice(0, before), llmGroup, ...headFields.slice(before)]

/** The keys at the root of an agent file, in the order in which they are written. */
export const headerKeys: readonly string[] = [...headerRows.map(({ name }) => name), 'workflow']

export const llmKeys: readonly string[] = llmFields.map(({ name }) => name)

/** What to say when all of `llm` is to be set at once. */
export const LLM_IN_PARTS = 'Set the provider and the model, each by its name.'
