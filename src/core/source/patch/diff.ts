/** A stretch of `a` that stands for a stretch of `b`: both half open, either may be empty. */
export type Hunk = { readonly from: number; readonly to: number; readonly newFrom: number; readonly newTo: number }

/** Beyond this many comparisons what differs is taken as one hunk: correct still, only not the smallest. */
const MOST_COMPARISONS = 1_000_000

/** What differs between two lists, in order: the longest common subsequence stays. */
export function diffLists<T, U>(a: readonly T[], b: readonly U[], isSame: (x: T, y: U) => boolean): readonly Hunk[] {
  const shorter = Math.min(a.length, b.length)
  let head = 0
  while (head < shorter && isSame(a[head] as T, b[head] as U)) head += 1
  let tail = 0
  while (tail < shorter - head && isSame(a[a.length - 1 - tail] as T, b[b.length - 1 - tail] as U)) tail += 1
  const rows = a.length - head - tail
  const columns = b.length - head - tail
  if (rows === 0 && columns === 0) return []
  const whole = { from: head, to: head + rows, newFrom: head, newTo: head + columns }
  if (rows === 0 || columns === 0 || rows * columns > MOST_COMPARISONS) return [whole]
  return hunks(commonPairs(a, b, head, rows, columns, isSame), whole)
}

/** Pairs of equal places, by dynamic programming over suffixes. */
function commonPairs<T, U>(
  a: readonly T[], b: readonly U[], head: number, rows: number, columns: number, isSame: (x: T, y: U) => boolean,
): readonly (readonly [number, number])[] {
  const width = columns + 1
  const longest = new Uint32Array((rows + 1) * width)
  const equal = (row: number, column: number): boolean => isSame(a[head + row] as T, b[head + column] as U)
  for (let row = rows - 1; row >= 0; row -= 1) {
    for (let column = columns - 1; column >= 0; column -= 1) {
      longest[row * width + column] = equal(row, column)
        ? (longest[(row + 1) * width + column + 1] ?? 0) + 1
        : Math.max(longest[(row + 1) * width + column] ?? 0, longest[row * width + column + 1] ?? 0)
    }
  }
  const pairs: (readonly [number, number])[] = []
  for (let row = 0, column = 0; row < rows && column < columns;) {
    if (equal(row, column)) {
      pairs.push([head + row, head + column])
      row += 1
      column += 1
    } else if ((longest[(row + 1) * width + column] ?? 0) >= (longest[row * width + column + 1] ?? 0)) row += 1
    else column += 1
  }
  return pairs
}

function hunks(pairs: readonly (readonly [number, number])[], whole: Hunk): readonly Hunk[] {
  const result: Hunk[] = []
  let from = whole.from
  let newFrom = whole.newFrom
  for (const [to, newTo] of [...pairs, [whole.to, whole.newTo] as const]) {
    if (to > from || newTo > newFrom) result.push({ from, to, newFrom, newTo })
    from = to + 1
    newFrom = newTo + 1
  }
  return result
}
