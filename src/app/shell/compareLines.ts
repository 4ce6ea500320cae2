export type ComparedLine = { readonly line: number; readonly text: string }

/** A row has both sides when the line is the same in both texts, else one. */
export type ComparedRow = { readonly left: ComparedLine | null; readonly right: ComparedLine | null }

/** Above this many cells the middle is shown as replaced outright instead of being compared. */
const MOST_CELLS = 4_000_000

/** Compares two texts line by line: a longest common subsequence of what lies between their equal ends. */
export function compareLines(left: string, right: string): readonly ComparedRow[] {
  const a = left.split(/\r\n|\r|\n/)
  const b = right.split(/\r\n|\r|\n/)
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1
  let endA = a.length
  let endB = b.length
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA -= 1
    endB -= 1
  }
  const rows: ComparedRow[] = []
  const both = (i: number, j: number) => rows.push({ left: { line: i + 1, text: a[i]! }, right: { line: j + 1, text: b[j]! } })
  const mine = (i: number) => rows.push({ left: { line: i + 1, text: a[i]! }, right: null })
  const theirs = (j: number) => rows.push({ left: null, right: { line: j + 1, text: b[j]! } })
  for (let i = 0; i < start; i += 1) both(i, i)
  const height = endA - start
  const width = endB - start
  if (height * width > MOST_CELLS) {
    for (let i = start; i < endA; i += 1) mine(i)
    for (let j = start; j < endB; j += 1) theirs(j)
  } else {
    // common[i][j]: how many lines are shared by the rests from i and j on.
    const common = Array.from({ length: height + 1 }, () => new Uint32Array(width + 1))
    for (let i = height - 1; i >= 0; i -= 1) {
      for (let j = width - 1; j >= 0; j -= 1) {
        common[i]![j] = a[start + i] === b[start + j] ? common[i + 1]![j + 1]! + 1 : Math.max(common[i + 1]![j]!, common[i]![j + 1]!)
      }
    }
    let i = 0
    let j = 0
    while (i < height || j < width) {
      if (i < height && j < width && a[start + i] === b[start + j]) {
        both(start + i, start + j)
        i += 1
        j += 1
      } else if (j >= width || (i < height && common[i + 1]![j]! >= common[i]![j + 1]!)) {
        mine(start + i)
        i += 1
      } else {
        theirs(start + j)
        j += 1
      }
    }
  }
  for (let i = endA, j = endB; i < a.length; i += 1, j += 1) both(i, j)
  return rows
}
