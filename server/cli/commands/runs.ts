import type { Command } from '../command.ts'
export const runs: Command = () => Promise.reject(new Error('not here'))
