import { spawn } from 'node:child_process'
import { dirname, relative, sep } from 'node:path'
import { type Head, MAX_FILE_BYTES } from '../../src/protocol/index.ts'
import { decodeUtf8 } from '../utf8.ts'
import { done, type Outcome, refuse } from './fault.ts'

const NONE: Head = { text: null, commit: null }

/** How long one question to git may take, in milliseconds. */
const PATIENCE = 5_000

/**
 * The file as it was last committed. `entry` is its real place in `root`. Nulls when there is nothing
 * to compare with: no git on this machine, no repository, no commit, not in it.
 *
 * The repository may come from a stranger and its own settings are not to be trusted, so only two
 * plumbing commands are used that read objects by name: no diff, filter, pager, hook, alias or index is
 * involved, and objects that are missing are fetched from nowhere.
 */
export async function readHead(root: string, entry: string): Promise<Outcome<Head>> {
  const name = `HEAD:./${relative(root, entry).split(sep).join('/')}`
  // A name with a line break would be two questions; the paths of workflow files have none.
  if (/[\n\r\0]/.test(name)) return done(NONE)
  const asked = await git(root, ['cat-file', '--batch-check'], `HEAD^{commit}\n${name}\n`, 4096)
  if (asked === 'slow') return tooSlow()
  if (!Buffer.isBuffer(asked)) return done(NONE)
  const [commit, blob] = asked.toString('utf8').split('\n').map(readObject)
  if (commit?.type !== 'commit') return done(NONE)
  if (blob?.type !== 'blob') return done({ text: null, commit: commit.id, reason: 'The last commit does not hold this file.' })
  if (blob.size > MAX_FILE_BYTES) return done({ text: null, commit: commit.id, reason: 'The committed file is larger than 4 MB.' })
  const bytes = await git(root, ['cat-file', 'blob', blob.id], '', MAX_FILE_BYTES)
  if (bytes === 'slow') return tooSlow()
  if (!Buffer.isBuffer(bytes)) return done({ text: null, commit: commit.id, reason: 'The committed file cannot be read from the repository.' })
  const decoded = decodeUtf8(bytes)
  return done(decoded.ok ? { text: decoded.text, commit: commit.id } : { text: null, commit: commit.id, reason: 'The committed file is not UTF-8 text.' })
}

function tooSlow(): ReturnType<typeof refuse> {
  return refuse('internal', `The repository did not answer within ${PATIENCE / 1000} seconds. Try again.`)
}

function readObject(line: string): { readonly id: string; readonly type: string; readonly size: number } | null {
  const match = /^([0-9a-f]{40}|[0-9a-f]{64}) ([a-z]+) (\d{1,15})$/.exec(line)
  return match ? { id: match[1] ?? '', type: match[2] ?? '', size: Number(match[3]) } : null
}

/** Settings that name programs, switched off whatever the repository says; a bare repository that lies in the folder is not looked into. */
const SETTINGS = ['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'core.pager=cat', 'core.sshCommand=false', 'safe.bareRepository=explicit', 'protocol.allow=never']

/** Runs git without a shell in `root` and gives at most `limit` bytes of what it says. */
function git(root: string, command: readonly string[], input: string, limit: number): Promise<Buffer | 'failed' | 'slow'> {
  return new Promise((resolve) => {
    const args = ['--no-pager', '--no-optional-locks', ...SETTINGS.flatMap((setting) => ['-c', setting]), '-C', root, ...command]
    // Not started in the folder itself: some systems look for programs there first.
    const child = spawn('git', args, { cwd: dirname(process.execPath), env: environment(), stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true })
    const chunks: Buffer[] = []
    let size = 0
    let ended = false
    const end = (result: Buffer | 'failed' | 'slow') => {
      if (ended) return
      ended = true
      clearTimeout(timer)
      if (!Buffer.isBuffer(result)) child.kill('SIGKILL')
      resolve(result)
    }
    const timer = setTimeout(() => end('slow'), PATIENCE)
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.byteLength
      if (size > limit) end('failed')
      else chunks.push(chunk)
    })
    child.once('error', () => end('failed'))
    child.once('close', (code) => end(code === 0 ? Buffer.concat(chunks) : 'failed'))
    // Git that ends before it has read its question is told by its exit.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
  })
}

/** What git needs of ours, and nothing that would lead it elsewhere or make it start, fetch, ask or trace. */
function environment(): NodeJS.ProcessEnv {
  const kept: NodeJS.ProcessEnv = {}
  for (const name of ['PATH', 'Path', 'HOME', 'USERPROFILE', 'XDG_CONFIG_HOME', 'SystemRoot', 'TEMP', 'TMP']) {
    if (process.env[name] !== undefined) kept[name] = process.env[name]
  }
  return {
    ...kept,
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    // Over any setting: no transport may be used, so that a missing object starts nothing.
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_ASKPASS: '',
    GIT_PAGER: 'cat',
  }
}
