import { hash } from 'node:crypto'
import type { Digest } from '../../src/core/index.ts'

export const sha256: Digest = (text) => hash('sha256', text, 'hex')
