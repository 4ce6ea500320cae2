import type { Range } from './edit.ts'

/** Does an offset stand in a range, or at one of its ends? */
export function holds({ start, end }: Range, offset: number): boolean {
  return start <= offset && offset <= end
}
