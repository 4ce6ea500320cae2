/** Ids compare in Unicode's composed form, so that two that look the same are the same. */
export function sameId(id: string): string {
  // Most ids need no work, and this is asked of every need of every node.
  return /^[\x20-\x7e]*$/.test(id) ? id : id.normalize('NFC')
}
