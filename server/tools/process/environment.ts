import type { Env } from '../../providers/index.ts'

/** What programs need to find their way, and nothing that opens a door: no keys, no tokens. */
const ALLOWED = /^(PATH|HOME|USER|LOGNAME|SHELL|LANG|LANGUAGE|LC_\w+|TZ|TMPDIR|TEMP|TMP|TERM|SYSTEMROOT|SYSTEMDRIVE|COMSPEC|PATHEXT|WINDIR|USERPROFILE|APPDATA|LOCALAPPDATA|PROGRAMFILES)$/i

/** Names that change which program runs or what it loads: approving a command would say nothing. */
const STEERING = /^(PATH|PATHEXT|COMSPEC|SHELL|IFS|ENV|BASH_ENV|SHELLOPTS|BASHOPTS|PS4|LD_\w*|DYLD_\w*|NODE_OPTIONS|NODE_PATH|PYTHON\w*|PERL\w*|RUBY\w*|GIT_\w*|SSH_\w*|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|EDITOR|VISUAL|PAGER|BROWSER|GCONV_PATH|LOCPATH)$/i

/** The environment of a program that a workflow starts. */
export function allowedEnvironment(env: Env): { [name: string]: string } {
  return Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined && ALLOWED.test(entry[0])))
}

/** May a workflow set this variable? */
export function maySet(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name) && !STEERING.test(name)
}

/** The environment of the user's own code, which trust covers: all but what opens Heddle itself. */
export function trustedEnvironment(env: Env): { [name: string]: string } {
  return Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined && !/^(HEDDLE_TOKEN|HEDDLE_DATABASE_URL|NODE_CHANNEL_FD|NODE_UNIQUE_ID)$/.test(entry[0])))
}
