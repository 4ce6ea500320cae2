import type { Command } from '../command.ts'
export const resume: Command = () => Promise.reject(new Error('not here'))
