// Brings a checkout to the point where it can run: packages, builds, a browser for the tests.
// Plain JavaScript on Node's own modules, since it runs before anything is installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** Says on stderr what is going on, so that a quiet minute is not taken for a hang. */
export function say(message) {
  process.stderr.write(`heddle: ${message}\n`)
}

/** Runs a command in the project; ends the process with its exit code when it fails. */
export function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options })
  if (error) fail(`${command} could not be started: ${error.message}`)
  if (status !== 0) {
    say(`${[command, ...args].join(' ')} ended with ${status ?? 'a signal'}`)
    process.exit(status ?? 1)
  }
}

export function fail(message) {
  say(message)
  process.exit(1)
}

/** Refuses a Node that is too old before it fails in a less clear way. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) fail(`Node ${process.versions.node} is too old: Heddle needs 20.19 or newer`)
}

/** Installs the packages of package-lock.json unless just those stand in node_modules. */
export function ensureInstalled() {
  if (installed()) return
  say('installing packages (a minute or two the first time)...')
  run('npm', ['ci', '--no-audit', '--no-fund'], { shell: process.platform === 'win32' })
}

function installed() {
  const read = (path) => JSON.parse(readFileSync(join(root, path), 'utf8')).packages
  try {
    const wanted = read('package-lock.json')
    const present = read('node_modules/.package-lock.json')
    return Object.entries(wanted).every(
      ([path, entry]) => path === '' || entry.optional || entry.peer || present[path]?.version === entry.version,
    )
  } catch {
    return false
  }
}

const SOURCES = ['src', 'server', 'public', 'scripts/build.js', 'index.html', 'vite.config.ts', 'scripts/first-page.ts', 'package.json', 'package-lock.json']

/** Builds what `kind` needs unless the last build was made from just these sources. */
export function ensureBuilt(kind = 'app') {
  const stamp = join(root, kind === 'test' ? 'dist/test/.stamp' : 'dist/.stamp')
  const state = sourceState()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === state) return
  say(kind === 'test' ? 'building for the tests...' : 'building (half a minute the first time)...')
  run(process.execPath, ['scripts/build.js', ...(kind === 'test' ? ['--test'] : [])])
  writeFileSync(stamp, state)
}

function sourceState() {
  const hash = createHash('sha256')
  const visit = (path) => {
    const info = statSync(path, { throwIfNoEntry: false })
    if (!info) return
    if (info.isDirectory()) {
      for (const name of readdirSync(path).sort()) visit(join(path, name))
    } else if (!/\.test\.tsx?$/.test(path)) {
      hash.update(`${relative(root, path)} `).update(readFileSync(path)).update('\0')
    }
  }
  for (const source of SOURCES) visit(resolve(root, source))
  return hash.digest('hex')
}

const SYSTEM_BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable']

/**
 * Finds a Chromium for the tests, or gets one: the one that HEDDLE_CHROMIUM names, one that is
 * installed, Playwright's own, Debian's package.
 * @returns {Promise<string>} the path of its program
 */
export async function ensureBrowser() {
  const named = process.env.HEDDLE_CHROMIUM
  if (named) return existsSync(named) ? named : fail(`HEDDLE_CHROMIUM names ${named}, which does not exist`)
  const { chromium } = await import('@playwright/test')
  const present = [...SYSTEM_BROWSERS, chromium.executablePath()].find((path) => existsSync(path))
  if (present) return present

  say('installing a browser for the tests (Playwright)...')
  const attempt = spawnSync(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'], { cwd: root, stdio: 'inherit', timeout: 240_000 })
  if (attempt.status === 0 && existsSync(chromium.executablePath())) return chromium.executablePath()

  if (process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    say('Playwright cannot download one here; installing Debian\'s package chromium...')
    run('apt-get', ['update', '-qq'])
    run('apt-get', ['install', '-y', '-qq', 'chromium'], { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
    const path = SYSTEM_BROWSERS.find((candidate) => existsSync(candidate))
    if (path) return path
  }
  return fail('no Chromium for the tests: install one, or name it in HEDDLE_CHROMIUM')
}
