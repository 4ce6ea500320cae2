export { createLayoutEngine } from './engine.ts'
