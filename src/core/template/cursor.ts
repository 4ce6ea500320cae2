import type { TemplateProblem } from './nodes.ts'
import type { Token } from './token.ts'
import { MAX_TEMPLATE_PROBLEMS } from './limits.ts'
import type { Range } from '../text/edit.ts'

/** Walks the pieces of a template and collects what is wrong with them. */
export class Cursor {
  readonly problems: TemplateProblem[] = []
  readonly #tokens: readonly Token[]
  #at = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  peek(): Token {
    return this.#tokens[this.#at]!
  }

  next(): Token {
    const token = this.#tokens[this.#at]!
    if (token.kind !== 'end') this.#at += 1
    return token
  }

  /** The next piece that is no space, without taking it. */
  look(): Token {
    this.skipSpace()
    return this.peek()
  }

  /** The piece after the next one and the space that follows it. */
  lookBeyond(): Token {
    let at = this.#at + 1
    while (this.#tokens[at]?.kind === 'space') at += 1
    return this.#tokens[Math.min(at, this.#tokens.length - 1)]!
  }

  skipSpace(): void {
    while (this.peek().kind === 'space') this.#at += 1
  }

  /** The end of the last piece that was taken. */
  get behind(): number {
    return this.#tokens[this.#at - 1]?.range.end ?? 0
  }

  /** Whether what is found from now on is not reported any more. */
  get isFull(): boolean {
    return this.problems.length >= MAX_TEMPLATE_PROBLEMS
  }

  report(code: TemplateProblem['code'], range: Range, message: string, meant?: string | null): void {
    if (!this.isFull) this.problems.push({ code, range, message, ...(meant ? { meant } : {}) })
  }

  /** Reports the pieces up to the end of this action that are faults of their own; gives where the action ends. */
  skipAction(): number {
    for (;;) {
      const token = this.next()
      if (token.kind === 'right' || token.kind === 'end') return token.range.end
      if (token.kind === 'error') this.reportFault(token)
    }
  }

  reportFault(token: Token): void {
    this.report(token.fault === 'unclosed' ? 'template/unclosed-action' : 'template/syntax', token.range, token.message ?? '')
  }
}
