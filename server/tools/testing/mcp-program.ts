/**
 * A server on stdin and stdout, as `node -e` takes it, that speaks MCP by hand, so that it can speak it badly.
 * Each call of a tool appends a line to `calls.txt` of its folder, then does what `on` says for the tool's name:
 * JavaScript with `id`, `args` and `say(message)` at hand.
 */
export function mcpProgram(on: { readonly [tool: string]: string }, more: { readonly annotations?: { readonly [tool: string]: object }; readonly schemas?: { readonly [tool: string]: object } } = {}): { readonly command: string; readonly args: readonly string[] } {
  const tools = Object.keys(on).map((name) => ({ name, inputSchema: more.schemas?.[name] ?? { type: 'object' }, ...(more.annotations?.[name] === undefined ? {} : { annotations: more.annotations[name] }) }))
  const code = `
const fs = require('node:fs')
const say = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n')
const text = (id, text, more) => say({ id, result: { content: [{ type: 'text', text }], ...more } })
const tools = ${JSON.stringify(tools)}
const on = { ${Object.entries(on).map(([name, body]) => `${JSON.stringify(name)}: (id, args) => { ${body} }`).join(', ')} }
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (method === 'initialize') say({ id, result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'by-hand', version: '1' } } })
  else if (method === 'tools/list') say({ id, result: { tools } })
  else if (method === 'tools/call') { fs.appendFileSync('calls.txt', params.name + '\\n'); on[params.name](id, params.arguments) }
})
`
  return { command: process.execPath, args: ['-e', code] }
}
