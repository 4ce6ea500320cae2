/** What an expression over tasks asks for: the tasks it names, and whether "all of them" says it in full. */
export type Depends = { readonly names: readonly string[]; readonly exact: boolean }

/**
 * Reads an Argo `depends` expression such as `a && (b.Succeeded || c.Failed)`. A node of a dag waits for all
 * that it needs, so only a plain "and" of tasks that succeed is said in full; of the rest the names are kept.
 */
export function readDepends(expression: string): Depends {
  const names: string[] = []
  let exact = true
  let reached = 0
  for (const found of expression.matchAll(/&&|\|\||[!()]|[\p{L}\p{N}_-]+(?:\.[A-Za-z]+)?|\s+/gu)) {
    if (found.index > reached) exact = false
    reached = found.index + found[0].length
    const token = found[0]
    if (token === '||' || token === '!') exact = false
    if (!/^[\p{L}\p{N}_-]/u.test(token)) continue
    const [name = '', status = 'Succeeded'] = token.split('.')
    if (status !== 'Succeeded') exact = false
    if (!names.includes(name)) names.push(name)
  }
  return { names, exact: exact && reached === expression.length }
}
