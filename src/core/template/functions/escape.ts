import { print } from '../print.ts'
import type { Meter } from '../meter.ts'
import { isPrintable } from '../printf/quote.ts'
import { utf8Of } from '../utf8.ts'
import type { Value } from '../value.ts'
import type { TemplateFunction } from './function.ts'

const HTML: ReadonlyMap<string, string> = new Map([['<', '&lt;'], ['>', '&gt;'], ['&', '&amp;'], ['\'', '&#39;'], ['"', '&#34;'], ['\0', '\ufffd']])

function html(text: string): string {
  return text.replaceAll(/[<>&'"\0]/g, (character) => HTML.get(character)!)
}

function js(text: string): string {
  return text.replaceAll(/[\\'"<>&=\p{Cc}]|\P{ASCII}/gu, (character) => {
    const point = character.codePointAt(0)!
    if (character === '\\' || character === '\'' || character === '"') return `\\${character}`
    return point === 0x7f || (point >= 0x80 && isPrintable(point)) ? character : `\\u${point.toString(16).toUpperCase().padStart(4, '0')}`
  })
}

/** As in the query of an address: a space is `+`. */
function urlquery(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9_.~-]/gu, (character) => {
    if (character === ' ') return '+'
    return utf8Of(character).map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')
  })
}

function escaping(name: string, help: string, escape: (text: string) => string): TemplateFunction {
  return {
    name, usage: `${name} VALUE`, help, least: 1, most: Infinity,
    run(values: readonly Value[], meter: Meter) {
      const text = print(values, meter)
      // What one character becomes is at most twelve long.
      meter.spend(text.length >>> 3)
      return escape(text)
    },
  }
}

export const ESCAPES: readonly TemplateFunction[] = [
  escaping('html', 'The text with `<`, `>`, `&` and quotes as HTML has them.', html),
  escaping('js', 'The text as it stands inside quotes in JavaScript.', js),
  escaping('urlquery', 'The text as it stands in the query of an address.', urlquery),
]
