import { exit } from './failure.ts'

/** Keys and signals that ask a program to stop. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export type Interrupts = {
  /** Was it asked to stop? */
  readonly asked: boolean
  /** Gives the signals their usual meaning back. */
  end(): void
}

/** The first signal calls `first`, the second one leaves at once, after `restore` has put the terminal in order. */
export function onInterrupt(first: () => void, restore: () => void): Interrupts {
  let asked = false
  const listener = () => {
    if (asked) {
      restore()
      process.exit(exit.interrupted)
    }
    asked = true
    first()
  }
  for (const signal of signals) process.on(signal, listener)
  return {
    get asked() {
      return asked
    },
    end() {
      for (const signal of signals) process.off(signal, listener)
    },
  }
}
