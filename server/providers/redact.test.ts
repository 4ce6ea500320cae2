import { array, assert, constantFrom, oneof, property, string } from 'fast-check'
import { expect, it } from 'vitest'
import { createRedactor } from './redact.ts'

it('takes a key out of a stream wherever it is cut, and loses nothing else', () => {
  const key = 'abababac'
  const piece = oneof(constantFrom('a', 'b', 'ab', 'c', key, key.slice(0, 5), key.slice(5)), string())
  assert(
    property(array(piece, { maxLength: 30 }), (pieces) => {
      const redactor = createRedactor([key, undefined, 'short'])
      const stream = redactor.stream()
      const out = pieces.map((part) => stream.push(part)).join('') + stream.flush()
      expect(out).toBe(redactor.text(pieces.join('')))
      expect(out).not.toContain(key)
    }),
  )
})
