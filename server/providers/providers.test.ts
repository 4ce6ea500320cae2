import { afterEach, describe, expect, it } from 'vitest'
import { startAnthropicServer } from '../testing/anthropic-server.ts'
import type { ModelServer, ModelServerOptions } from '../testing/model-server.ts'
import { startOpenAiServer } from '../testing/openai-server.ts'
import { ask } from './testing/ask.ts'

const servers: ModelServer[] = []

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

const key = 'sk-test-0123456789abcdef'

type Kind = { readonly name: string; readonly start: (options: ModelServerOptions) => Promise<ModelServer>; readonly model: string; readonly keyVariable: string; readonly env: (url: string) => Record<string, string> }

const kinds: readonly Kind[] = [
  { name: 'openai', start: startOpenAiServer, model: 'openai:gpt-test', keyVariable: 'OPENAI_API_KEY', env: (url) => ({ OPENAI_API_KEY: key, OPENAI_BASE_URL: url }) },
  { name: 'anthropic', start: startAnthropicServer, model: 'anthropic:claude-test', keyVariable: 'ANTHROPIC_API_KEY', env: (url) => ({ ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: url }) },
  { name: 'openai-compatible', start: startOpenAiServer, model: 'openai-compatible:qwen:test', keyVariable: 'OPENAI_API_KEY', env: (url) => ({ OPENAI_API_KEY: key, OPENAI_BASE_URL: url }) },
]

function addressOf(input: Parameters<typeof fetch>[0]): string {
  return input instanceof Request ? input.url : input.toString()
}

/** OpenAI's own address, so that the Responses API is used; requests go to the server of the test. */
function asOfficial(server: ModelServer): typeof fetch {
  return (input, init) => fetch(addressOf(input).replace('https://api.openai.com/v1', server.url), init)
}

describe.each(kinds)('$name', ({ start, model, env, keyVariable }) => {
  const serve = async (options: ModelServerOptions) => {
    const server = await start({ key, ...options })
    servers.push(server)
    return server
  }

  it('streams an answer and counts its tokens', async () => {
    const server = await serve({ reply: () => ({ text: 'Guten Tag, 世界 😀!', pieces: 5, usage: { input: 11, output: 7 } }) })
    const outcome = await ask(env(server.url), model, 'Say hello', { system: 'You are polite.' })
    expect(outcome).toEqual({ answer: { calls: [], text: 'Guten Tag, 世界 😀!', usage: { input: 11, output: 7 } }, live: ['Guten Tag, 世界 😀!'], retries: [], slept: 0 })
    expect(server.requests).toMatchObject([{ prompt: 'Say hello', system: 'You are polite.', model: model.slice(model.indexOf(':') + 1), stream: true }])
  })

  it('takes an empty answer for what it is', async () => {
    const server = await serve({ reply: () => '' })
    expect((await ask(env(server.url), model)).answer?.text).toBe('')
  })

  it('reads an answer that comes as one object although a stream was asked for', async () => {
    const server = await serve({ reply: () => ({ text: 'All at once', whole: true, usage: { input: 3, output: 2 } }) })
    expect((await ask(env(server.url), model)).answer).toEqual({ calls: [], text: 'All at once', usage: { input: 3, output: 2 } })
  })

  it('reads a stream and an object whose type the server does not name', async () => {
    const server = await serve({ reply: ({ prompt }) => ({ text: 'Unnamed', pieces: 3, ...(prompt === 'whole' ? { whole: true as const } : {}) }) })
    const unnamed: typeof fetch = async (input, init) => {
      const { status, body } = await fetch(input, init)
      return new Response(body, { status })
    }
    expect((await ask(env(server.url), model, 'whole', { fetch: unnamed })).answer?.text).toBe('Unnamed')
    expect((await ask(env(server.url), model, 'stream', { fetch: unnamed })).answer?.text).toBe('Unnamed')
  })

  it('names the variable of a refused key, and never shows the key', async () => {
    const server = await serve({ key: 'another' })
    const { error, retries } = await ask(env(server.url), model)
    expect(error).toMatchObject({ kind: 'refused', message: expect.stringMatching(new RegExp(`refused the key in ${keyVariable} \\(401\\)`)) })
    expect(error?.message).toContain('Incorrect API key provided: [redacted]')
    expect(JSON.stringify(error)).not.toContain(key)
    expect(retries).toEqual([])
    expect(server.requests).toEqual([])
  })

  it('takes the key out of an answer, wherever the stream is cut', async () => {
    const text = `Your key is ${key}, keep it. sk-test- is only its start`
    for (const pieces of [1, 7, text.length]) {
      const server = await serve({ reply: () => ({ text, pieces }) })
      const { answer, live } = await ask(env(server.url), model)
      expect(answer?.text).toBe('Your key is [redacted], keep it. sk-test- is only its start')
      expect(live).toEqual([answer?.text])
    }
  })

  it('says 403 in words', async () => {
    const server = await serve({ reply: () => ({ status: 403, message: 'not for you' }) })
    expect((await ask(env(server.url), model)).error).toMatchObject({ kind: 'refused', message: expect.stringContaining(`does not let this key use ${model} (403): not for you`) })
  })

  it('says that a model is unknown', async () => {
    const server = await serve({ models: ['something-else'] })
    const { error } = await ask(env(server.url), model)
    expect(error).toMatchObject({ kind: 'error', message: expect.stringContaining(`knows no model "${model.slice(model.indexOf(':') + 1)}" (404)`) })
  })

  it('tries again after 429, as late as the server asks', async () => {
    const server = await serve({ reply: ({ call }) => (call === 1 ? { status: 429, headers: { 'retry-after': '7' }, message: 'slow down' } : 'Now') })
    const { answer, retries, slept } = await ask(env(server.url), model)
    expect(answer?.text).toBe('Now')
    expect(retries).toMatchObject([{ attempt: 1, delay: 7000, error: { kind: 'rate-limited', message: expect.stringContaining('(429): slow down') } }])
    expect(slept).toBe(7000)
    expect(server.requests.length).toBe(2)
  })

  it.each([500, 502, 503, 529])('gives up after three tries when the server keeps failing with %i', async (status) => {
    const server = await serve({ reply: () => ({ status, message: 'out of order' }) })
    const { error, retries } = await ask(env(server.url), model, 'Say hello', { random: 0 })
    expect(error?.message).toMatch(/out of order \(tried 3 times\)$/)
    expect(retries.map(({ attempt, delay }) => [attempt, delay])).toEqual([[1, 250], [2, 500]])
    expect(server.requests.length).toBe(3)
  })

  it('spreads its waits at random between half and all of the delay', async () => {
    const server = await serve({ reply: () => ({ status: 500, message: 'out of order' }) })
    const { retries } = await ask(env(server.url), model, 'Say hello', { random: 0.99 })
    expect(retries.map(({ delay }) => delay)).toEqual([498, 995])
  })

  it('does not stand still when the server asks for an hour', async () => {
    const server = await serve({ reply: () => ({ status: 429, headers: { 'retry-after': '3600' }, message: 'later' }) })
    const { error, slept } = await ask(env(server.url), model)
    expect(error).toMatchObject({ kind: 'rate-limited', message: expect.stringContaining('asks to wait 60 minutes') })
    expect([slept, server.requests.length]).toEqual([0, 1])
  })

  it('does not try a refused request again', async () => {
    const server = await serve({ reply: () => ({ status: 400, message: 'temperature is not supported' }) })
    const { error } = await ask(env(server.url), model)
    expect(error).toMatchObject({ kind: 'error', message: expect.stringContaining('refused the request (400): temperature is not supported') })
    expect(server.requests.length).toBe(1)
  })

  it('starts the live text again when a stream breaks half way', async () => {
    const server = await serve({ reply: ({ call }) => ({ text: 'abcdefghi', pieces: 3, ...(call === 1 ? { cutAfter: 2 } : {}) }) })
    const { answer, live, retries } = await ask(env(server.url), model)
    expect(answer?.text).toBe('abcdefghi')
    expect(live).toEqual(['abcdef', 'abcdefghi'])
    expect(retries).toMatchObject([{ attempt: 1, error: { kind: 'unreachable', message: expect.stringContaining('broke before the answer was complete') } }])
  })

  it('takes a stream that ends without an end for a broken one', async () => {
    const server = await serve({ reply: ({ call }) => ({ text: 'abcdefghi', pieces: 3, ...(call === 1 ? { endAfter: 2 } : {}) }) })
    const { answer, retries } = await ask(env(server.url), model)
    expect(answer?.text).toBe('abcdefghi')
    expect(retries).toMatchObject([{ error: { kind: 'unreachable' } }])
  })

  it('tries again when the connection is closed without an answer', async () => {
    const server = await serve({ reply: ({ call }) => (call < 3 ? { reset: true } : 'At last') })
    const { answer, retries } = await ask(env(server.url), model)
    expect(answer?.text).toBe('At last')
    expect(retries.map(({ error }) => error.kind)).toEqual(['unreachable', 'unreachable'])
  })

  it('tries again when the server reports a fault inside the stream', async () => {
    const server = await serve({ reply: ({ call }) => ({ text: 'abcdef', pieces: 2, ...(call === 1 ? { errorAfter: { pieces: 1, type: model.startsWith('anthropic') ? 'overloaded_error' : 'server_error', message: 'too much' } } : {}) }) })
    const { answer, retries } = await ask(env(server.url), model)
    expect(retries).toMatchObject([{ error: { message: expect.stringContaining('too much') } }])
    expect(answer?.text).toBe('abcdef')
  })

  it('refuses an answer that was cut off at the limit', async () => {
    const server = await serve({ reply: () => ({ text: 'Once upon a', finish: 'length', usage: { input: 3, output: 64 } }) })
    const { error, retries } = await ask(env(server.url), model)
    expect(error).toMatchObject({ kind: 'invalid-output', message: expect.stringContaining('cut off after 11 characters, at the model\'s limit of 64 tokens') })
    expect(retries).toEqual([])
  })

  it('says that a content filter stopped the answer', async () => {
    const server = await serve({ reply: () => ({ text: 'I', finish: 'content-filter' }) })
    expect((await ask(env(server.url), model)).error).toMatchObject({ kind: 'refused', message: expect.stringContaining('content filter') })
  })

  it('says that an answer cannot be read, without trying again', async () => {
    const server = await serve({ reply: () => ({ raw: 'data: {"choices": [oops\n\n' }) })
    const { error } = await ask(env(server.url), model)
    expect(error).toMatchObject({ kind: 'invalid-output', message: expect.stringMatching(/cannot be read: .*oops/) })
    expect(server.requests.length).toBe(1)
  })

  it('says that an object is not an answer', async () => {
    const server = await serve({ reply: () => ({ status: 200, body: { hello: 'there' } }) })
    expect((await ask(env(server.url), model)).error?.kind).toBe('invalid-output')
    expect(server.requests.length).toBe(1)
  })

  it('says that a web page is not an answer', async () => {
    const server = await serve({ reply: () => ({ raw: '<html>Please log in</html>', contentType: 'text/html; charset=utf-8' }) })
    expect((await ask(env(server.url), model)).error).toMatchObject({ kind: 'invalid-output', message: expect.stringContaining('answers with a web page') })
  })

  it('says at once that nothing answers', async () => {
    const server = await start({})
    await server.close()
    const { error, retries } = await ask(env(server.url), model)
    expect(error).toMatchObject({ kind: 'unreachable', message: `nothing answers at ${server.url}; is the server running?` })
    expect(retries).toEqual([])
  })

  it('closes the connection when it is aborted before the answer', async () => {
    const controller = new AbortController()
    const server = await serve({
      reply: () => {
        setTimeout(() => controller.abort(), 10)
        return { hang: true }
      },
    })
    const { error, retries } = await ask(env(server.url), model, 'Say hello', { signal: controller.signal })
    expect(error?.kind).toBe('cancelled')
    expect(retries).toEqual([])
    expect(await server.requests[0]?.gone).toBe(true)
  })

  it('closes the connection when it is aborted in the middle of the answer', async () => {
    const controller = new AbortController()
    const server = await serve({ reply: () => ({ text: 'abcdefghij', pieces: 10, delay: 20 }) })
    const { error, live } = await ask(env(server.url), model, 'Say hello', { signal: controller.signal, onDelta: () => controller.abort() })
    expect(error?.kind).toBe('cancelled')
    expect(live).toEqual(['a'])
    expect(await server.requests[0]?.gone).toBe(true)
  })

  it('is not asked when its key is missing', async () => {
    const server = await serve({})
    const { error } = await ask({ ...env(server.url), [keyVariable]: '  ' }, model)
    const message = model.startsWith('openai-compatible')
      ? `${server.url} wants a key (401): No key was given`
      : `${keyVariable} is not set: export it or choose another model with --model`
    expect(error).toMatchObject({ kind: 'missing-key', message })
    expect(server.requests).toEqual([])
  })
})

describe('openai at its own address', () => {
  const serve = async (options: ModelServerOptions) => {
    const server = await startOpenAiServer({ key, ...options })
    servers.push(server)
    return server
  }
  const env = { OPENAI_API_KEY: key }

  it('is asked by the Responses API, keeps nothing there and has the price that the workspace names', async () => {
    const server = await serve({ reply: () => ({ text: 'Hello', usage: { input: 1000, output: 100 } }) })
    const { answer } = await ask(env, 'openai:gpt-5-mini', 'Say hello', { system: 'Be brief', fetch: asOfficial(server), prices: new Map([['openai:gpt-5-mini', { input: 0.25, output: 2 }]]) })
    expect(answer?.text).toBe('Hello')
    expect(answer?.usage).toEqual({ input: 1000, output: 100, cost: expect.closeTo(0.00045, 8) })
    expect(server.requests).toMatchObject([{ protocol: 'responses', prompt: 'Say hello', system: 'Be brief', body: { store: false } }])
  })

  it('refuses cut, filtered and broken answers as elsewhere', async () => {
    const server = await serve({
      reply: ({ prompt, call }) => {
        if (prompt === 'long') return { text: 'Once', finish: 'length', usage: { input: 1, output: 9 } }
        if (prompt === 'bad') return { text: 'I', finish: 'content-filter' }
        if (prompt === 'fault') return { text: 'abc', pieces: 1, ...(call === 1 ? { errorAfter: { pieces: 1, type: 'server_error', message: 'too much' } } : {}) }
        if (prompt === 'whole') return { text: 'All at once', whole: true }
        return { text: 'abcdef', pieces: 2, ...(call === 1 ? { [prompt]: 1 } : {}) }
      },
    })
    const fetch = asOfficial(server)
    const of = (prompt: string) => ask(env, 'openai:gpt-5-mini', prompt, { fetch })
    expect((await of('long')).error?.kind).toBe('invalid-output')
    expect((await of('bad')).error?.kind).toBe('refused')
    expect((await of('whole')).answer?.text).toBe('All at once')
    for (const prompt of ['fault', 'cutAfter', 'endAfter']) {
      const outcome = await of(prompt)
      expect([prompt, outcome.answer?.text, outcome.retries.length]).toEqual([prompt, prompt === 'fault' ? 'abc' : 'abcdef', 1])
    }
  })

  it('does not wait for a quota that is used up', async () => {
    const server = await serve({ reply: () => ({ status: 429, type: 'insufficient_quota', message: 'You exceeded your current quota' }) })
    const { error } = await ask(env, 'openai:gpt-5-mini', 'Say hello', { fetch: asOfficial(server) })
    expect(error).toMatchObject({ kind: 'rate-limited', message: expect.stringContaining('no quota left') })
    expect(server.requests.length).toBe(1)
  })
})

describe('addresses', () => {
  it('finds the endpoint below /v1 when the address leaves it out', async () => {
    const open = await startOpenAiServer()
    const anthropic = await startAnthropicServer()
    servers.push(open, anthropic)
    const bare = (server: ModelServer) => server.url.slice(0, -3)
    // The real servers have nothing at the root either.
    const atRoot: typeof fetch = (input, init) =>
      new URL(addressOf(input)).pathname.startsWith('/v1/') ? fetch(input, init) : Promise.resolve(new Response('404 page not found', { status: 404 }))
    expect((await ask({}, `openai-compatible:qwen3@${bare(open)}`, 'Hello', { fetch: atRoot })).answer?.text).toBe('An answer to: Hello')
    expect((await ask({ ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: `${bare(anthropic)}/` }, 'anthropic:claude', 'Hello')).answer?.text).toBe('An answer to: Hello')
  })

  it('says that an address has no models', async () => {
    const nowhere: typeof fetch = () => Promise.resolve(new Response('404 page not found', { status: 404 }))
    const { error, retries } = await ask({}, 'openai-compatible:qwen3@http://127.0.0.1:9/api', 'Hello', { fetch: nowhere })
    expect(error).toEqual({
      kind: 'unreachable',
      message: 'nothing at http://127.0.0.1:9/api answers to requests for models (404): 404 page not found',
      hint: 'Check the address: that of an OpenAI-compatible server usually ends in /v1.',
    })
    expect(retries).toEqual([])
  })

  it('needs no key for a local server, and gives no key to an address that only a name names', async () => {
    const server = await startOpenAiServer()
    servers.push(server)
    expect((await ask({}, `openai-compatible:qwen3@${server.url}`, 'Hello')).answer?.text).toBe('An answer to: Hello')
    await ask({ OPENAI_API_KEY: key }, `openai-compatible:qwen3@${server.url}`, 'Hello')
    await ask({ OPENAI_API_KEY: key, OPENAI_BASE_URL: `${server.url}/` }, `openai-compatible:qwen3@${server.url}`, 'Hello')
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined, `Bearer ${key}`])
  })

  it('says that a port is never asked', async () => {
    expect((await ask({}, 'openai-compatible:qwen3@http://127.0.0.1:9/v1')).error).toMatchObject({ kind: 'unreachable', message: expect.stringContaining('a port that is kept for other services') })
  })

  it('says what to set when there is no address', async () => {
    expect((await ask({}, 'openai-compatible:qwen3')).error).toMatchObject({ message: expect.stringContaining('OPENAI_BASE_URL is not set'), hint: expect.stringContaining('openai-compatible:qwen3@http://') })
    expect((await ask({ OPENAI_API_KEY: key, OPENAI_BASE_URL: 'localhost:80' }, 'openai:x')).error?.message).toContain('OPENAI_BASE_URL begins with localhost://')
    expect((await ask({ OPENAI_API_KEY: key, OPENAI_BASE_URL: 'nonsense' }, 'openai:x')).error?.message).toBe('OPENAI_BASE_URL is not a web address')
  })
})
