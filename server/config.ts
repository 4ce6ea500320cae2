import { join } from 'node:path'
import { dictionary, z } from '../src/protocol/schema.ts'
import { decode, readBytes } from './workspace/read.ts'

const price = z.object({ input: z.number().check(z.nonnegative()), output: z.number().check(z.nonnegative()) })

const schema = z.object({
  model: z.exactOptional(z.string().check(z.trim(), z.minLength(1))),
  local: z.exactOptional(z.string().check(z.trim(), z.minLength(1))),
  prices: z.exactOptional(dictionary(price)),
  maxParallel: z.exactOptional(z.int()),
  tools: z.exactOptional(z.array(z.string().check(z.trim(), z.minLength(1)))),
  policy: z.exactOptional(z.string().check(z.trim(), z.minLength(1))),
  effects: z.exactOptional(dictionary(z.string().check(z.minLength(1)))),
})

/** What `heddle.json` in a workspace says; keys of other parts of Heddle are left to them. */
export type WorkspaceConfig = {
  readonly model?: string
  readonly local?: string
  /** US dollars for a million tokens. */
  readonly prices?: ReadonlyMap<string, { readonly input: number; readonly output: number }>
  readonly maxParallel?: number
  /** Modules with tools, relative to the workspace. */
  readonly tools?: readonly string[]
  /** A policy file, relative to the workspace. */
  readonly policy?: string
  /** The effect that a tool of a server has, by `server.tool`, where its own remarks are wrong. */
  readonly effects?: ReadonlyMap<string, string>
}

/** Reads `heddle.json` of a workspace. Without the file everything has its default; one that cannot be read says why. */
export async function readWorkspaceConfig(root: string): Promise<{ readonly config: WorkspaceConfig; readonly problem?: string }> {
  const read = await readBytes(join(root, 'heddle.json'), 'heddle.json')
  if (!read.ok) return read.fault.code === 'file-not-found' ? { config: {} } : { config: {}, problem: read.fault.detail }
  const text = decode(read.value.bytes, 'heddle.json')
  if (!text.ok) return { config: {}, problem: text.fault.detail }
  let given: unknown
  try {
    given = JSON.parse(text.value.replace(/^\uFEFF/, ''))
  } catch (error) {
    return { config: {}, problem: `\`heddle.json\` is not JSON: ${error instanceof Error ? error.message : ''}. Nothing in it counts until it is mended.` }
  }
  const parsed = schema.safeParse(given)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return { config: {}, problem: `\`heddle.json\`: \`${issue?.path.map(String).join('.') ?? ''}\` is not right: ${issue?.message ?? ''}. Nothing in it counts until it is mended.` }
  }
  const { prices, effects, ...rest } = parsed.data
  return { config: { ...rest, ...(effects !== undefined && { effects: new Map(Object.entries(effects)) }), ...(prices !== undefined && { prices: new Map(Object.entries(prices)) }) } }
}
