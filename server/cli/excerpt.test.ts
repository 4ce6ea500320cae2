import { describe, expect, it } from 'vitest'
import { excerpt } from './excerpt.ts'
import { fit, visible, widthOf } from './width.ts'

/** Marks the text between `[` and `]`. */
function show(marked: string, cells = 80): string {
  const start = marked.indexOf('[')
  const end = marked.indexOf(']') - 1
  const text = marked.replace('[', '').replace(']', '')
  const { line, column, source, mark } = excerpt(text, { start, end }, cells)
  return `${line}:${column}\n${source}\n${mark}`
}

describe('excerpt', () => {
  it('sets carets under the part', () => {
    expect(show('a: 1\nneeds: <[colect]>\nb: 2')).toBe('2:9\nneeds: <colect>\n        ^^^^^^')
  })

  it('sets one caret at a place without length, also at the end of a line and of the text', () => {
    expect(show('a: []x')).toBe('1:4\na: x\n   ^')
    expect(show('abc[]\nd')).toBe('1:4\nabc\n   ^')
    expect(show('a\nbc[]')).toBe('2:3\nbc\n  ^')
    expect(show('[]')).toBe('1:1\n\n^')
  })

  it('keeps to the first line of a longer part', () => {
    expect(show('prompt: [one\n  two]\n')).toBe('1:9\nprompt: one\n        ^^^')
  })

  it('counts wide characters as two cells and combining ones as none', () => {
    expect(show('第三步: [错误]')).toBe('1:6\n第三步: 错误\n        ^^^^')
    expect(show('e\u0301: [x]')).toBe('1:5\ne\u0301: x\n   ^')
    expect(show('😀👨‍👩‍👧: [x]')).toBe('1:13\n😀👨‍👩‍👧: x\n      ^')
  })

  it('shows tabs as spaces up to the next stop', () => {
    expect(show('a:\t[x]\n')).toBe('1:4\na:  x\n    ^')
    expect(show('[\t]a: x\n')).toBe('1:1\n    a: x\n^^^^')
  })

  it('never sends a control character to the terminal', () => {
    expect(show('a: \u001b2J\u202e[x]')).toBe('1:8\na: ␛2J<U+202E>x\n              ^')
  })

  it('knows lines that end with CRLF or CR', () => {
    expect(show('a\r\nb: [x]\r\nc')).toBe('2:4\nb: x\n   ^')
    expect(show('a\rb: [x]\rc')).toBe('2:4\nb: x\n   ^')
  })

  it('shows the part of a long line that matters', () => {
    const shown = show(`${'x'.repeat(300)}[bad]${'y'.repeat(300)}`, 30)
    const [place, source = '', mark = ''] = shown.split('\n')
    expect(place).toBe('1:301')
    expect(source.length).toBe(30)
    expect(source).toMatch(/^…x+bady+…$/)
    expect(source.slice(mark.indexOf('^'), mark.length)).toBe('bad')
    expect(show(`${'x'.repeat(3)}[bad]${'y'.repeat(300)}`, 30)).toBe(`1:4\nxxxbad${'y'.repeat(23)}…\n   ^^^`)
  })

  it('cuts a mark that is longer than the line has room for', () => {
    const [, source = '', mark = ''] = show(`a: [${'z'.repeat(500)}]`, 40).split('\n')
    expect(source.length).toBe(40)
    expect(mark.length).toBe(40)
  })
})

describe('fit', () => {
  it('cuts to cells, not to characters', () => {
    expect(fit('release', 7)).toBe('release')
    expect(fit('release', 6)).toBe('relea…')
    expect(fit('第三步', 5)).toBe('第三…')
    expect(fit('第三步', 6)).toBe('第三步')
    expect(widthOf(fit('a第三步b😀😀😀', 6))).toBeLessThanOrEqual(6)
  })
})

it('shows characters that a terminal would obey', () => {
  expect(visible('a\u0007b\u009bc\u2028d\u200e')).toBe('a␇b<U+009B>c<U+2028>d<U+200E>')
  expect(visible('tab\tstays, so does é and 世界')).toBe('tab\tstays, so does é and 世界')
})
