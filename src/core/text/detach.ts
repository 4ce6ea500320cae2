/**
 * The same text in memory of its own. Engines may keep a slice as a view into the text that it was cut
 * from: a few characters kept for long would keep a whole former file alive. Joining and cutting again
 * leaves a copy.
 */
export function detach(text: string): string {
  return ` ${text}`.slice(1)
}
