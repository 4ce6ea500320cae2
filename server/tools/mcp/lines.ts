/** The longest line: a server that writes on without a line break is cut off. */
const LONGEST = 128 * 1024 * 1024

/**
 * Cuts a stream of bytes into lines, each handed on once it is whole. Costs what the bytes cost, however
 * small the pieces are that they come in. `onEndless`: a line is longer than any message.
 */
export function splitLines(onLine: (line: string) => void, onEndless: () => void, longest = LONGEST): (chunk: Buffer) => void {
  let parts: Buffer[] = []
  let held = 0
  let endless = false
  return (chunk) => {
    if (endless) return
    let start = 0
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      parts.push(chunk.subarray(start, end))
      onLine(Buffer.concat(parts).toString('utf8'))
      parts = []
      held = 0
      start = end + 1
    }
    if (start === chunk.length) return
    parts.push(chunk.subarray(start))
    held += chunk.length - start
    if (held <= longest) return
    endless = true
    parts = []
    onEndless()
  }
}
