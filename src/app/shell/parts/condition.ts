/** A condition on one line, without the braces around it when it is a single action. */
export function oneLine(condition: string): string {
  const line = condition.replaceAll(/\s+/g, ' ').trim()
  const inner = /^\{\{-?\s*((?:(?!\}\}|\{\{).)*?)\s*-?\}\}$/.exec(line)?.[1]
  return inner ?? line
}
