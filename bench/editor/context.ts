/** What every part of the browser bench is given. */
export type Context = {
  readonly root: string
  /** The browser's program. */
  readonly browser: string
  /** Where the pages of the peers are served. */
  readonly peers: string
  /** Fewer rounds: to see that it works, and roughly how things stand. */
  readonly quick: boolean
}
