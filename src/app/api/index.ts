export { browserStream } from './browser.ts'
export { createClient } from './client.ts'
export type { Fetch } from './request.ts'
export type { StreamHost } from './stream.ts'
