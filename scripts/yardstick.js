// A fixed piece of plain work. Machines that are shared are several times slower at one hour than at another: figures
// of two days, or of two machines, can be compared by what this took beside them.

/** Milliseconds, the median of several rounds: text is made, read, sorted and counted. */
export function yardstick() {
  const times = Array.from({ length: 9 }, () => {
    const began = performance.now()
    work()
    return performance.now() - began
  })
  // The first rounds are slower: code is compiled only when it is worth while.
  return times.slice(2).toSorted((a, b) => a - b)[3]
}

function work() {
  const parts = Array.from({ length: 40_000 }, (_, index) => ({ id: `part_${(index * 7919) % 40_000}`, needs: [`part_${index}`], text: 'and what it says' }))
  const read = JSON.parse(JSON.stringify(parts))
  read.sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
  const counts = new Map()
  for (const { needs } of read) for (const id of needs) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts.size
}
