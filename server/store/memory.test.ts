import { describeRunStore } from './contract.ts'
import { createMemoryStore } from './memory.ts'

describeRunStore('in memory', async (alive) => ({ store: createMemoryStore(alive ? { alive } : {}) }))
