/** What is asked of the browser. */
export type Host = {
  /** Milliseconds of a steady clock. */
  now(): number
  /** ISO 8601. */
  date(): string
  uuid(): string
  /** Runs `work` after `ms`; the answer cancels it. */
  after(ms: number, work: () => void): () => void
  /** Runs `work` with the next frame, or soon when the page is hidden. */
  frame(work: () => void): void
  readonly memory: {
    read(key: 'view' | 'file'): unknown
    write(key: 'view' | 'file', value: unknown): void
  }
}
