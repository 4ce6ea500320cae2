/** What tabs are called: the file's name, with as many of its folders as it takes to tell it from the others. */
export function tabNames(paths: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  for (const path of paths) {
    const parts = path.split('/')
    let taken = 1
    const name = () => parts.slice(-taken).join('/')
    const isShared = () => paths.some((other) => other !== path && (other === name() || other.endsWith(`/${name()}`)))
    while (taken < parts.length && isShared()) taken += 1
    names.set(path, name())
  }
  return names
}
