import { dialectNamed, dialects, nearest } from '../../../src/core/index.ts'
import type { Command } from '../command.ts'
import { exit, usageError } from '../failure.ts'

/** Prints the JSON Schema of a dialect: of `dag` when none is named. */
export const schema: Command = async ({ args, io }) => {
  const names = dialects.map(({ name }) => name)
  const given = args[0] ?? 'dag'
  const name = names.find((known) => known === given)
  if (name === undefined) {
    const meant = nearest(given, names)
    throw usageError(`there is no schema for "${given}"${meant === null ? '' : `; did you mean ${meant}?`}`, `Dialects with a schema: ${names.join(', ')}.`)
  }
  // With --json, too, the schema is the one object: it is what other programs take it for.
  io.out.write(`${JSON.stringify(dialectNamed(name).schema(), null, 2)}\n`)
  return await Promise.resolve(exit.done)
}
