import type { TemplateFunction } from './function.ts'
import { print, printLine } from '../print.ts'
import { printf } from '../printf/printf.ts'

export const PRINTS: readonly TemplateFunction[] = [
  { name: 'print', usage: 'print VALUE…', help: 'The values as one text, with a space between two that are no texts.', least: 0, most: Infinity, run: print },
  { name: 'printf', usage: 'printf FORMAT VALUE…', help: 'The values in a format: `%s` text, `%q` text in quotes, `%d` whole number, `%.2f` two decimals, `%v` anything.', least: 1, most: Infinity, run: printf },
  { name: 'println', usage: 'println VALUE…', help: 'The values with spaces between them, and the end of a line.', least: 0, most: Infinity, run: printLine },
]
