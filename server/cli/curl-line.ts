/** A line for a shell that calls a hook. `token` is a token, or a shell's own way to get one. */
export function curlLine(address: string, agent: string, token: string): string {
  return `curl ${address}api/hooks/${encodeURIComponent(agent).replaceAll("'", '%27')} -H "Authorization: Bearer ${token}" -H "Content-Type: application/json" -d '{"trigger": "hello"}'`
}
