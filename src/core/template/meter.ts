import type { Range } from '../text/edit.ts'
import { TemplateError } from './error.ts'
import { sizeOf, type TemplateMap } from './value.ts'
import { MAX_RENDER_DEPTH, MAX_RENDER_LENGTH, MAX_RENDER_STEPS } from './limits.ts'

/** What functions may know of the rendering that calls them: its bounds, its place and its clock. */
export class Meter {
  /** What is being rendered; errors point there. */
  at: Range = { start: 0, end: 0 }
  readonly now: number
  #steps = 0
  /** Counted once: data does not change while it is rendered. */
  readonly #sizes = new Map<TemplateMap, number>()
  #depth = 0

  constructor(now: number) {
    this.now = now
  }

  get steps(): number {
    return this.#steps
  }

  fail(message: string): never {
    throw new TemplateError('exec', this.at, message)
  }

  /** Counts steps. */
  spend(steps: number): void {
    this.#steps += steps
    if (this.#steps > MAX_RENDER_STEPS) this.fail(`This template takes more than ${MAX_RENDER_STEPS} steps and was stopped. Render less, or end the repetition.`)
  }

  /** Counts a text that is read or written. */
  spendText(length: number): void {
    this.grow(length, length)
  }

  /** Counts what is added to a text that is then this long. */
  grow(length: number, added: number): void {
    if (length > MAX_RENDER_LENGTH) this.fail(`This template gives more than ${MAX_RENDER_LENGTH} characters and was stopped. Render less.`)
    this.spend(added >>> 6)
  }

  /** How many entries an object has. */
  sizeOf(map: TemplateMap): number {
    const known = this.#sizes.get(map)
    if (known !== undefined) return known
    const size = sizeOf(map)
    this.spend(size >>> 3)
    this.#sizes.set(map, size)
    return size
  }

  /** Counts one deeper level while `work` runs. */
  deeper<T>(work: () => T): T {
    this.#depth += 1
    if (this.#depth > MAX_RENDER_DEPTH) this.fail(`This template nests or calls itself more than ${MAX_RENDER_DEPTH} levels deep and was stopped.`)
    const result = work()
    this.#depth -= 1
    return result
  }
}
