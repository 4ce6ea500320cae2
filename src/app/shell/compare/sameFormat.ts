import { convert, isWhole, readSource, type Format } from '../../../core/index.ts'

/** The format that the name of a file says. */
export function formatOfPath(path: string | null): Format {
  return path !== null && /\.json$/i.test(path) ? 'json' : 'yaml'
}

/**
 * A text in the format that it is compared in: while the editor shows the other one, every line would differ.
 * As it is where it does not parse.
 */
export function inFormat(text: string, from: Format, to: Format): string {
  if (from === to) return text
  const source = readSource(text, from)
  if (!isWhole(source)) return text
  const converted = convert(source, to)
  return converted.ok ? converted.value.text : text
}
