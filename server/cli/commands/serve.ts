import type { Command } from '../command.ts'
export const serve: Command = () => Promise.reject(new Error('not here'))
