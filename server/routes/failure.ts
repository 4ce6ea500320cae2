import { basename, relative } from 'node:path'
import type { ProblemCode } from '../../src/protocol/index.ts'
import { EngineClosed, OutcomeUnknown, RunTampered } from '../engine/errors.ts'
import { StoreError, type StoreFault } from '../store/store-error.ts'
import { isInside } from '../workspace/contain.ts'
import { problem } from './problem.ts'

const CODES: { readonly [fault in StoreFault]: ProblemCode } = {
  full: 'disk-full',
  'read-only': 'read-only',
  closed: 'shutting-down',
  'not-a-database': 'runs-unavailable',
  foreign: 'runs-unavailable',
  link: 'runs-unavailable',
  newer: 'runs-unavailable',
  damaged: 'runs-unavailable',
  locked: 'runs-unavailable',
  failed: 'runs-unavailable',
}

/** What any route may meet and no route expects: the record of runs cannot be used. Null for a bug. */
export function answerFailure(error: unknown, root: string): Response | null {
  if (error instanceof StoreError) {
    const shown = isInside(root, error.file) ? relative(root, error.file) : basename(error.file)
    const said = error.message.replaceAll(error.file, `\`${shown}\``)
    return problem(CODES[error.fault], `${said.charAt(0).toUpperCase()}${said.slice(1)}.`)
  }
  if (error instanceof RunTampered) {
    return problem('run-tampered', `The record of run \`${error.run}\` is not as it was written: event ${error.seq} is the first that does not fit. Nothing is built on it; \`heddle verify ${error.run}\` says more.`, { run: error.run })
  }
  if (error instanceof OutcomeUnknown) {
    const began = error.unknown.map(({ node, effects }) => `node \`${node}\` began ${effects.join(', ')}`).join('; ')
    return problem('outcome-unknown', `Of run \`${error.run}\`, ${began}, and it is not known whether that was done. Look whether it was; \`heddle resume ${error.run} --retry-unknown\` does it again.`, { run: error.run, unknown: error.unknown.map(({ node, effects }) => ({ node, effects: [...effects] })) })
  }
  if (error instanceof EngineClosed) return problem('shutting-down', 'The server is closing. Start it again, then try again.')
  return null
}
