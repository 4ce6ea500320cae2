import { removeArgument, setArgument, shownArgument, typedArgument, type ArgumentPlace, type Arguments, type Parameter } from '../../core/index.ts'
import type { Typing } from './useDraft.ts'

/** How an argument among others is typed: by its type, and so that the others stay what they are. */
export function argumentTyping(parameter: Parameter, among: Arguments, place: ArgumentPlace): Typing {
  const before = among.list.find(({ name }) => name === parameter.name)?.text ?? null
  return {
    shown: (value) => shownArgument(parameter, typeof value === 'string' ? value : null),
    read(typed) {
      const read = typedArgument(parameter, typed, before)
      if (!read.ok) return read
      const made = read.value === null ? removeArgument(among, parameter.name) : setArgument(among, parameter.name, read.value, place)
      return made.ok ? { ok: true, value: read.value ?? undefined } : made
    },
    same(typed, value) {
      if (typeof value === 'string' && typed === shownArgument(parameter, value)) return true
      const read = typedArgument(parameter, typed, before)
      return read.ok && (read.value ?? undefined) === value
    },
  }
}
