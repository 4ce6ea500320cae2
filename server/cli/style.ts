import type { Output } from './io.ts'

/** Colours where they are wanted, plain text elsewhere. */
export type Style = {
  bold(text: string): string
  dim(text: string): string
  red(text: string): string
  green(text: string): string
  yellow(text: string): string
  cyan(text: string): string
}

export function styleFor({ colors }: Pick<Output, 'colors'>): Style {
  const paint = (open: number, close: number) => (text: string) => (colors && text !== '' ? `\u001b[${open}m${text}\u001b[${close}m` : text)
  return { bold: paint(1, 22), dim: paint(2, 22), red: paint(31, 39), green: paint(32, 39), yellow: paint(33, 39), cyan: paint(36, 39) }
}
