import { describe, expect, it } from 'vitest'
import { parseModelName } from './name.ts'

describe('parseModelName', () => {
  it.each([
    ['openai:gpt-5-mini', { provider: 'openai', model: 'gpt-5-mini' }],
    [' Anthropic : claude-x ', { provider: 'anthropic', model: 'claude-x' }],
    ['simulated:echo', { provider: 'simulated', model: 'echo' }],
    ['openai-compatible:qwen3:8b', { provider: 'openai-compatible', model: 'qwen3:8b' }],
    ['openai-compatible:qwen3@http://127.0.0.1:11434/v1', { provider: 'openai-compatible', model: 'qwen3', address: 'http://127.0.0.1:11434/v1' }],
    ['openai-compatible:a@b@https://host/v1/', { provider: 'openai-compatible', model: 'a@b', address: 'https://host/v1' }],
    ['openai-compatible:org/model@HTTP://LOCALHOST:80/', { provider: 'openai-compatible', model: 'org/model', address: 'http://localhost' }],
  ])('reads %s', (text, value) => {
    expect(parseModelName(text)).toEqual({ ok: true, value })
  })

  it.each([
    ['', /empty/],
    ['gpt-4o', /names no provider/],
    ['openai:', /names no model/],
    ['openai-compatible:@http://x/v1', /names no model/],
    ['gemini:pro', /"gemini" is not a provider/],
    ['simulated:poet', /no simulated model "poet"/],
    ['openai-compatible:x@ftp://host', /begins with ftp:/],
    ['openai-compatible:x@http://', /not a web address/],
  ])('refuses %j', (text, reason) => {
    const result = parseModelName(text)
    expect(result).toMatchObject({ ok: false, error: { kind: 'error', message: expect.stringMatching(reason) } })
  })

  it('guesses the provider of a bare name', () => {
    expect(parseModelName('claude-x')).toMatchObject({ error: { hint: 'Write provider:model, for example anthropic:claude-x.' } })
    expect(parseModelName('gpt-4o')).toMatchObject({ error: { hint: 'Write provider:model, for example openai:gpt-4o.' } })
  })

  it('refuses a password in an address and does not repeat it', () => {
    const result = parseModelName('openai-compatible:x@http://me:secret@host/v1')
    expect(result).toMatchObject({ ok: false, error: { message: expect.stringContaining('holds a user name or a password') } })
    expect(JSON.stringify(result)).not.toContain('secret')
  })
})
