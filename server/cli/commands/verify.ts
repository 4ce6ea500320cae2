import type { Command } from '../command.ts'
export const verify: Command = () => Promise.reject(new Error('not here'))
