import type { Command } from '../command.ts'
export const cancel: Command = () => Promise.reject(new Error('not here'))
