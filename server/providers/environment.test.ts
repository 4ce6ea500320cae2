import { describe, expect, it } from 'vitest'
import { availableModels, defaultModel } from './environment.ts'

describe('defaultModel', () => {
  const all = { HEDDLE_MODEL: 'a:b', OPENAI_API_KEY: 'k', ANTHROPIC_API_KEY: 'k' }

  it('asks heddle.json, HEDDLE_MODEL, OpenAI, Anthropic and the simulated model, in this order', () => {
    expect(defaultModel(all, { model: 'openai:x' })).toMatchObject({ ok: true, name: 'openai:x', from: 'heddle.json' })
    expect(defaultModel(all)).toMatchObject({ name: 'a:b', from: 'HEDDLE_MODEL' })
    expect(defaultModel({ ...all, HEDDLE_MODEL: '' })).toMatchObject({ name: 'openai:gpt-5-mini' })
    expect(defaultModel({ ANTHROPIC_API_KEY: 'k', OPENAI_API_KEY: ' ' })).toMatchObject({ name: 'anthropic:claude-sonnet-5-5' })
    expect(defaultModel({})).toMatchObject({ name: 'simulated:echo' })
  })

  it('does not put the simulated model in the place of a server that is configured', () => {
    expect(defaultModel({ OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' })).toMatchObject({ ok: false, error: { hint: expect.stringContaining('HEDDLE_MODEL') } })
  })
})

describe('availableModels', () => {
  it('offers names and reasons, never keys', () => {
    const models = availableModels({ OPENAI_API_KEY: 'sk-secret-secret', HEDDLE_MODEL: 'anthropic:x' }, { local: 'openai-compatible:qwen3@http://127.0.0.1:11434/v1' })
    expect(JSON.stringify(models)).not.toContain('secret')
    expect(models[0]).toEqual({ name: 'anthropic:x', default: true, missing: 'ANTHROPIC_API_KEY is not set' })
    expect(models[1]).toEqual({ name: 'openai-compatible:qwen3@http://127.0.0.1:11434/v1' })
    expect(models.at(-1)).toEqual({ name: 'simulated:echo', simulated: true })
    expect(models.map(({ name }) => name)).toContain('openai:gpt-5-mini')
  })
})
