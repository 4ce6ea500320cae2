import type { Command } from '../command.ts'
export const show: Command = () => Promise.reject(new Error('not here'))
