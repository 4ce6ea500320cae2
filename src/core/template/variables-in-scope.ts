type Declared = { readonly name: string; readonly slot: number }

/** The `$variables` that a template has declared at the place being read. */
export class Variables {
  readonly text: string
  #declared: Declared[] = []
  /** The slots of each name, the innermost last. */
  #slots: Map<string, number[]> = new Map([['$', [0]]])
  /** A slot is given once while a template is read: what was not executed is never mistaken for what was. */
  #next = 1

  constructor(text: string) {
    this.text = text
  }

  /** The slot of the innermost variable of this name, or null. */
  slotOf(name: string): number | null {
    return this.#slots.get(name)?.at(-1) ?? null
  }

  declare(name: string): number {
    const slot = this.#next
    this.#next += 1
    this.#declared.push({ name, slot })
    const slots = this.#slots.get(name)
    if (slots) slots.push(slot)
    else this.#slots.set(name, [slot])
    return slot
  }

  /** Each that is declared here, once. */
  names(): string[] {
    return [...this.#slots].filter(([, slots]) => slots.length > 0).map(([name]) => name)
  }

  /** Forgets what is declared while `read` reads. */
  within<T>(read: () => T): T {
    const before = this.#declared.length
    const result = read()
    while (this.#declared.length > before) this.#slots.get(this.#declared.pop()!.name)!.pop()
    return result
  }

  /** Reads a definition, which sees nothing but what it is given. */
  apart<T>(read: () => T): T {
    const outer = { declared: this.#declared, slots: this.#slots, next: this.#next }
    this.#declared = []
    this.#slots = new Map([['$', [0]]])
    this.#next = 1
    const result = read()
    this.#declared = outer.declared
    this.#slots = outer.slots
    this.#next = outer.next
    return result
  }
}
