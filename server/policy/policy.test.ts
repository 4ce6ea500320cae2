import { describe, expect, it } from 'vitest'
import type { Json, PolicyRule } from '../../src/core/index.ts'
import { decide, isCovered, NOT_APPROVED } from './decide.ts'
import { accept, effectsOf, uncovered } from './effects.ts'
import { parsePolicy } from './read.ts'
import { rulesFor } from './rules.ts'

function rules(policy: unknown): readonly PolicyRule[] {
  const read = parsePolicy(JSON.stringify(policy), 'policy.json')
  if (!read.ok) throw new Error(read.reason)
  return read.rules
}

const approves = (given: readonly PolicyRule[], effect: string, data: Json = {}): boolean => decide(effect, data, given).approved

describe('a policy', () => {
  it('decides by the first rule whose every matcher fits, an effect\'s own before "*"', () => {
    const given = rules({ '*': [{ action: 'approve' }], 'std::write': [{ match: { path: 'notes/private/**' }, action: 'reject' }, { match: { path: 'notes/**' }, action: 'approve' }, { action: 'reject' }] })
    expect(approves(given, 'std::write', { path: 'notes/a/b.md' })).toBe(true)
    expect(approves(given, 'std::write', { path: 'notes/private/b.md' })).toBe(false)
    expect(approves(given, 'std::write', { path: 'other.md' })).toBe(false)
    expect(approves(given, 'std::write', {})).toBe(false)
    expect(approves(given, 'std::exec', { command: 'rm' })).toBe(true)
  })

  it('passes over no rule that takes too long to be matched', () => {
    const given = rules({ 'std::write': [{ match: { path: `${'*a'.repeat(14)}b` }, action: 'reject' }, { action: 'approve' }] })
    expect(decide('std::write', { path: 'a'.repeat(120) }, given)).toEqual({ approved: false, reason: 'rejected: a pattern of policy.json takes too long to be matched' })
    expect(approves(given, 'std::write', { path: 'other.md' })).toBe(true)
  })

  it.each<[string, Json, { readonly [key: string]: string }, boolean]>([
    ['std::exec', { command: 'git', args: ['status', '--short'] }, { command: 'git', args: 'status*' }, true],
    ['std::exec', { command: 'git', args: ['push'] }, { command: 'git', args: 'status*' }, false],
    ['std::http', { host: 'api.example.com' }, { host: '*.example.com' }, true],
    ['std::http', { host: 'example.com.evil.org' }, { host: '*.example.com' }, false],
    ['std::http', { url: 'https://a.org/x/y' }, { url: 'https://a.org/**' }, true],
    ['std::write', { path: 'notes/../secret' }, { path: 'notes/*' }, false],
    ['std::write', { path: 'notes/.hidden' }, { path: 'notes/*' }, true],
    ['std::write', { path: 'notes\nrm/x' }, { path: 'notes*' }, false],
    ['mcp::a::b', { count: 3 }, { count: '3' }, true],
    ['std::write', { path: '!(x)' }, { path: '!x' }, false],
  ])('matches %s with %j by %j: %s', (effect, data, match, fits) => {
    expect(approves([{ effect, match, action: 'approve', source: 'x' }], effect, data)).toBe(fits)
  })

  it('asks --reject first, then --approve, then the file', () => {
    const given = rulesFor({ reject: ['std::exec'], approve: ['std::exec', 'std::write'], file: rules({ 'std::write': [{ action: 'reject' }], 'std::http': [{ action: 'approve' }] }) })
    expect(decide('std::exec', {}, given)).toEqual({ approved: false, reason: 'rejected by --reject' })
    expect(decide('std::write', {}, given)).toEqual({ approved: true, by: '--approve' })
    expect(decide('std::http', {}, given)).toEqual({ approved: true, by: 'policy.json' })
    expect(decide('std::read', {}, given)).toEqual({ approved: false, reason: NOT_APPROVED, hint: expect.stringContaining('{ "std::read": [{ "action": "approve" }] }') })
  })

  it('lets a yes at the prompt answer what a rule asks, and no more than that', () => {
    const file = rules({ 'std::write': [{ match: { path: 'a' }, action: 'reject' }, { action: 'ask' }] })
    expect(approves([...file, ...accept(['std::write'], 'h')], 'std::write', { path: 'b' })).toBe(true)
    expect(approves([...file, ...accept(['std::write'], 'h')], 'std::write', { path: 'a' })).toBe(false)
    expect(decide('std::write', { path: 'b' }, file)).toEqual({ approved: false, reason: `${NOT_APPROVED} (policy.json says to ask)` })
  })

  it('of a folder that is not trusted may not approve: what it would is asked about where nothing else decides, and why is said', () => {
    const file = rules({ 'std::write': [{ match: { path: 'a' }, action: 'reject' }, { action: 'approve' }], 'std::exec': [{ match: { command: 'git' }, action: 'approve' }, { action: 'reject' }] })
    const given = rulesFor({ file, untrusted: true })
    const asked = { approved: false, reason: `${NOT_APPROVED} (policy.json, which approves only in a trusted folder, says to ask)` }
    expect(decide('std::write', { path: 'b' }, given)).toEqual(asked)
    expect(decide('std::write', { path: 'a' }, given)).toEqual({ approved: false, reason: 'rejected by policy.json' })
    expect(decide('std::exec', { command: 'git' }, given)).toEqual({ approved: false, reason: 'rejected by policy.json' })
    expect(['std::write', 'std::exec'].map((effect) => isCovered(effect, given))).toEqual([false, true])
    const accepted = [...given, ...accept(['std::write', 'std::exec'], 'h')]
    expect([approves(accepted, 'std::write', { path: 'b' }), approves(accepted, 'std::write', { path: 'a' }), approves(accepted, 'std::exec', { command: 'git' })]).toEqual([true, false, false])
    // The user's own yes and no count as without it.
    expect(approves(rulesFor({ file, untrusted: true, mode: 'acceptEdits' }), 'std::write', { path: 'b' })).toBe(true)
    expect(approves(rulesFor({ file, untrusted: true, approve: ['std::write'] }), 'std::write', { path: 'a' })).toBe(true)
    expect(decide('std::write', { path: 'b' }, rulesFor({ file, untrusted: true, mode: 'never' }))).toEqual({ approved: false, reason: 'rejected by --permission-mode never' })
    expect(approves(rulesFor({ file }), 'std::write', { path: 'b' })).toBe(true)
  })

  it('is short for by permission modes', () => {
    expect(approves(rulesFor({ mode: 'auto' }), 'mcp::files::read')).toBe(true)
    expect(approves(rulesFor({ mode: 'auto' }), 'mcp::files::write')).toBe(false)
    expect(approves(rulesFor({ mode: 'acceptEdits' }), 'std::write')).toBe(true)
    expect(approves(rulesFor({ mode: 'bypass', reject: ['std::exec'] }), 'std::exec')).toBe(false)
    expect(approves(rulesFor({ mode: 'bypass' }), 'anything')).toBe(true)
    expect(isCovered('anything', rulesFor({ mode: 'never' }))).toBe(true)
  })

  it.each([
    ['[', 'policy.json is not JSON'],
    ['[]', 'policy.json: it is not right'],
    ['{"std::write": {"action": "approve"}}', 'policy.json: std::write is not right'],
    ['{"std::write": [{"action": "allow"}]}', 'std::write.0.action is not right: must be "approve", "reject" or "ask"'],
    ['{"std::write": [{"action": "approve", "mtch": {}}]}', 'policy.json: std::write.0 is not right'],
    ['{"std write": []}', '"std write" is no name of an effect'],
  ])('says what is wrong with %s', (text, reason) => {
    expect(parsePolicy(text, 'policy.json')).toMatchObject({ ok: false, reason: expect.stringContaining(reason) })
  })
})

describe('the effects of a plan', () => {
  it('are told with the nodes and tools that can raise them; those without a rule are uncovered', async () => {
    const tool = (name: string, raises: string[]) => ({ name, module: 'm', description: '', input: {}, raises })
    const nodes = ['a', 'b', 'c'].map((id) => ({ id, needs: [], work: { type: 'tool' as const, tool: id } }))
    const effects = await effectsOf({ kind: 'levels', dialect: 'dag', name: '', nodes }, async ({ id }) => (id === 'c' ? [] : [tool(`t-${id}`, id === 'a' ? ['std::read'] : ['std::read', 'std::exec'])]))
    expect(effects).toEqual([
      { effect: 'std::read', nodes: ['a', 'b'], tools: ['t-a', 't-b'] },
      { effect: 'std::exec', nodes: ['b'], tools: ['t-b'] },
    ])
    expect(uncovered(effects, rules({ 'std::read': [{ match: { path: 'x' }, action: 'approve' }] })).map(({ effect }) => effect)).toEqual(['std::exec'])
    expect(isCovered('std::exec', rules({ 'std::exec': [{ match: { command: 'git' }, action: 'approve' }, { action: 'ask' }] }))).toBe(false)
    expect(isCovered('std::exec', rules({ 'std::exec': [{ action: 'approve' }, { action: 'ask' }] }))).toBe(true)
    expect(uncovered(effects, rules({ '*': [{ action: 'reject' }] }))).toEqual([])
    expect(uncovered(effects, rules({ 'std::exec': [{ action: 'ask' }], 'std::read': [{ action: 'approve' }] })).map(({ effect }) => effect)).toEqual(['std::exec'])
  })
})
