import type { PageWriter, Part } from './page.ts'
import { choose } from './style.ts'
import type { Style } from './style.ts'

export type Anchors = {
  /** The anchor of the same text further up, if it is to be used here. */
  use(value: string, part: Part): string | undefined
  /** `&p0 ` when the text is to be anchored here, else nothing. */
  name(value: string, part: Part): string
}

/** Texts that are written once and named again, in files whose style has anchors. */
export function createAnchors(style: Style, page: PageWriter): Anchors {
  const names = new Map<string, string>()
  return {
    use(value, part) {
      const name = choose(style, style.anchors, `use ${part}`, 4) === 3 ? undefined : names.get(value)
      if (name !== undefined) page.isGuarded(part)
      return name
    },
    name(value, part) {
      if (choose(style, style.anchors, `name ${part}`, 5) !== 1 || names.has(value)) return ''
      const name = `p${names.size}`
      names.set(value, name)
      page.isGuarded(part)
      return `&${name} `
    },
  }
}
