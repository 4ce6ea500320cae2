import { describe, expect, it } from 'vitest'
import type { Diagnostic } from '../diagnostic.ts'
import { entriesByName } from '../dialects/field-reader.ts'
import { branch, originOf } from '../dialects/places.ts'
import { partOfSource } from '../dialects/part-of-source.ts'
import { Problems } from '../dialects/problems.ts'
import { readSource } from '../source/read.ts'
import { checkHeader } from './check-header.ts'
import { headerShapeAt } from './header-shape.ts'
import { modelOf, orderedHeader, readHeader, type Header } from './header.ts'
import { triggerOf } from './trigger.ts'

function headerOf(text: string): { header: Header; problems: readonly Diagnostic[] } {
  const source = readSource(text, 'yaml')
  const problems = new Problems()
  const root = partOfSource(source)
  const { values, places } = readHeader(entriesByName(root), { source, problems })
  const origin = originOf(branch(root.place, (name) => places(String(name))))
  checkHeader({ header: values, origin, problems, isMisread: () => false, replace: (path, word) => [{ title: `${path.join('.')} ${word}`, edits: [] }] })
  return { header: values, problems: problems.list() }
}

const WRITER = `id: report-writer
name: Report Writer
description: Run a repeatable reporting pipeline
trigger: channel
channels: [http]
llm:
  provider: openai
  model: gpt-4o
system_prompt: Run the reporting workflow.
agents: [editor]
enabled: false
`

describe('the header of an agent file', () => {
  it('is read by its table', () => {
    const { header, problems } = headerOf(WRITER)
    expect(problems).toEqual([])
    expect(header).toEqual({
      id: 'report-writer', name: 'Report Writer', description: 'Run a repeatable reporting pipeline', trigger: 'channel', channels: ['http'],
      llm: { provider: 'openai', model: 'gpt-4o' }, system_prompt: 'Run the reporting workflow.', agents: ['editor'], tools: [], enabled: false,
    })
    expect(modelOf(header)).toBe('openai:gpt-4o')
    expect(orderedHeader(header).map(([key]) => key)).toEqual(['id', 'name', 'description', 'trigger', 'channels', 'llm', 'system_prompt', 'agents', 'enabled'])
  })

  it('names its model with or without the provider apart', () => {
    expect(modelOf(headerOf('llm: {model: "openai:gpt-4o"}').header)).toBe('openai:gpt-4o')
    expect(modelOf(headerOf('llm: {provider: openai, model: "openai:gpt-4o"}').header)).toBe('openai:gpt-4o')
    expect(modelOf(headerOf('llm: {provider: openai}').header)).toBeUndefined()
    expect(modelOf(headerOf('name: x').header)).toBeUndefined()
  })

  it.each([
    ['trigger: crom\n', 'trigger/unknown', 'Did you mean `cron`?', 'crom'],
    ['trigger: cron\n', 'trigger/no-schedule', 'Set `schedule`', 'trigger'],
    ['trigger: cron\nschedule: "0 7 * *"\n', 'trigger/not-cron', 'this has 4', '"0 7 * *"'],
    ['schedule: "0 7 * * *"\n', 'trigger/unused', 'Set `trigger: cron`', '"0 7 * * *"'],
    ['trigger: cron\nschedule: "0 7 * * *"\ntimezone: Europe/Berlni\n', 'trigger/unknown-timezone', 'Did you mean `Europe/Berlin`?', 'Europe/Berlni'],
    ['trigger: cron\nschedule: "0 7 * * *"\ntimezone: "+01:00"\n', 'trigger/unknown-timezone', 'Write the name of a place', '"+01:00"'],
    ['trigger: cron\nschedule: "0 7 * * *"\noverlap: alow\n', 'trigger/unknown-overlap', 'Did you mean `allow`?', 'alow'],
    ['timezone: Europe/Berlin\n', 'trigger/unused', 'Belongs to a schedule', 'Europe/Berlin'],
    ['trigger: channel\nchannels: [http]\noverlap: allow\n', 'trigger/unused', 'Belongs to a schedule', 'allow'],
    ['trigger: channel\nchannels: []\n', 'trigger/no-channels', 'names no channel', '[]'],
    ['trigger: manual\nchannels: [http]\n', 'trigger/unused', 'no message starts it', '[http]'],
    ['llm: {provider: openai}\n', 'llm/no-model', 'no model', 'llm'],
    ['llm: gpt-4o\n', 'field/wrong-type', 'Write `llm: { model: gpt-4o }`', 'gpt-4o'],
    ['llm: {provder: x, model: m}\n', 'field/unknown', 'Did you mean `provider`?', 'provder'],
    ['shedule: x\n', 'field/unknown', 'Did you mean `schedule`?', 'shedule'],
    ['enabled: "yes"\n', 'field/wrong-type', 'must be `true` or `false`', '"yes"'],
    ['enabled: 3\n', 'field/wrong-type', 'must be `true` or `false`', '3'],
  ])('%j: %s', (text, code, message, marked) => {
    const { problems: [problem, ...rest] } = headerOf(text)
    expect(rest).toEqual([])
    expect(problem?.code).toBe(code)
    expect(problem?.message).toContain(message)
    expect(text.slice(problem!.range!.start, problem!.range!.end)).toBe(marked)
  })

  it('says what may stand where', () => {
    expect(headerShapeAt(['llm'])).toMatchObject({ type: 'map', fields: [{ name: 'provider' }, { name: 'model' }] })
    expect(headerShapeAt(['llm', 'model'])).toMatchObject({ type: 'value', field: { label: 'Model' } })
    expect(headerShapeAt(['channels', 0])).toMatchObject({ type: 'value', entry: true })
    expect(headerShapeAt(['workflow'])).toBeNull()
  })
})

describe('what starts an agent file', () => {
  it.each([
    ['id: a\ntrigger: channel\nchannels: [HTTP, " slack "]\nschedule: "0 7 * * *"\n', { id: 'a', enabled: true, channels: ['http', 'slack'] }],
    ['trigger: cron\nschedule: " 0 7 * * * "\nchannels: [http]\n', { enabled: true, channels: [], schedule: { cron: '0 7 * * *', overlap: 'skip' } }],
    ['trigger: cron\nschedule: "0 7 * * *"\ntimezone: Asia/Tokyo\noverlap: allow\nenabled: false\n', { enabled: false, channels: [], schedule: { cron: '0 7 * * *', timezone: 'Asia/Tokyo', overlap: 'allow' } }],
    ['trigger: cron\n', { enabled: true, channels: [] }],
    ['channels: [http]\nschedule: "0 7 * * *"\n', { enabled: true, channels: [] }],
    ['name: x\n', { enabled: true, channels: [] }],
  ])('%j is %j', (text, trigger) => {
    expect(triggerOf(headerOf(text).header)).toEqual(trigger)
  })

  it('takes the names of time zones that are written otherwise', () => {
    for (const zone of ['UTC', 'Europe/Berlin', 'europe/berlin', 'Asia/Calcutta', 'Etc/GMT-2']) {
      expect([zone, headerOf(`trigger: cron\nschedule: "0 7 * * *"\ntimezone: ${zone}\n`).problems]).toEqual([zone, []])
    }
  })
})
