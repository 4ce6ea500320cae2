export { afterAsked } from './asked.ts'
export { followShared } from './browser.ts'
export { createClient } from './client.ts'
export type { Fetch } from './request.ts'
