/**
 * Plain text that some reader takes for something else than text. YAML 1.1 readers (PyYAML, Ruby,
 * older Go) and 1.2 readers disagree, so a word is plain only when both read it as text.
 */
const NOT_TEXT = [
  /^(?:~|null|Null|NULL)?$/,
  /^(?:y|Y|n|N|(?:yes|no|on|off|true|false)|(?:Yes|No|On|Off|True|False)|(?:YES|NO|ON|OFF|TRUE|FALSE))$/,
  // Merge and value keys of YAML 1.1.
  /^(?:<<|=)$/,
  // Integers: decimal with any separators, binary, octal, hexadecimal, sexagesimal.
  /^[-+]?[0-9][0-9_,]*$/,
  /^[-+]?0[bBoOxX][0-9a-fA-F_]*$/,
  /^[-+]?[0-9][0-9_]*(?::[0-9]+)+(?:\.[0-9_]*)?$/,
  // Floats: `1.`, `.5`, `12e5`, `1_0.5`, and the names of what is not finite.
  /^[-+]?(?:[0-9_]*|(?:[0-9][0-9_]*)?\.[0-9_]*)(?:[eE][-+]?[0-9]*)?$/,
  /^[-+]?\.(?:inf|Inf|INF)$/,
  /^\.(?:nan|NaN|NAN)$/,
  // Dates and times.
  /^[0-9]{4}-[0-9]{1,2}(?:-[0-9]{1,2})?(?:$|[Tt \t])/,
]

/** Characters that no style but double quotes holds on every reader, U+000A excepted. */
// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const UNPRINTABLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/

/** Where a scalar stands: flow collections and keys have more indicators than block values. */
export type ScalarPlace = 'block' | 'flow' | 'key'

/** Has the text only characters that may stand unescaped? A line feed and a tab may. */
export function isPrintable(text: string): boolean {
  return !UNPRINTABLE.test(text)
}

/** Would readers of YAML 1.1 and 1.2 alike read these characters, unquoted, as exactly this text? */
export function isPlainText(text: string, place: ScalarPlace): boolean {
  if (text === '' || /^\s|\s$|[\n\t]/.test(text) || !isPrintable(text)) return false
  if (/^[,[\]{}#&*!|>'"%@`:?]/.test(text) || /^-(?:$|[\s,[\]{}-])/.test(text) || text.startsWith('...')) return false
  if (/:(?:\s|$)|\s#/.test(text)) return false
  if (place !== 'block' && /[,[\]{}:]/.test(text)) return false
  // An implicit key is found only within 1,024 characters.
  if (place === 'key' && text.length > 1000) return false
  return !NOT_TEXT.some((pattern) => pattern.test(text))
}
