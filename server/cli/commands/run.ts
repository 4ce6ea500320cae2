import type { Command } from '../command.ts'
export const run: Command = () => Promise.reject(new Error('not here'))
